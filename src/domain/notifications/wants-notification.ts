import type { NotificationCode } from '#contract/notifications.ts'
import type { Preferences, Settings } from '#contract/users.ts'
import type { NotificationCategory } from '#contract/vocabulary.ts'

/** The stored preferences of a user. Absent ones count as on. */
export interface NotificationChoices {
  readonly preferences: Partial<Preferences>
  readonly settings: Partial<Settings>
}

const taskCodes: ReadonlySet<NotificationCode> = new Set([
  'operationAssigned',
  'operationsAssigned',
  'operationUnblocked',
  'operationsUnblocked',
])

/** Notifications about account security, which cannot be turned off. */
const alwaysWanted: ReadonlySet<NotificationCode> = new Set(['wrongCodes'])

const switchOf = (category: NotificationCategory) => category.toLowerCase() as Lowercase<NotificationCategory>

/** Whether a user wants a notification, by the main switch, the switch of its category, and those for projects and tasks. */
export const wantsNotification = (
  { preferences, settings }: NotificationChoices,
  { code, category }: { readonly code: NotificationCode; readonly category: NotificationCategory },
): boolean => {
  if (alwaysWanted.has(code)) return true
  if (preferences.notifications === false) return false
  if (settings.notificationCategories?.[switchOf(category)] === false) return false
  if (category === 'Project' && settings.notifications?.projectNotifications === false) return false
  return !(taskCodes.has(code) && settings.notifications?.taskReminders === false)
}
