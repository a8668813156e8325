import { useQuery } from '@tanstack/react-query'
import { Bell as BellIcon } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Notification } from '#contract/notifications.ts'
import { notificationsQuery } from '#web/api/notifications/notifications.queries.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { useNarrow } from '#web/lib/use-narrow.ts'
import { keepNotificationCount } from '#web/stores/habits.ts'
import { keepNotifications, onArrival, useNotifications } from '#web/stores/notifications.ts'
import { Badge } from '#web/ui/count-badge.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { toast } from '#web/ui/toast.tsx'
import { NotificationPanel } from './notification-panel.tsx'
import { useOpenSubject } from './use-open-subject.ts'
import { wordsOf } from './words.ts'

/** Announces a new notification: a sound, a toast for high priority, and a text for screen readers. */
const useArrivals = (): void => {
  const dates = useDateSettings()
  const { open } = useOpenSubject()
  const arrive = useEffectEvent((notification: Notification) => {
    const { title } = wordsOf(notification, dates)
    // The sound is only logged.
    if (useNotifications.getState().sounds && notification.type !== 'info') {
      console.info(`Notification sound: ${notification.type}`)
    }
    if (notification.priority !== 'high') return announce(`New notification: ${title}`)
    const kind = notification.type === 'warning' ? 'info' : notification.type
    toast[kind](title, {
      action: { label: notification.subject ? 'Open' : 'Mark as read', onClick: () => void open(notification) },
    })
  })
  useEffect(() => onArrival((notification) => arrive(notification)), [])
}

/** The bell of the header, with the number of unread notifications and the popover. */
export function Bell({ openAtFirst = false }: { openAtFirst?: boolean }) {
  const { data } = useQuery(notificationsQuery())
  const [open, setOpen] = useState(openAtFirst)
  const narrow = useNarrow()
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
          badge={
            // The button is larger on a phone than its bell.
            <span className="block" style={narrow ? { padding: '0.375rem 0.375rem 0 0' } : undefined}>
              <Badge count={unread} />
            </span>
          }
          className="max-md:size-11"
        />
      }
    >
      <NotificationPanel notifications={notifications} unread={unread} onClose={() => setOpen(false)} />
    </Popover>
  )
}
