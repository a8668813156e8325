import { lazy, Suspense } from 'react'
import { useExternalValue } from '#web/lib/external-value.ts'
import { toasterWanted } from '#web/ui/toast.tsx'

const Toaster = lazy(() => import('#web/ui/toaster.tsx').then(({ Toaster }) => ({ default: Toaster })))

/** Where toasts appear; loaded with the first one. */
export function ToasterHost() {
  const isWanted = useExternalValue(toasterWanted)
  return <Suspense>{isWanted && <Toaster />}</Suspense>
}
