import { limits } from '#contract/vocabulary.ts'

interface Estimated {
  /** Working hours of the whole operation. */
  readonly durationHours: number
  /** 0 to 100. */
  readonly progressPercentage: number
  /** As in `Operation`; null or absent = `durationHours` is an estimate. */
  readonly originalHours?: number | null | undefined
}

/** The estimate of work whose hours are known. It stays, however often they become known better. */
export const originalEstimate = ({ originalHours, durationHours }: Omit<Estimated, 'progressPercentage'>): number =>
  originalHours ?? durationHours

/** Reported hours, as fields of the operation. They are known: no learned pace multiplies them. */
interface KnownHours {
  readonly durationHours: number
  readonly progressPercentage: number
  readonly originalHours?: number
}

export type HoursLeftDecision = ({ readonly ok: true } & KnownHours) | { readonly ok: false; readonly reason: string }

/** Removes binary rounding errors. */
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6

/**
 * Converts reported remaining hours to a duration and a progress. Fewer hours than planned are progress within the estimate. More hours
 * extend the duration, and the finished work still counts in full. With 0 remaining hours, the operation is done.
 */
export const reportHoursLeft = (operation: Estimated, hoursLeft: number): HoursLeftDecision => {
  const { durationHours, progressPercentage } = operation
  if (hoursLeft === 0) return { ok: true, durationHours, progressPercentage: 100 }
  const doneHours = (durationHours * progressPercentage) / 100
  const wholeHours = Math.max(durationHours, doneHours + hoursLeft)
  if (wholeHours > limits.maxDurationHours) return { ok: false, reason: 'Its duration would be too long.' }
  return {
    ok: true,
    durationHours: rounded(wholeHours),
    progressPercentage: rounded((1 - hoursLeft / wholeHours) * 100),
    originalHours: originalEstimate(operation),
  }
}
