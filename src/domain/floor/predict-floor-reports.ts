import type { FloorOperation, FloorReport } from '#contract/floor.ts'
import { applyOperationChange, type OperationState } from '../operations/apply-operation-change.ts'
import { shownHoursLeft } from '../operations/work-left.ts'
import { applyFloorReport } from './apply-floor-report.ts'
import { workOfReport } from './work-of-report.ts'

/** The fields of a card that a report can change. */
export type ReportedCard = Pick<
  FloorOperation,
  | 'status'
  | 'holdReason'
  | 'progressPercentage'
  | 'hoursLeft'
  | 'actualStartDate'
  | 'notes'
  | 'quantity'
  | 'goodPieces'
  | 'scrapPieces'
  | 'workingCount'
  | 'pauseReason'
>

/** The work behind a card. */
type Work = OperationState & {
  readonly durationHours: number
  readonly holdReason: string
  readonly notes: string
} & Pick<ReportedCard, 'quantity' | 'goodPieces' | 'scrapPieces' | 'workingCount' | 'pauseReason'>

const dateOf = (instant: string | null | undefined) => (instant ? new Date(instant) : null)

/** Cards list open work only, and do not carry its estimate, which is derived from the hours left. */
const workOf = ({ status, progressPercentage, hoursLeft, actualStartDate, ...card }: ReportedCard): Work => ({
  ...card,
  status,
  progressPercentage,
  onHold: status === 'On Hold',
  actualStartDate: dateOf(actualStartDate),
  actualEndDate: null,
  durationHours: hoursLeft / (1 - progressPercentage / 100),
})

/** Pieces, and the people at work, after an accepted report. Who they are is not known here, so another start counts as another person. */
const counted = (
  work: Work,
  report: FloorReport,
): Pick<Work, 'goodPieces' | 'scrapPieces' | 'workingCount' | 'pauseReason'> => {
  const { goodPieces, scrapPieces, workingCount, pauseReason } = work
  const isPieces = report.kind === 'pieces'
  const pieces = {
    goodPieces: goodPieces + (isPieces ? (report.good ?? 0) : 0),
    scrapPieces: scrapPieces + (isPieces ? (report.scrap ?? 0) : 0),
  }
  switch (workOfReport(report.kind, work)) {
    case 'start':
      return {
        ...pieces,
        workingCount: report.workerCode === undefined ? Math.max(1, workingCount) : workingCount + 1,
        pauseReason: '',
      }
    case 'pause':
      return { ...pieces, workingCount: Math.max(0, workingCount - 1), pauseReason: report.reason ?? '' }
    case 'stop':
      return { ...pieces, workingCount: 0, pauseReason: '' }
    case null:
      return { ...pieces, workingCount, pauseReason }
  }
}

/** The work after a report; unchanged if the server will refuse it. */
const reported = (work: Work, report: FloorReport, reporterName: string): Work => {
  const at = new Date(report.reportedAt)
  // Only projects that are being worked on are listed; which of their phases it is makes no difference.
  const before = { ...work, isRunning: work.workingCount > 0, phase: 'production' } as const
  const isNamed = report.workerCode !== undefined
  const decision = applyFloorReport(before, report, { at, reporterName, isNamed })
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
    ...counted(work, report),
    quantity: work.quantity,
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
    goodPieces: work.goodPieces,
    scrapPieces: work.scrapPieces,
    workingCount: work.workingCount,
    pauseReason: work.pauseReason,
  }
}
