import { type ComponentProps, Suspense } from 'react'
import { lazyPart } from '#web/components/lazy-part.ts'

const ExceptionDialog = lazyPart(() => import('./exception-dialog.tsx').then(({ ExceptionDialog }) => ExceptionDialog))

/** The form for overtime, downtime or a temporary capacity, loaded when it opens. */
export const LazyExceptionDialog = (props: ComponentProps<typeof ExceptionDialog>) => (
  <Suspense fallback={null}>
    <ExceptionDialog {...props} />
  </Suspense>
)
