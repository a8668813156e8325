import { formatHours } from '#web/lib/format-hours.ts'

/** What the percentages of a load and the backlog beside them mean: the same words on every screen. */
export const loadMeaning =
  'Planned hours as a percentage of open hours; for this week, from now on. Backlog is work that was planned for earlier and is not done yet; it does not count toward any percentage.'

/** The title of the load on the dashboard and in analytics. */
export const loadTitle = 'Load of capacity by week, %'

/** What the number of work centers over capacity counts: `countOverCapacity`. */
export const overCapacityMeaning =
  'Over capacity: more planned hours than open hours in a whole week. A single day can be over capacity although its week is not; the Timeline shows days.'

/** 'backlog 38 h' */
export const backlogWords = (hours: number): string => `backlog ${formatHours(hours)}`
