import type { ShiftVersion } from '#contract/shifts.ts'

/** A week without work. */
export const emptyVersion: ShiftVersion = { effectiveFrom: null, periods: [], breaks: [] }

/** The week of a pattern that is valid on a day ('yyyy-MM-dd'): the latest one that has started, or the first one. */
export const currentVersion = (versions: readonly ShiftVersion[], today: string): ShiftVersion => {
  const sorted = versions.toSorted((a, b) => (a.effectiveFrom ?? '').localeCompare(b.effectiveFrom ?? ''))
  return (
    sorted.findLast(({ effectiveFrom }) => effectiveFrom === null || effectiveFrom <= today) ??
    sorted[0] ??
    emptyVersion
  )
}
