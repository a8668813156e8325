import type { AdminOverview } from '#contract/admin.ts'
import { type DateSettings, formatShortDateTime } from '#web/lib/format-date.ts'
import { formatCount, formatNumber } from '#web/lib/format-number.ts'

const megabyte = 1_048_576

/** '3 days', '5 hours', '12 minutes'. */
export const uptimeWords = (seconds: number): string => {
  if (seconds >= 86_400) return formatCount(Math.floor(seconds / 86_400), 'day')
  if (seconds >= 3_600) return formatCount(Math.floor(seconds / 3_600), 'hour')
  return formatCount(Math.floor(seconds / 60), 'minute')
}

/** When the last backup was made and how big it is; on PostgreSQL, whose business it is. */
export const backupWords = (
  backup: AdminOverview['lastBackup'],
  engine: AdminOverview['health']['engine'],
  dates: DateSettings,
): string => {
  if (engine === 'postgres') return 'By the operator, with pg_dump'
  if (backup === null) return 'None yet'
  return `${formatShortDateTime(backup.at, dates, Date.now())}, ${formatNumber(backup.bytes / megabyte)} MB`
}
