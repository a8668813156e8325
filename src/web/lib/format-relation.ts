import { formatDays } from './format-number.ts'
import { calendarDay, type Instant, toEpochMs } from './zoned-time.ts'

/** Calendar days from `nowMs` to `instant` in `zone` (negative if past); null without a date. */
export function daysUntil(instant: Instant | null | undefined, zone: string, nowMs: number): number | null {
  const atMs = toEpochMs(instant)
  return atMs === null ? null : calendarDay(atMs, zone) - calendarDay(nowMs, zone)
}

/** The distance of a date from today: '16 d ago', 'today', 'tomorrow', 'in 13 d'; '' without a date. */
export function relativeDays(instant: Instant | null | undefined, zone: string, nowMs: number): string {
  const days = daysUntil(instant, zone, nowMs)
  if (days === null) return ''
  if (days < 0) return `${formatDays(-days)} ago`
  if (days === 0) return 'today'
  return days === 1 ? 'tomorrow' : `in ${formatDays(days)}`
}

/** When something happened: '5 min ago', '3 h ago', 'yesterday', '4 d ago'. The last minute and the future are 'just now'. */
export function timeAgo(instant: Instant | null | undefined, zone: string, nowMs: number): string {
  const atMs = toEpochMs(instant)
  if (atMs === null) return ''
  const minutes = Math.floor((nowMs - atMs) / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${minutes} min ago`
  const days = calendarDay(nowMs, zone) - calendarDay(atMs, zone)
  if (days === 0) return `${Math.floor(minutes / 60)} h ago`
  return days === 1 ? 'yesterday' : `${formatDays(days)} ago`
}

/** Slack in whole calendar days: '+5 d', '0 d', '4 d late'; an em dash if nothing is scheduled. */
export function formatSlack(slackDays: number | null | undefined): string {
  if (slackDays == null || !Number.isFinite(slackDays)) return '—'
  const days = Math.trunc(slackDays)
  if (days < 0) return `${formatDays(-days)} late`
  return days === 0 ? '0 d' : `+${formatDays(days)}`
}
