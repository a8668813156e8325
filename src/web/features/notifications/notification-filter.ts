import type { Notification } from '#contract/notifications.ts'
import type { NotificationCategory, NotificationType } from '#contract/vocabulary.ts'
import { dateInputValue } from '#web/lib/date-input.ts'

/** Empty lists and nulls match everything. */
export interface NotificationFilter {
  types: readonly NotificationType[]
  categories: readonly NotificationCategory[]
  read: boolean | null
  /** First and last day in the reader's zone, 'yyyy-MM-dd'; '' for no limit. */
  start: string
  end: string
}

export const noFilter: NotificationFilter = { types: [], categories: [], read: null, start: '', end: '' }

/** The tabs set the read flag. */
export type NotificationTab = 'all' | 'unread' | 'archived'
export const readOfTab: Record<NotificationTab, boolean | null> = { all: null, unread: false, archived: true }
export const tabOfRead = (read: boolean | null): NotificationTab =>
  read === null ? 'all' : read ? 'archived' : 'unread'

/** True if the filter panel, not only a tab, can exclude notifications. */
export const isNarrowed = ({ types, categories, start, end }: NotificationFilter): boolean =>
  types.length > 0 || categories.length > 0 || start !== '' || end !== ''

/** The notifications that pass the filter. Days are counted in the reader's zone. */
export const filterNotifications = (
  notifications: readonly Notification[],
  { types, categories, read, start, end }: NotificationFilter,
  zone: string,
): Notification[] =>
  notifications.filter((notification) => {
    const day = dateInputValue(notification.timestamp, zone)
    return (
      (types.length === 0 || types.includes(notification.type)) &&
      (categories.length === 0 || categories.includes(notification.category)) &&
      (read === null || notification.read === read) &&
      (start === '' || day >= start) &&
      (end === '' || day <= end)
    )
  })
