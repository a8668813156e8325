import { useQuery } from '@tanstack/react-query'
import { BellOff } from 'lucide-react'
import { useState } from 'react'
import type { Notification } from '#contract/notifications.ts'
import { notificationsQuery } from '#web/api/notifications/notifications.queries.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { type DateSettings, formatShipDate } from '#web/lib/format-date.ts'
import { calendarDay, toEpochMs } from '#web/lib/zoned-time.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { filterNotifications, isNarrowed, type NotificationFilter, tabOfRead } from './notification-filter.ts'
import { NotificationRow } from './notification-row.tsx'
import { NotificationsPrint } from './notifications-print.tsx'

interface DayGroup {
  readonly title: string
  readonly notifications: Notification[]
}

/** Groups titled Today, Yesterday, or the date in the reader's format and zone. The order of the list is preserved. */
export const groupByDay = (notifications: readonly Notification[], dates: DateSettings, nowMs: number): DayGroup[] => {
  const today = calendarDay(nowMs, dates.zone)
  const titleOf = (timestamp: string) => {
    const daysAgo = today - calendarDay(toEpochMs(timestamp) ?? nowMs, dates.zone)
    if (daysAgo <= 0) return 'Today'
    return daysAgo === 1 ? 'Yesterday' : formatShipDate(timestamp, dates)
  }
  const groups = Map.groupBy(notifications, ({ timestamp }) => titleOf(timestamp))
  return [...groups].map(([title, items]) => ({ title, notifications: items }))
}

/** The specified texts. */
const emptyWords = {
  all: { title: 'No notifications', line: "You're all caught up! Check back later for new updates." },
  unread: { title: 'No unread notifications', line: undefined },
  archived: { title: 'No archived notifications', line: "Notifications you've read will appear here." },
} as const

const Loading = () => (
  <div role="status" aria-label="Loading notifications" className="flex flex-col">
    {['w-3/5', 'w-4/5', 'w-1/2'].map((width) => (
      <div key={width} className="flex gap-3 border-line border-b px-3.5 py-3">
        <Skeleton className="size-6 shrink-0" />
        <span className="flex grow flex-col gap-2">
          <Skeleton className={`h-3 ${width}`} />
          <Skeleton className="h-3 w-full" />
        </span>
      </div>
    ))}
  </div>
)

type NotificationListProps = {
  filter: NotificationFilter
  onClearFilter: () => void
  onOpen: (notification: Notification) => void
  onAction: (notification: Notification, action: string) => void
}

/** The filtered notifications by day, at most 400 px high; or why the list is empty. */
export function NotificationList({ filter, onClearFilter, onOpen, onAction }: NotificationListProps) {
  const { data, isPending, isError, isFetching, refetch } = useQuery(notificationsQuery())
  const dates = useDateSettings()
  const [nowMs] = useState(Date.now)
  if (isPending) return <Loading />
  if (isError && !data) {
    return <ErrorPanel message="Notifications could not be loaded." busy={isFetching} onRetry={() => void refetch()} />
  }
  const shown = filterNotifications(data, filter, dates.zone)
  if (shown.length === 0 && isNarrowed(filter)) {
    return (
      <EmptyState
        icon={<BellOff />}
        title="Nothing matches the filters"
        action={<Button onClick={onClearFilter}>Clear filters</Button>}
      />
    )
  }
  const empty = emptyWords[tabOfRead(filter.read)]
  if (shown.length === 0) {
    return (
      <EmptyState icon={<BellOff />} title={empty.title}>
        {empty.line}
      </EmptyState>
    )
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section aria-label="Notifications by day" tabIndex={0} className="focus-visible:-outline-offset-2">
      <NotificationsPrint filter={filter} dates={dates} nowMs={nowMs} notifications={shown} />
      {groupByDay(shown, dates, nowMs).map(({ title, notifications }) => (
        <section key={title} aria-label={title}>
          <h3 className="sticky top-0 z-sticky border-line border-b bg-sunken px-3.5 py-1 text-ink-2 text-label">
            {title}
          </h3>
          <ul>
            {notifications.map((notification) => (
              <NotificationRow
                key={notification.id}
                notification={notification}
                dates={dates}
                onOpen={() => onOpen(notification)}
                onAction={(action) => onAction(notification, action)}
              />
            ))}
          </ul>
        </section>
      ))}
    </section>
  )
}
