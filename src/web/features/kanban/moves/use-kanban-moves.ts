import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ListedProject, ProjectInput } from '#contract/projects.ts'
import { type HistorySource, ProjectPhase } from '#contract/vocabulary.ts'
import type { Actor } from '#domain/access/rights.ts'
import { bySequence } from '#domain/kanban/build-kanban.ts'
import { progressPercentage } from '#domain/kanban/card-progress.ts'
import { operationAtPercent, operationInColumn } from '#domain/kanban/change-operation.ts'
import { checkCardMove, unchangedMessage } from '#domain/kanban/check-card-move.ts'
import { type StatusColumn, statusColumns } from '#domain/kanban/check-move.ts'
import { type ColumnId, columnsOf, type KanbanGrouping } from '#domain/kanban/kanban-columns.ts'
import { currentActor, refusalOf } from '#web/stores/actor.ts'
import { operationRefusal, orderRefusal } from '#web/stores/operation-refusal.ts'
import { announce } from '#web/ui/live-region.tsx'
import { toast } from '#web/ui/toast.tsx'
import {
  columnOf,
  type KanbanCard,
  movable,
  type OperationCard,
  projectIdOf,
  type Waiting,
} from '../model/kanban-card.ts'
import { type ProjectChange, saveOperations, saveOrder, saveProject } from './save-cards.ts'

/** A move whose dialog is open, or which the dialog has sent. */
export interface Question extends ProjectChange {
  readonly kind: Waiting
  /** Announced after the move is confirmed. */
  readonly said: string
  readonly busy: boolean
}

export interface OperationReport {
  readonly card: OperationCard
  /** 0 to 100. */
  readonly percent: number
}

interface KanbanMovesInput {
  readonly grouping: KanbanGrouping
  readonly projects: ReadonlyMap<string, ListedProject>
}

const questionFor = ({ currentPhase, status }: ProjectInput): Waiting | null => {
  if (currentPhase === 'shipped') return 'shipment'
  if (currentPhase === 'complete' || status === 'Completed') return 'completion'
  if (currentPhase === 'cancelled') return 'cancellation'
  return currentPhase === 'on_hold' || status === 'On Hold' ? 'hold' : null
}

const fieldsFor = (column: ColumnId, grouping: KanbanGrouping): ProjectInput =>
  grouping === 'phase'
    ? { currentPhase: ProjectPhase.parse(column) }
    : { status: statusColumns[column as StatusColumn] }

/** The question about a move. The move is sent when the reader confirms it. */
function useQuestion(client: QueryClient) {
  const [question, setQuestion] = useState<Question | null>(null)
  const confirm = async (actualShipDate?: string) => {
    if (!question) return
    const fields = actualShipDate === undefined ? question.fields : { ...question.fields, actualShipDate }
    setQuestion({ ...question, busy: true })
    if (await saveProject(client, { ...question, fields })) announce(question.said)
    setQuestion(null)
  }
  const cancel = () => {
    if (!question || question.busy) return
    announce(question.back)
    setQuestion(null)
  }
  return { question, setQuestion, confirm, cancel }
}

/** Returns true if the reader may not change a card, and shows the reason. `reports`: the change is a report of work. */
const isRefused = (card: KanbanCard, reports: boolean): boolean => {
  const reason =
    card.type === 'project' || !reports
      ? refusalOf(currentActor(), 'planProjects')
      : operationRefusal(currentActor(), 'reportWork', card)
  if (reason !== null) toast.info(reason)
  return reason !== null
}

/** Why a person may not report the progress of a card; null if they may. For a project, each operation is checked separately. */
export const reportRefusal = (actor: Actor, card: KanbanCard): string | null => {
  if (card.type === 'operation') return operationRefusal(actor, 'reportWork', card)
  return refusalOf(actor, card.project.operationCount === 0 ? 'planProjects' : 'reportWork')
}

