import type { OperationState } from '#contract/operation-outlook.ts'
import type { ListedProject } from '#contract/projects.ts'
import type { ProjectPhase } from '#contract/vocabulary.ts'
import { bySequence, byShipDate } from '#domain/kanban/build-kanban.ts'
import { columnOfCard, type MovableCard } from '#domain/kanban/check-card-move.ts'
import type { ColumnId, KanbanGrouping } from '#domain/kanban/kanban-columns.ts'
import { isLateState } from '#web/components/operation-marks/operation-state.ts'

/** The change that a card waits for while its dialog is open or its save is running. */
export type Waiting = 'shipment' | 'completion' | 'hold' | 'cancellation'

/** A card with its display fields. */
export interface ProjectCard {
  readonly type: 'project'
  readonly id: string
  readonly title: string
  readonly number: string
  readonly shipMs: number | null
  readonly project: ListedProject
  readonly waiting: Waiting | null
}

export interface OperationCard {
  readonly type: 'operation'
  /** `projectId_operationId`. */
  readonly id: string
  readonly projectId: string
  readonly operationId: string
  readonly title: string
  /** Number and name of its project. */
  readonly number: string
  readonly projectTitle: string
  readonly priority: number
  readonly phase: ProjectPhase
  /** End of its project's ship date, epoch ms; null without a date. */
  readonly shipMs: number | null
  /** 0 to 1. */
  readonly progress: number
  readonly onHold: boolean
  /** Whether work on it has started, with or without progress. */
  readonly begun: boolean
  readonly sequence: number
  readonly categoryId: string | null
  /** Scheduled or actual start and end, epoch ms; null if not scheduled. */
  readonly startMs: number | null
  readonly endMs: number | null
  readonly durationHours: number
  /** When its material is ready, epoch ms; null if it needs none, or has started without it. */
  readonly materialReadyMs: number | null
  /** The last state from the server. */
  readonly state: OperationState
  readonly version: number
  readonly waiting: Waiting | null
}

export type KanbanCard = ProjectCard | OperationCard

export const movable = (card: KanbanCard): MovableCard =>
  card.type === 'project' ? { type: 'project', status: card.project.status, phase: card.project.currentPhase } : card

export const columnOf = (card: KanbanCard, grouping: KanbanGrouping): ColumnId => columnOfCard(movable(card), grouping)

export const compareCards = (a: KanbanCard, b: KanbanCard): number =>
  a.type === 'operation' && b.type === 'operation' ? bySequence(a, b) : byShipDate(a, b)

export const projectIdOf = (card: KanbanCard): string =>
  card.type === 'project' ? card.project.projectId : card.projectId

/** The page that 'View Details' and the title open. */
export const pathOf = (card: KanbanCard): string =>
  card.type === 'project'
    ? `/projects/${card.project.projectId}`
    : `/projects/${card.projectId}/operations/${card.operationId}`

/** Whether the server calls the card late. An operation that was just completed here is not late. */
export const isLate = (card: KanbanCard): boolean =>
  card.type === 'project' ? card.project.state === 'late' : card.progress < 1 && isLateState(card.state)

/** When the material is ready that the card's work waits for; null if it waits for none. */
export const awaitedMaterialMs = (card: KanbanCard, nowMs: number): number | null =>
  card.type === 'operation' && card.progress === 0 && card.materialReadyMs !== null && card.materialReadyMs > nowMs
    ? card.materialReadyMs
    : null

export const hoursLeftOf = (card: KanbanCard): number =>
  card.type === 'project' ? card.project.hoursLeft : card.durationHours * (1 - card.progress)
