import type { Notification } from '#contract/notifications.ts'
import { type DateSettings, formatDate } from '#web/lib/format-date.ts'
import { calendarDay, toEpochMs } from '#web/lib/zoned-time.ts'

export interface DayGroup {
  readonly title: string
  readonly notifications: Notification[]
}

/** Today, Yesterday, or the date in the reader's format and zone; the order of the list is kept. */
export const groupByDay = (notifications: readonly Notification[], dates: DateSettings, nowMs: number): DayGroup[] => {
  const today = calendarDay(nowMs, dates.zone)
  const titleOf = (timestamp: string) => {
    const daysAgo = today - calendarDay(toEpochMs(timestamp) ?? nowMs, dates.zone)
    if (daysAgo <= 0) return 'Today'
    return daysAgo === 1 ? 'Yesterday' : formatDate(timestamp, dates)
  }
  const groups = Map.groupBy(notifications, ({ timestamp }) => titleOf(timestamp))
  return [...groups].map(([title, items]) => ({ title, notifications: items }))
}
