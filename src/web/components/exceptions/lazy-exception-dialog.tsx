import { type ComponentProps, lazy, Suspense } from 'react'

const ExceptionDialog = lazy(() => import('./exception-dialog.tsx').then((part) => ({ default: part.ExceptionDialog })))

/** The form for overtime, downtime or another capacity, which is loaded when it opens. */
export const LazyExceptionDialog = (props: ComponentProps<typeof ExceptionDialog>) => (
  <Suspense fallback={null}>
    <ExceptionDialog {...props} />
  </Suspense>
)
