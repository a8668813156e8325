import { useQuery } from '@tanstack/react-query'
import { Bell as BellIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { notificationsQuery } from '#web/api/notifications.queries.ts'
import { keepNotificationCount } from '#web/stores/header-storage.ts'
import { keepNotifications } from '#web/stores/kept-notifications.ts'
import { Badge } from '#web/ui/count-badge.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { NotificationPanel } from './notification-panel.tsx'
import { useArrivals } from './use-arrivals.ts'

/** The bell of the header: how many are unread, and the popover with all of them (specification 2.8). */
export function Bell({ openAtFirst = false }: { openAtFirst?: boolean }) {
  const { data } = useQuery(notificationsQuery())
  const [open, setOpen] = useState(openAtFirst)
  useArrivals()
  const notifications = data ?? []
  const unread = notifications.filter(({ read }) => !read).length
  useEffect(() => {
    if (!data) return
    keepNotifications(data)
    keepNotificationCount(unread)
  }, [data, unread])
  return (
    <Popover
      label="Notifications"
      align="end"
      open={open}
      onOpenChange={setOpen}
      className="flex w-100 flex-col overflow-hidden!"
      trigger={
        <IconButton
          label={unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`}
          icon={<BellIcon />}
          badge={<Badge count={unread} />}
          className="max-md:size-11"
        />
      }
    >
      <NotificationPanel {...{ notifications, unread }} onClose={() => setOpen(false)} />
    </Popover>
  )
}
