import type { ProjectPhase, ProjectStatus } from '#contract/vocabulary.ts'
import {
  type OperationColumnFacts,
  operationColumnOf,
  phaseColumnOf,
  projectColumnOf,
  statusColumnOf,
} from './card-columns.ts'
import { canEnterColumn } from './change-operation.ts'
import {
  checkPhaseMove,
  checkStatusMove,
  invalidMoveMessage,
  type MoveDecision,
  type StatusColumn,
  statusColumns,
} from './check-move.ts'
import type { ColumnId, KanbanGrouping } from './kanban-columns.ts'

export const droppedOutsideMessage = 'Item dropped outside a droppable area'
export const unchangedMessage = 'Item position unchanged'

/** The data of a card that the move rule needs. */
export type MovableCard =
  | { readonly type: 'project'; readonly status: ProjectStatus | null; readonly phase: ProjectPhase | null }
  | ({ readonly type: 'operation' } & OperationColumnFacts)

export type CardMoveDecision = MoveDecision | { readonly ok: false; readonly reason: typeof unchangedMessage }

/** The current column of a card. */
export const columnOfCard = (card: MovableCard, grouping: KanbanGrouping): ColumnId =>
  card.type === 'project'
    ? projectColumnOf({ status: card.status, currentPhase: card.phase }, grouping)
    : operationColumnOf(card, grouping)

const decide = (card: MovableCard, grouping: KanbanGrouping, target: ColumnId): MoveDecision => {
  if (grouping === 'phase') return checkPhaseMove(phaseColumnOf(card.phase), target as ProjectPhase)
  const column = target as StatusColumn
  if (card.type === 'project') {
    const status = statusColumns[statusColumnOf(card.status)]
    return checkStatusMove({ status, phase: phaseColumnOf(card.phase) }, column)
  }
  return canEnterColumn(card, column) ? { ok: true } : { ok: false, reason: invalidMoveMessage }
}

/** Whether a card may be moved to a column. Drag, menu and keyboard all use this rule. */
export const checkCardMove = (card: MovableCard, grouping: KanbanGrouping, target: ColumnId): CardMoveDecision =>
  columnOfCard(card, grouping) === target ? { ok: false, reason: unchangedMessage } : decide(card, grouping, target)
