import { formatHours } from '#web/lib/format-hours.ts'

/** The explanation of the load percentages and of the backlog beside them, the same on every screen. */
export const loadMeaning =
  'Planned hours as a percentage of open hours; for this week, from now on. Backlog is work planned for an earlier date that is not done yet; it does not count toward any percentage.'

/** The title of the load on the dashboard and in analytics. */
export const loadTitle = 'Load of capacity by week, %'

/** The explanation of `countOverCapacity`. */
export const overCapacityMeaning =
  'Over capacity: more planned hours than open hours in a whole week. A single day can be over capacity even if its week is not; the Timeline shows days.'

/** 'backlog 38 h' */
export const backlogWords = (hours: number): string => `backlog ${formatHours(hours)}`
