import { z } from 'zod/mini'
import { Instant } from './fields.ts'
import { withUsual } from './lenient-fields.ts'

/** The state of an operation, by the rules in `domain/forecast/operation-words.ts`. */
export const operationStates = [
  'overdue',
  'projectedLate',
  'atRisk',
  'onTime',
  /** Open, but no date can be forecast: it is not planned, on hold, or waits for such work. */
  'unscheduled',
  'completed',
  /** Its project is complete, shipped, on hold or cancelled. */
  'closed',
] as const
export const OperationState = z.enum(operationStates)
export type OperationState = z.infer<typeof OperationState>

/** When an operation will end, as likely as the samples of its forecast say. */
const OperationOdds = z.object({
  /** Ended by then in 10, 50, 80 and 90 % of the samples. */
  p10: Instant,
  p50: Instant,
  p80: Instant,
  p90: Instant,
  /** Chance to end by its need-by date, 0 to 1; null = it has none. */
  needByChance: z.nullable(z.number()),
})
export type OperationOdds = z.infer<typeof OperationOdds>

/** The forecast of an operation if the plan is followed from now on, used by all screens. */
export const OperationOutlook = z.object({
  state: OperationState,
  /** Calendar days since `endsByDate`; 0 = since today, or not overdue. */
  daysOverdue: z.int(),
  /** The date by which it should end or should have ended: planned end or need-by, whichever is earlier; null = not open, or neither. */
  endsByDate: z.nullable(Instant),
  /** Forecast start and end; null = completed, closed, or without a forecast. */
  forecastStartDate: z.nullable(Instant),
  forecastEndDate: z.nullable(Instant),
  /** Open, with a forecast end at least 15 working minutes after its planned end. */
  behindPlan: z.boolean(),
  /** Latest end with which the remaining work of its successors still meets the due date. */
  needByDate: z.nullable(Instant),
  /** Working days from its forecast end to `needByDate`; negative = too late; one decimal. */
  slackDays: z.nullable(z.number()),
  /** null = no forecast, not computed yet, or too little is known about how long its work takes. */
  odds: withUsual(z.nullable(OperationOdds), null),
  /** The work center because of which too little is known; null = none in particular, or it has odds. */
  oddsGap: withUsual(z.nullable(z.string()), null),
})
export type OperationOutlook = z.infer<typeof OperationOutlook>
