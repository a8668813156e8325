import { ErrorPanel } from '#web/ui/error-panel.tsx'

/** The whole page failed: specification 2.2, literal. */
export const PageError = () => (
  <main className="flex min-h-dvh items-center justify-center">
    <ErrorPanel scope="page" />
  </main>
)
