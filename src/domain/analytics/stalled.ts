import { dayMs } from '../time/units.ts'

/** Calendar days without reported progress after which a started operation counts as stalled. */
export const stalledAfterDays = 5

/** True when started work has had no progress for `stalledAfterDays` whole days. */
export const isStalled = (lastMovedMs: number, nowMs: number): boolean =>
  nowMs - lastMovedMs >= stalledAfterDays * dayMs
