import { Bell as BellIcon } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useSession } from '#web/stores/session.ts'
import { IconButton } from '#web/ui/icon-button.tsx'

const Bell = lazy(() => import('./bell.tsx').then((module) => ({ default: module.Bell })))

/** The bell follows the first screen; until then its button stands in its place, and a press on it is not forgotten. */
export function BellSlot() {
  const [pressed, setPressed] = useState(false)
  const tenantId = useSession((session) => session.tenantId)
  const standIn = (
    <IconButton
      label="Notifications"
      icon={<BellIcon />}
      aria-haspopup="dialog"
      className="max-md:size-11"
      onClick={() => setPressed(true)}
    />
  )
  return (
    <Suspense fallback={standIn}>
      <Bell key={tenantId} openAtFirst={pressed} />
    </Suspense>
  )
}
