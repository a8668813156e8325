import type { FloorOperation, FloorReport } from '#contract/floor.ts'
import { applyOperationChange, type OperationState } from '../operations/apply-operation-change.ts'
import { shownHoursLeft } from '../operations/work-left.ts'
import { applyFloorReport } from './apply-floor-report.ts'

/** The fields of a card that a report can change. */
export type ReportedCard = Pick<
  FloorOperation,
  'status' | 'holdReason' | 'progressPercentage' | 'hoursLeft' | 'actualStartDate' | 'notes'
>

/** The work behind a card. */
type Work = OperationState & {
  readonly durationHours: number
  readonly holdReason: string
  readonly notes: string
}

const dateOf = (instant: string | null | undefined) => (instant ? new Date(instant) : null)

/** Cards list open work only, and do not carry its estimate, which is derived from the hours left. */
const workOf = ({ status, holdReason, progressPercentage, hoursLeft, actualStartDate, notes }: ReportedCard): Work => ({
  status,
  progressPercentage,
  onHold: status === 'On Hold',
  actualStartDate: dateOf(actualStartDate),
  actualEndDate: null,
  durationHours: hoursLeft / (1 - progressPercentage / 100),
  holdReason,
  notes,
})

/** The work after a report; unchanged if the server will refuse it. */
const reported = (work: Work, report: FloorReport, reporterName: string): Work => {
  const at = new Date(report.reportedAt)
  // Only projects that are being worked on are listed; which of their phases it is makes no difference.
  const decision = applyFloorReport({ ...work, phase: 'production' }, report, { at, reporterName })
  if (!decision.ok) return work
  const { progressPercentage, onHold, durationHours, holdReason, notes, ...dates } = decision.input
  const change = {
    progressPercentage,
    onHold,
    actualStartDate: dateOf(dates.actualStartDate) ?? undefined,
    actualEndDate: dateOf(dates.actualEndDate) ?? undefined,
  }
  const after = applyOperationChange(work, change, at)
  if (!after.ok) return work
  return {
    ...after.state,
    durationHours: durationHours ?? work.durationHours,
    holdReason: after.state.onHold ? (holdReason ?? work.holdReason) : '',
    notes: notes ?? work.notes,
  }
}

/** The card as the server will return it after these reports, in their order. */
export const predictFloorReports = <Card extends ReportedCard>(
  card: Card,
  reports: readonly FloorReport[],
  reporterName: string,
): Card => {
  if (reports.length === 0) return card
  const work = reports.reduce((before, report) => reported(before, report, reporterName), workOf(card))
  return {
    ...card,
    status: work.status,
    holdReason: work.holdReason,
    progressPercentage: work.progressPercentage,
    hoursLeft: shownHoursLeft(work),
    actualStartDate: work.actualStartDate?.toISOString() ?? null,
    notes: work.notes,
  }
}
