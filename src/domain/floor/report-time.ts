import { floorLimits } from '#contract/floor.ts'
import { hourMs } from '../time/units.ts'

/** By how much a clock that was just compared may still be behind. */
const toleranceMs = 5 * 60_000

export type ReportTime = { readonly ok: true; readonly atMs: number } | { readonly ok: false; readonly reason: string }

/**
 * The time that counts for a report. A device whose clock is ahead cannot report the future: that counts as now. A report
 * from before the device signed in comes from a clock that is wrong. One that waited too long is refused, because a date that
 * nobody can check any more would be worse than asking again.
 */
export const reportTime = ({
  reportedAtMs,
  signedInAtMs,
  nowMs,
}: {
  readonly reportedAtMs: number
  /** null = a person reports, whose sign-in does not bound the time. */
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
