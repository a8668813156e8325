import { z } from 'zod/mini'
import { Instant } from './fields.ts'

/** The state of an operation, by the rules in `domain/forecast/operation-words.ts`. */
export const operationStates = [
  'overdue',
  'projectedLate',
  'atRisk',
  'onTime',
  /** Open, and no date can be given: it is not planned, on hold, or waits for such work. */
  'unscheduled',
  'completed',
  /** Its project is complete, shipped, on hold or cancelled. */
  'closed',
] as const
export const OperationState = z.enum(operationStates)
export type OperationState = z.infer<typeof OperationState>

/** What following the plan from now on means for an operation: the same on every screen. */
export const OperationOutlook = z.object({
  state: OperationState,
  /** Calendar days since `endsByDate`; 0 = since today, or not overdue. */
  daysOverdue: z.int(),
  /** The date by which it should have ended, or should end: planned end or need-by, whichever is earlier; null = not open, or neither. */
  endsByDate: z.nullable(Instant),
  /** Its start and end in the forecast; null = it is completed or closed, or no date can be given. */
  forecastStartDate: z.nullable(Instant),
  forecastEndDate: z.nullable(Instant),
  /** Open, and its forecast end is 15 working minutes or more after its planned end. */
  behindPlan: z.boolean(),
  /** The latest end with which the remaining work of its successors still meets the due date. */
  needByDate: z.nullable(Instant),
  /** Working days from its forecast end to that; negative = too late; one decimal. */
  slackDays: z.nullable(z.number()),
})
export type OperationOutlook = z.infer<typeof OperationOutlook>
