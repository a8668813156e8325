import type { ErrorComponentProps } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'

const load = () => import('#web/components/error-screens/part-error.tsx')
const PartError = lazy(() => load().then(({ PartError: part }) => ({ default: part })))

/** A part of the page failed; its screen follows the first one. */
export const LazyPartError = (props: ErrorComponentProps) => (
  <Suspense>
    <PartError {...props} />
  </Suspense>
)

/** Fetches the screen before it is needed: it is also for when nothing can be fetched any more. */
export const preparePartError = (): void => void load().catch(() => {})
