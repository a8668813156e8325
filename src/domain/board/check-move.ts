import { type ProjectPhase, type ProjectStatus, projectPhases } from '#contract/vocabulary.ts'

/** Columns of the board's status view with the status each stands for (specification 4.4). */
export const statusColumns = {
  not_started: 'New',
  in_progress: 'In Progress',
  on_hold: 'On Hold',
  completed: 'Completed',
} as const satisfies Record<string, ProjectStatus>
export type StatusColumn = keyof typeof statusColumns

export const invalidMoveMessage = 'Invalid move - this transition is not allowed'

export type MoveDecision = { readonly ok: true } | { readonly ok: false; readonly reason: typeof invalidMoveMessage }

const refused: MoveDecision = { ok: false, reason: invalidMoveMessage }
const allowed: MoveDecision = { ok: true }

/**
 * The board's move rule for the phase view, to the letter of specification 5: invalid if the current phase is more than
 * one step ahead of the target in the order of the columns.
 */
export const checkPhaseMove = (currentPhase: ProjectPhase, target: ProjectPhase): MoveDecision =>
  projectPhases.indexOf(currentPhase) - projectPhases.indexOf(target) > 1 ? refused : allowed

/** The board's move rule for the status view: a Completed project does not go back to not_started. */
export const checkStatusMove = (currentStatus: ProjectStatus, target: StatusColumn): MoveDecision =>
  currentStatus === 'Completed' && target === 'not_started' ? refused : allowed
