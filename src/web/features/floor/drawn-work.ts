import type { FloorOperation } from '#contract/floor.ts'
import { reportHoursLeft } from '#domain/operations/report-hours-left.ts'
import type { KeptWork, QueuedReport } from '#web/stores/floor.ts'

/** An operation for its card: the server's data with the pending reports applied. */
export interface DrawnOperation extends FloorOperation {
  readonly isDone: boolean
  /** Its waiting reports, in order. */
  readonly waiting: readonly QueuedReport[]
}

/** The progress of an operation with the given hours left; unchanged if the server would refuse them. */
const percentWith = ({ hoursLeft: before, progressPercentage: progressPercent }: FloorOperation, hoursLeft: number) => {
  const durationHours = progressPercent >= 100 ? 0 : before / (1 - progressPercent / 100)
  const decision = reportHoursLeft({ durationHours, progressPercent }, hoursLeft)
  return decision.ok ? decision.progressPercent : progressPercent
}

const over = (drawn: DrawnOperation, { report }: QueuedReport, reporterName: string): DrawnOperation => {
  const { kind, progressPercentage = 0, hoursLeft = 0, reason = '', note = '', reportedAt } = report
  const begun = { actualStartDate: drawn.actualStartDate ?? reportedAt }
  const hoursOf = (percent: number) =>
    drawn.progressPercentage >= 100 ? 0 : (drawn.hoursLeft * (100 - percent)) / (100 - drawn.progressPercentage)
  switch (kind) {
    case 'start':
      return { ...drawn, ...begun, status: 'In Progress' }
    case 'progress': {
      const status = drawn.status === 'On Hold' ? 'On Hold' : 'In Progress'
      return { ...drawn, ...begun, status, progressPercentage, hoursLeft: hoursOf(progressPercentage) }
    }
    case 'hoursLeft': {
      const status = drawn.status === 'On Hold' ? 'On Hold' : 'In Progress'
      const percent = percentWith(drawn, hoursLeft)
      return { ...drawn, ...begun, status, hoursLeft, progressPercentage: percent }
    }
    case 'done':
      return { ...drawn, ...begun, status: 'Completed', progressPercentage: 100, hoursLeft: 0, isDone: true }
    case 'hold':
      return { ...drawn, status: 'On Hold', holdReason: reason }
    case 'resume':
      return { ...drawn, status: drawn.actualStartDate ? 'In Progress' : 'Pending', holdReason: '' }
    case 'note':
      return { ...drawn, notes: [drawn.notes, `${reporterName}: ${note.trim()}`].filter(Boolean).join('\n') }
  }
}

/** An operation with its reports applied, except refused ones. */
const drawOperation = (
  operation: FloorOperation,
  reports: readonly QueuedReport[],
  reporterName: string,
): DrawnOperation => {
  const own = reports.filter(({ report, state }) => report.operationId === operation.operationId && state !== 'refused')
  const blank: DrawnOperation = { ...operation, isDone: false, waiting: own.filter(({ state }) => state === 'waiting') }
  return own.reduce((drawn, report) => over(drawn, report, reporterName), blank)
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
