/** An open operation of a work center, with what decides when its turn comes. Instants in epoch ms. */
export interface QueuedOperation {
  readonly operationId: string
  readonly onHold: boolean
  /** It was started, or has progress. */
  readonly isStarted: boolean
  /** When it starts if the plan is followed from now on, or when it was started; null = it has no forecast. */
  readonly forecastStartMs: number | null
  readonly scheduledStartMs: number | null
}

export interface DispatchOrder<T> {
  /** What is under way, then what the forecast lets start there, in the order in which the work center is to run it. */
  readonly scheduled: readonly T[]
  /** Open work without a forecast: it waits for work on hold, or has never been scheduled. */
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
 * The order in which a work center runs its open operations: what is under way, then the plan as the forecast follows it. Being
 * late changes no place. The tablet at the machine and the printed dispatch list both take their order from here.
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
 * What a tablet at a work center shows: what is under way or starts there before the day ends (`endOfTodayMs`, its first
 * instant after), then all that follows in the same order, and apart from both what is on hold.
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
