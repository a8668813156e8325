import type { FloorOperation } from '#contract/floor.ts'
import { predictFloorReports } from '#domain/floor/predict-floor-reports.ts'
import type { KeptWork, QueuedReport } from '#web/stores/floor.ts'

/** An operation for its card: the server's data with the pending reports applied. */
export interface DrawnOperation extends FloorOperation {
  /** Reported as done here. Work that was done before is closed instead, and takes notes. */
  readonly isDone: boolean
  /** Its waiting reports, in order. */
  readonly waiting: readonly QueuedReport[]
}

/** An operation with its reports applied, except refused ones. */
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
  const isDone = operation.closedReason === '' && drawn.progressPercentage >= 100
  return { ...drawn, isDone, waiting: own.filter(({ state }) => state === 'waiting') }
}

type Queue = KeptWork['queue']

/** The name under which reports are made: the device or the person. */
export const reporterOf = (queue: Queue): string => ('device' in queue ? queue.device.name : queue.person.name)

/** The work centers, with the pending reports applied to their operations. */
export const drawWork = (queue: Queue, reports: readonly QueuedReport[]) =>
  queue.workCenters.map((center) => ({
    ...center,
    operations: center.operations.map((operation) => drawOperation(operation, reports, reporterOf(queue))),
  }))
