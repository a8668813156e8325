import type { ErrorComponentProps } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazyPart } from '#web/components/lazy-part.ts'

const load = () => import('#web/components/error-screens/part-error.tsx')
const PartError = lazyPart(() => load().then(({ PartError }) => PartError))

/** Shows the error of a failed part of the page. It is loaded after the first screen. */
export const LazyPartError = (props: ErrorComponentProps) => (
  <Suspense>
    <PartError {...props} />
  </Suspense>
)

/** Loads the error screen in advance, because it may be needed when nothing can be loaded any more. */
export const preparePartError = (): void => void load().catch(() => {})
