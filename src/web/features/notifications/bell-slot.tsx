import { Bell as BellIcon } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '#web/components/lazy-part.ts'
import { useSession } from '#web/stores/session.ts'
import { IconButton } from '#web/ui/icon-button.tsx'

const Bell = lazyPart(() => import('./bell.tsx').then(({ Bell }) => Bell))

/** Loads the bell after the first screen. Until then a plain button takes its place and remembers a press. */
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
