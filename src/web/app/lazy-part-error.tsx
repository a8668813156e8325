import type { ErrorComponentProps } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'

const load = () => import('#web/components/error-screens/part-error.tsx')
const PartError = lazy(() => load().then(({ PartError: part }) => ({ default: part })))

/** The screen for a failed part of the page; it is loaded after the first screen. */
export const LazyPartError = (props: ErrorComponentProps) => (
  <Suspense>
    <PartError {...props} />
  </Suspense>
)

/** Loads the screen before it is needed, because it may be needed when nothing can be loaded any more. */
export const preparePartError = (): void => void load().catch(() => {})
