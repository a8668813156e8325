import type { FloorOperation } from '#contract/floor.ts'
import { predictFloorReports } from '#domain/floor/predict-floor-reports.ts'
import type { KeptWork, QueuedReport } from '#web/stores/floor.ts'

/** An operation as its card shows it: what the server said, and the reports on their way over it. */
export interface DrawnOperation extends FloorOperation {
  readonly isDone: boolean
  /** Its reports that wait, in their order. */
  readonly waiting: readonly QueuedReport[]
}

/** An operation with its reports drawn over it. Refused ones are not. */
const drawOperation = (
  operation: FloorOperation,
  reports: readonly QueuedReport[],
  reporterName: string,
): DrawnOperation => {
  const own = reports.filter(({ report, state }) => report.operationId === operation.operationId && state !== 'refused')
  const drawn = predictFloorReports(
    operation,
    own.map(({ report }) => report),
    reporterName,
  )
  return { ...drawn, isDone: drawn.progressPercentage >= 100, waiting: own.filter(({ state }) => state === 'waiting') }
}

type Queue = KeptWork['queue']

/** The name in which reports are made: that of the device or of the person. */
export const reporterOf = (queue: Queue): string => ('device' in queue ? queue.device.name : queue.person.name)

/** The work centers with the reports on their way drawn over their operations. */
export const drawWork = (queue: Queue, reports: readonly QueuedReport[]) =>
  queue.workCenters.map((center) => ({
    ...center,
    operations: center.operations.map((operation) => drawOperation(operation, reports, reporterOf(queue))),
  }))
