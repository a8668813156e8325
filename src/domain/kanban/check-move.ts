import { type ProjectPhase, type ProjectStatus, projectPhases } from '#contract/vocabulary.ts'

/** Columns of the status view, and the status for each. */
export const statusColumns = {
  not_started: 'New',
  in_progress: 'In Progress',
  on_hold: 'On Hold',
  completed: 'Completed',
} as const satisfies Record<string, ProjectStatus>
export type StatusColumn = keyof typeof statusColumns

export const invalidMoveMessage = 'Invalid move - this transition is not allowed'

export const shippedStaysCompletedMessage =
  'A shipped project stays Completed while it has a ship date. Move it out of Shipped first; that removes the date.'

export type MoveDecision =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: typeof invalidMoveMessage | typeof shippedStaysCompletedMessage }

const refused: MoveDecision = { ok: false, reason: invalidMoveMessage }
const allowed: MoveDecision = { ok: true }

/**
 * The move rule of the phase view, exactly as specified: a move is invalid if the current phase is more than one step
 * ahead of the target in column order.
 */
export const checkPhaseMove = (currentPhase: ProjectPhase, target: ProjectPhase): MoveDecision =>
  projectPhases.indexOf(currentPhase) - projectPhases.indexOf(target) > 1 ? refused : allowed

/** A project with an actual ship date must stay Completed, however its status is changed. */
export const checkShippedStatus = (phase: ProjectPhase, status: ProjectStatus): MoveDecision =>
  phase === 'shipped' && status !== 'Completed' ? { ok: false, reason: shippedStaysCompletedMessage } : allowed

/** The move rule of the status view: a Completed project cannot go back to not_started, and a shipped one cannot move. */
export const checkStatusMove = (
  { status, phase }: { readonly status: ProjectStatus; readonly phase: ProjectPhase },
  target: StatusColumn,
): MoveDecision =>
  status === 'Completed' && target === 'not_started' ? refused : checkShippedStatus(phase, statusColumns[target])
