import { formatHours } from '#web/lib/format-hours.ts'

/** What the percentages of a load and the backlog beside them mean: the same words on every screen. */
export const loadMeaning =
  'Planned hours as a percentage of open hours; for this week, from now on. Backlog is work that was planned for earlier and is not done yet; it does not count toward any percentage.'

/** 'backlog 38 h' */
export const backlogWords = (hours: number): string => `backlog ${formatHours(hours)}`
