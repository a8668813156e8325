import type { ErrorComponentProps } from '@tanstack/react-router'
import { buttonClasses } from '#web/ui/button-classes.ts'
import { useCrashReport } from './use-crash-report.ts'

/** The screen for a failed page. It needs no other code. */
export function PageError({ error }: Pick<ErrorComponentProps, 'error'>) {
  useCrashReport(error, 'page')
  return (
    <main role="alert" className="flex min-h-dvh flex-col items-center justify-center gap-2 p-4 text-center">
      <h1 className="font-semibold text-page">Something went wrong</h1>
      <p className="text-ink-3">The application encountered an error. Our team has been notified.</p>
      <button
        type="button"
        className={`mt-2 ${buttonClasses({ variant: 'primary' })}`}
        onClick={() => location.reload()}
      >
        Reload page
      </button>
    </main>
  )
}
