import type { OperationInput } from '#contract/operations.ts'
import { runAt } from '../operations/run-at.ts'
import type { ScheduledOperation } from '../scheduling/schedule-result.ts'

/** The input of an operation at the work center that the answer has chosen. Only one with alternatives has a choice. */
const inputAt = (input: OperationInput, categoryId: string | undefined): OperationInput => {
  const { alternatives = [], durationHours = 0, ...rest } = input
  if (categoryId === undefined || alternatives.length === 0) return input
  return runAt({ ...rest, categoryId: input.categoryId ?? null, durationHours, alternatives }, categoryId)
}

const isoOf = (ms: number | null | undefined): string | null => (ms == null ? null : new Date(ms).toISOString())

/** An operation as it is created from an answer: at the chosen work center and with the dates of the answer. */
export const answeredInput = (input: OperationInput, at: ScheduledOperation | undefined): OperationInput => ({
  ...inputAt(input, at?.categoryId),
  scheduledStartDate: isoOf(at?.startMs),
  scheduledEndDate: isoOf(at?.endMs),
  pinned: false,
})
