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

export const shippedStaysCompletedMessage =
  'A shipped project stays Completed while it has a ship date. Move it out of Shipped first; that removes the date.'

export type MoveDecision =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: typeof invalidMoveMessage | typeof shippedStaysCompletedMessage }

const refused: MoveDecision = { ok: false, reason: invalidMoveMessage }
const allowed: MoveDecision = { ok: true }

/**
 * The board's move rule for the phase view, to the letter of specification 5: invalid if the current phase is more than
 * one step ahead of the target in the order of the columns.
 */
export const checkPhaseMove = (currentPhase: ProjectPhase, target: ProjectPhase): MoveDecision =>
  projectPhases.indexOf(currentPhase) - projectPhases.indexOf(target) > 1 ? refused : allowed

/** A project with the date of its shipment also keeps its completion, in whatever way the status is changed. */
export const checkShippedStatus = (phase: ProjectPhase, status: ProjectStatus): MoveDecision =>
  phase === 'shipped' && status !== 'Completed' ? { ok: false, reason: shippedStaysCompletedMessage } : allowed

/** The board's move rule for the status view: a Completed project does not go back to not_started, and a shipped one stays. */
export const checkStatusMove = (
  { status, phase }: { readonly status: ProjectStatus; readonly phase: ProjectPhase },
  target: StatusColumn,
): MoveDecision =>
  status === 'Completed' && target === 'not_started' ? refused : checkShippedStatus(phase, statusColumns[target])
