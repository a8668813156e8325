import type { ProjectPhase, ProjectStatus } from '#contract/vocabulary.ts'
import { checkPhaseMove, checkShippedStatus, checkStatusMove, invalidMoveMessage } from '../kanban/check-move.ts'
import { statusAfterPhase } from './follow-phase.ts'

export interface PhaseState {
  readonly status: ProjectStatus
  readonly currentPhase: ProjectPhase
  readonly actualShipDate: Date | null
}

/** Absent = not sent. */
export type PhaseChange = { readonly [K in keyof PhaseState]?: PhaseState[K] | undefined }

export type ProjectDecision =
  | { readonly ok: true; readonly state: PhaseState }
  | { readonly ok: false; readonly code: 'invalid_move' | 'rule'; readonly reason: string }

const shipDateRequiredMessage = 'Actual Ship Date is required'
export const futureShipDateMessage = 'The actual ship date cannot be later than today.'

/**
 * Phase, status and actual ship date after a change. `boundByKanban`: the move rule of the board applies (a PATCH of these fields alone).
 * The status follows the phase unless another one was chosen on purpose, which a shipped project refuses. Entering Shipped requires the
 * date, and leaving it removes the date. A new ship date must be before `endOfTodayMs`; if the reader is unknown, that is the end of today
 * anywhere on earth. A later stored date does not prevent other changes.
 */
export const applyProjectChange = (
  before: PhaseState,
  change: PhaseChange,
  boundByKanban: boolean,
  endOfTodayMs: number,
): ProjectDecision => {
  const currentPhase = change.currentPhase ?? before.currentPhase
  const moved = currentPhase !== before.currentPhase
  const chosen = change.status !== undefined && change.status !== before.status ? change.status : null
  if (boundByKanban) {
    const phaseRefused = !checkPhaseMove(before.currentPhase, currentPhase).ok
    const from = { status: before.status, phase: currentPhase }
    const statusRefused = chosen === 'New' && !checkStatusMove(from, 'not_started').ok
    if (phaseRefused || statusRefused) return { ok: false, code: 'invalid_move', reason: invalidMoveMessage }
  }
  const status = chosen ?? (moved ? statusAfterPhase(currentPhase, before.status) : before.status)
  const shipped = chosen === null ? null : checkShippedStatus(currentPhase, chosen)
  if (shipped && !shipped.ok) return { ok: false, code: 'rule', reason: shipped.reason }
  const previous = moved && before.currentPhase === 'shipped' ? null : before.actualShipDate
  const actualShipDate = change.actualShipDate === undefined ? previous : change.actualShipDate
  const losesDate = before.actualShipDate !== null && actualShipDate === null
  if (currentPhase === 'shipped' && actualShipDate === null && (moved || losesDate)) {
    return { ok: false, code: 'rule', reason: shipDateRequiredMessage }
  }
  const isNewDate = actualShipDate !== null && actualShipDate.getTime() !== before.actualShipDate?.getTime()
  if (isNewDate && actualShipDate.getTime() >= endOfTodayMs) {
    return { ok: false, code: 'rule', reason: futureShipDateMessage }
  }
  return { ok: true, state: { status, currentPhase, actualShipDate } }
}
