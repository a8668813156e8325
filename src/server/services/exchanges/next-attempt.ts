import { failuresUntilBroken } from '#contract/exchange.ts'
import { minuteMs } from '#domain/time/units.ts'

/** Waiting times after the first failures in a row; after later ones, the schedule decides alone. */
const retryAfterMs = [5, 15].map((minutes) => minutes * minuteMs)

/** When to try again after so many failures in a row: soon, or by the schedule if that is earlier. All times in epoch ms. */
export const nextAfterFailure = (failures: number, scheduledMs: number, nowMs: number): number => {
  const waitMs = retryAfterMs[failures - 1]
  return waitMs === undefined ? scheduledMs : Math.min(scheduledMs, nowMs + waitMs)
}

/** Whether it has failed so often that people are told. */
export const isBroken = ({ failures }: { readonly failures: number }): boolean => failures >= failuresUntilBroken
