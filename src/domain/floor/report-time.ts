import { floorLimits } from '#contract/floor.ts'
import { hourMs } from '../time/units.ts'

/** Tolerance for a clock that was just compared. */
const toleranceMs = 5 * 60_000

export type ReportTime = { readonly ok: true; readonly atMs: number } | { readonly ok: false; readonly reason: string }

/**
 * The effective time of a report. A device clock that is ahead counts as now. A report dated before the device signed in comes from a wrong
 * clock. A report that waited too long is refused: a date that can no longer be checked is worse than asking again.
 */
export const reportTime = ({
  reportedAtMs,
  signedInAtMs,
  nowMs,
}: {
  readonly reportedAtMs: number
  /** null if a person reports; a person's sign-in does not limit the time. */
  readonly signedInAtMs: number | null
  readonly nowMs: number
}): ReportTime => {
  if (nowMs - reportedAtMs > floorLimits.oldestReportHours * hourMs) {
    return {
      ok: false,
      reason: `This was reported more than ${floorLimits.oldestReportHours} hours ago. Report it again.`,
    }
  }
  const earliestMs = signedInAtMs ?? reportedAtMs
  if (reportedAtMs < earliestMs - toleranceMs) {
    return { ok: false, reason: 'This was reported before the device signed in. Check its clock and report it again.' }
  }
  return { ok: true, atMs: Math.min(Math.max(reportedAtMs, earliestMs), nowMs) }
}