/** The changes of cards that stay in their column, unless their progress moves them. */
const cardReports = (client: QueryClient) => ({
  reportProgress: async (card: KanbanCard, percent: number): Promise<boolean> => {
    if (isRefused(card, true)) return false
    announce(`Updated progress of ${card.title} to ${percent}%`)
    const before = card.type === 'project' ? card.project.progressPercentage : progressPercentage(card.progress)
    const back = `The progress of ${card.title} went back to ${Math.round(before)}%`
    if (card.type === 'project') {
      const fields = { progressPercentage: percent }
      return saveProject(client, { project: card.project, fields, source: 'screen', back })
    }
    const next = operationAtPercent(card, percent)
    return saveOperations(client, [
      { card, next, done: 'Progress updated', back, source: 'screen', progressOnly: true },
    ])
  },

  /** Reports several operations of one project at once. `percent` is the resulting progress of the project. */
  reportOperations: async (title: string, percent: number, reports: readonly OperationReport[]): Promise<boolean> => {
    if (reports.some(({ card }) => isRefused(card, true))) return false
    announce(`Updated progress of ${title} to ${Math.round(percent)}%`)
    const moves = reports.map((report) => {
      const { card } = report
      const back = `The progress of ${card.title} went back to ${Math.round(progressPercentage(card.progress))}%`
      const next = operationAtPercent(card, report.percent)
      return { card, next, done: 'Progress updated', back, source: 'screen' as const, progressOnly: true }
    })
    return saveOperations(client, moves)
  },

  hold: (card: OperationCard, onHold: boolean) => {
    if (isRefused(card, true)) return
    const next = { progress: card.progress, onHold }
    const done = `${card.title} ${onHold ? 'put on hold' : 'resumed'}`
    const back = `Operation ${card.title} is ${onHold ? 'not on hold' : 'still on hold'}`
    void saveOperations(client, [{ card, next, done, back, source: 'screen' }])
  },
})

/** All changes of cards, shared by drag, menu and keys. `move` and the reports are stable across renders. */
export function useKanbanMoves(input: KanbanMovesInput) {
  const client = useQueryClient()
  const { question, setQuestion, confirm, cancel } = useQuestion(client)
  const reports = useMemo(() => cardReports(client), [client])
  const latest = useRef(input)
  useEffect(() => {
    latest.current = input
  })

  /** Returns true if the move has started. `groupBy` can differ from that of the board, because menus can offer both. */
  const move = useCallback(
    (card: KanbanCard, column: ColumnId, source: HistorySource, groupBy?: KanbanGrouping): boolean => {
      const { projects } = latest.current
      const grouping = groupBy ?? latest.current.grouping
      const decision = checkCardMove(movable(card), grouping, column)
      if (!decision.ok) {
        if (decision.reason === unchangedMessage) announce(unchangedMessage)
        else toast.error(decision.reason)
        return false
      }
      if (isRefused(card, card.type === 'operation' && grouping === 'status')) return false
      const titles = new Map(columnsOf(card.type, grouping).map(({ id, title }) => [id, title]))
      const to = titles.get(column)
      const from = titles.get(columnOf(card, grouping))
      if (card.type === 'operation' && grouping === 'status') {
        announce(`Moved operation ${card.title} from ${from} to ${to}`)
        const next = operationInColumn(card, column as StatusColumn)
        const back = `Operation ${card.title} went back to ${from}`
        void saveOperations(client, [{ card, next, source, done: `${card.title} moved to ${to}`, back }])
        return true
      }
      const project = card.type === 'project' ? card.project : projects.get(projectIdOf(card))
      if (!project) return false
      const fields = fieldsFor(column, grouping)
      const title = card.type === 'project' ? card.title : card.projectTitle
      const said = `Moved project ${title} from ${from} to ${to}`
      const back = `Project ${title} went back to ${from}`
      const kind = questionFor(fields)
      if (kind) {
        setQuestion({ kind, project, fields, source, said, back, busy: false })
        return true
      }
      announce(said)
      void saveProject(client, { project, fields, source, back })
      return true
    },
    [client, setQuestion],
  )

  /** An operation that is dropped on another one of its project and column takes its place in the sequence. */
  const reorder = (card: KanbanCard, besideCardId: string, operations: readonly OperationCard[]): boolean => {
    if (card.type !== 'operation') return false
    const own = operations.filter(({ projectId }) => projectId === card.projectId).sort(bySequence)
    const from = own.findIndex(({ id }) => id === card.id)
    const to = own.findIndex(({ id }) => id === besideCardId)
    if (from < 0 || to < 0) return false
    const wanted = own.toSpliced(from, 1).toSpliced(to, 0, card)
    const reason = orderRefusal(currentActor(), wanted)
    if (reason !== null) {
      toast.info(reason)
      return false
    }
    const title = columnsOf('operation', input.grouping).find(({ id }) => id === columnOf(card, input.grouping))?.title
    announce(`Reordered ${card.title} within ${title}`)
    void saveOrder(client, card, own, wanted)
    return true
  }

  return { ...reports, move, question, confirm, cancel, reorder }
}

export type KanbanMoves = ReturnType<typeof useKanbanMoves>
