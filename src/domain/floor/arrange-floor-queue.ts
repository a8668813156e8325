import { floorLimits } from '#contract/floor.ts'
import type { OperationState } from '#contract/operation-outlook.ts'

/** An open operation of a work center, with what its place in the queue depends on. Instants in epoch ms. */
export interface QueuedOperation {
  readonly operationId: string
  readonly state: OperationState
  readonly isStarted: boolean
  readonly forecastStartMs: number | null
  readonly scheduledStartMs: number | null
}

export interface ArrangedQueue {
  readonly today: readonly string[]
  readonly next: readonly string[]
  readonly moreCount: number
}

const late: ReadonlySet<OperationState> = new Set(['overdue', 'projectedLate'])

/** Where no forecast can be given, as on hold, the plan says when it would begin. */
const beginMs = ({ forecastStartMs, scheduledStartMs }: QueuedOperation): number =>
  forecastStartMs ?? scheduledStartMs ?? Number.POSITIVE_INFINITY

const inForecastOrder = (a: QueuedOperation, b: QueuedOperation): number => {
  const [first, second] = [beginMs(a), beginMs(b)]
  if (first !== second) return first < second ? -1 : 1
  return a.operationId < b.operationId ? -1 : 1
}

/**
 * The queue of one work center in forecast order: what is started, late or begins before the day ends (`endOfTodayMs`, its first
 * instant after), then the first few of the rest.
 */
export const arrangeFloorQueue = (operations: readonly QueuedOperation[], endOfTodayMs: number): ArrangedQueue => {
  const ordered = operations.toSorted(inForecastOrder)
  const isToday = (operation: QueuedOperation): boolean =>
    operation.isStarted || late.has(operation.state) || beginMs(operation) < endOfTodayMs
  const { today = [], later = [] } = Object.groupBy(ordered, (operation) => (isToday(operation) ? 'today' : 'later'))
  const [shown, next] = [today.slice(0, floorLimits.today), later.slice(0, floorLimits.next)]
  return {
    today: shown.map(({ operationId }) => operationId),
    next: next.map(({ operationId }) => operationId),
    moreCount: operations.length - shown.length - next.length,
  }
}
