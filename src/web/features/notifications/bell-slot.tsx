import { Bell as BellIcon } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { IconButton } from '#web/ui/icon-button.tsx'

const Bell = lazy(() => import('./bell.tsx').then((module) => ({ default: module.Bell })))

/** The bell follows the first screen; until then its button stands in its place. */
export const BellSlot = () => (
  <Suspense fallback={<IconButton label="Notifications" icon={<BellIcon />} className="max-md:size-11" />}>
    <Bell />
  </Suspense>
)
