import { lazy, Suspense, useSyncExternalStore } from 'react'
import { toasterWanted } from '#web/ui/toast.tsx'

const Toaster = lazy(() => import('#web/ui/toaster.tsx').then(({ Toaster }) => ({ default: Toaster })))

/** Where toasts appear; loaded with the first one. */
export function ToasterHost() {
  const isWanted = useSyncExternalStore(toasterWanted.subscribe, toasterWanted.get)
  return <Suspense>{isWanted && <Toaster />}</Suspense>
}
