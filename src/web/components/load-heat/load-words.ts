import { formatHours } from '#web/lib/format-hours.ts'

/** What the percentages of a load and the backlog beside them mean: the same words on every screen. */
export const loadMeaning =
  'Planned hours of open hours; this week from now on. Backlog is work that the plan has behind it and that is not done; it is in no percentage.'

/** 'backlog 38 h' */
export const backlogWords = (hours: number): string => `backlog ${formatHours(hours)}`
