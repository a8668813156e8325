import { buttonClasses } from '#web/ui/button-classes.ts'

/** The whole page failed: specification 2.2, literal. Made of nothing that could fail or has to be loaded. */
export const PageError = () => (
  <main role="alert" className="flex min-h-dvh flex-col items-center justify-center gap-2 p-4 text-center">
    <h1 className="font-semibold text-page">Something went wrong</h1>
    <p className="text-ink-3">The application encountered an error. Our team has been notified.</p>
    <button type="button" className={`mt-2 ${buttonClasses({ variant: 'primary' })}`} onClick={() => location.reload()}>
      Reload page
    </button>
  </main>
)
