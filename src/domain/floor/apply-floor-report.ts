import type { FloorReport } from '#contract/floor.ts'
import type { OperationInput } from '#contract/operations.ts'
import { limits, type ProjectPhase, phaseTitles, unscheduledPhases } from '#contract/vocabulary.ts'
import { isCompleted } from '../operations/is-completed.ts'
import { reportHoursLeft } from '../operations/report-hours-left.ts'

/** The facts that decide whether a report can still be applied. */
export interface ReportedWork {
  readonly durationHours: number
  /** As in `Operation`. A card of the floor does not know it. */
  readonly originalHours?: number | null
  readonly progressPercentage: number
  readonly onHold: boolean
  readonly actualStartDate: Date | null
  readonly actualEndDate: Date | null
  readonly notes: string
  /** null = it is not counted. */
  readonly quantity: number | null
  readonly goodPieces: number
  /** Whether anyone works on it now. */
  readonly isRunning: boolean
  /** Effective phase of the project. */
  readonly phase: ProjectPhase
}

export type ReportDecision =
  | { readonly ok: true; readonly input: OperationInput }
  | { readonly ok: false; readonly reason: string }

const refused = (reason: string): ReportDecision => ({ ok: false, reason })
const accepted = (input: OperationInput): ReportDecision => ({ ok: true, input })

/** Appends a line with the name of the reporting device or person. */
const withNote = (notes: string, note: string, reporterName: string): string =>
  `${notes.trimEnd()}${notes.trim() === '' ? '' : '\n'}${reporterName}: ${note.trim()}`

/** Why the work accepts only notes; null if it accepts every report. */
export const closedReason = ({
  phase,
  progressPercentage,
  actualEndDate,
}: Pick<ReportedWork, 'phase' | 'progressPercentage' | 'actualEndDate'>): string | null => {
  if (unscheduledPhases.includes(phase)) return `Its project is not worked on any more: ${phaseTitles[phase]}.`
  const isDone = isCompleted({ progressPercentage, actualEndMs: actualEndDate?.getTime() ?? null })
  return isDone ? 'It is done already.' : null
}

/** Progress above this counts as done, and only a person says that. */
const mostPercent = 99

/** Progress by good pieces; a higher one that a person reported stays. */
const progressOfPieces = ({ quantity, goodPieces, progressPercentage }: ReportedWork, good: number): OperationInput => {
  if (!quantity) return {}
  const byPieces = Math.min(mostPercent, Math.round(((goodPieces + good) / quantity) * 1e4) / 100)
  return byPieces > progressPercentage ? { progressPercentage: byPieces } : {}
}

export interface ReportFacts {
  readonly at: Date
  readonly reporterName: string
  /** Whether it is known who worked. A second person may then start work that runs already. */
  readonly isNamed: boolean
}

/**
 * Translates a report from the shop floor into the change a planner would make, or explains why it can no longer be applied. Reports are
 * accepted in any order: work that was never started can be reported as done. Only a hold prevents a start.
 */
export const applyFloorReport = (
  work: ReportedWork,
  report: Omit<FloorReport, 'operationId' | 'reportedAt'>,
  { at, reporterName, isNamed }: ReportFacts,
): ReportDecision => {
  const { kind, progressPercentage, good = 0, hoursLeft = 0, reason = '', note = '' } = report
  const time = at.toISOString()
  if (kind === 'note') {
    const notes = withNote(work.notes, note, reporterName)
    return notes.length > limits.maxTextLength ? refused('Its notes are full.') : accepted({ notes })
  }
  const closed = closedReason(work)
  if (closed) return refused(closed)
  const begun = work.actualStartDate ? {} : { actualStartDate: time }
  switch (kind) {
    case 'start':
      if (work.onHold) return refused('It is on hold. Resume it first.')
      return work.actualStartDate && work.isRunning && !isNamed ? refused('It was started already.') : accepted(begun)
    case 'pause':
      if (work.onHold) return refused('It is on hold.')
      return work.isRunning ? accepted({}) : refused('It is paused already.')
    case 'pieces':
      return accepted({ ...progressOfPieces(work, good), ...begun })
    case 'progress':
      return accepted({ progressPercentage, ...begun })
    case 'hoursLeft': {
      const decision = reportHoursLeft(work, hoursLeft)
      if (!decision.ok) return refused(decision.reason)
      const { ok: _, ...known } = decision
      // A longer duration replaces its parts; the quantity stays.
      const parts = known.durationHours === work.durationHours ? {} : { setupHours: null, hoursPerPiece: null }
      return accepted({ ...known, ...parts, ...begun })
    }
    case 'done':
      return accepted({ progressPercentage: 100, ...begun, actualEndDate: time })
    case 'hold':
      return work.onHold ? refused('It is on hold already.') : accepted({ onHold: true, holdReason: reason })
    case 'resume':
      if (work.onHold) return accepted({ onHold: false })
      return work.actualStartDate && !work.isRunning ? accepted({}) : refused('It is not on hold any more.')
  }
}
