/** An open operation of a work center, with the facts that decide its position. Instants in epoch ms. */
export interface QueuedOperation {
  readonly operationId: string
  readonly onHold: boolean
  /** Whether it was started or has progress. */
  readonly isStarted: boolean
  /** Forecast start, or the actual start if it has one; null without a forecast. */
  readonly forecastStartMs: number | null
  readonly scheduledStartMs: number | null
}

export interface DispatchOrder<T> {
  /** Work under way, then forecast work, in the order in which the work center should run it. */
  readonly scheduled: readonly T[]
  /** Open work without a forecast: it waits for work on hold, or was never scheduled. */
  readonly unscheduled: readonly T[]
  readonly onHold: readonly T[]
}

const startsFirst = (a: number | null, b: number | null): number => {
  if (a === b) return 0
  return (a ?? Number.POSITIVE_INFINITY) < (b ?? Number.POSITIVE_INFINITY) ? -1 : 1
}

const inOrder = (a: QueuedOperation, b: QueuedOperation): number =>
  Number(b.isStarted) - Number(a.isStarted) ||
  startsFirst(a.forecastStartMs, b.forecastStartMs) ||
  startsFirst(a.scheduledStartMs, b.scheduledStartMs) ||
  (a.operationId < b.operationId ? -1 : 1)

/**
 * The order in which a work center runs its open operations: work under way first, then the plan as the forecast follows it. Lateness does
 * not change the order. The tablet at the machine and the printed dispatch list both use this function.
 */
export const dispatchOrder = <T extends QueuedOperation>(operations: readonly T[]): DispatchOrder<T> => {
  const {
    scheduled = [],
    unscheduled = [],
    onHold = [],
  } = Object.groupBy(operations.toSorted(inOrder), (operation) => {
    if (operation.onHold) return 'onHold'
    return operation.isStarted || operation.forecastStartMs !== null ? 'scheduled' : 'unscheduled'
  })
  return { scheduled, unscheduled, onHold }
}

export interface FloorSections<T> {
  readonly today: readonly T[]
  readonly next: readonly T[]
  readonly onHold: readonly T[]
}

/**
 * The sections on a work center's tablet: today's work (under way, or forecast to start before `endOfTodayMs`, the end
 * of the day), upcoming work in the same order, and work on hold.
 */
export const floorSections = <T extends QueuedOperation>(
  operations: readonly T[],
  endOfTodayMs: number,
): FloorSections<T> => {
  const { scheduled, unscheduled, onHold } = dispatchOrder(operations)
  const isToday = ({ isStarted, forecastStartMs }: T): boolean =>
    isStarted || (forecastStartMs !== null && forecastStartMs < endOfTodayMs)
  const { today = [], later = [] } = Object.groupBy(scheduled, (one) => (isToday(one) ? 'today' : 'later'))
  return { today, next: [...later, ...unscheduled], onHold }
}
