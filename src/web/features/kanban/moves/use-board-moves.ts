import { useCallback, useEffect, useRef, useState } from 'react'
import type { ListedProject } from '#contract/projects.ts'
import type { HistoryDoor } from '#contract/vocabulary.ts'
import { type BoardGrouping, type ColumnId, columnsOf } from '#domain/board/board-columns.ts'
import { bySequence } from '#domain/board/build-board.ts'
import { progressPercent } from '#domain/board/card-progress.ts'
import { operationAtPercent, operationInColumn } from '#domain/board/change-operation.ts'
import { checkCardMove, unchangedMessage } from '#domain/board/check-card-move.ts'
import { type StatusColumn, statusColumns } from '#domain/board/check-move.ts'
import { announce } from '#web/ui/live-region.tsx'
import { toast } from '#web/ui/toast.tsx'
import {
  type BoardCard,
  columnOf,
  movable,
  type OperationCard,
  projectIdOf,
  type Waiting,
} from '../model/board-card.ts'
import type { OperationMoves } from './operation-moves.ts'
import type { MoveFields } from './predict-move.ts'
import type { ProjectMoves } from './project-moves.ts'

/** A move that waits for its dialog. */
export interface Question {
  readonly kind: Waiting
  readonly moveId: number
  readonly project: ListedProject
  readonly fields: MoveFields
  readonly door: HistoryDoor
  /** What is read out once it is confirmed. */
  readonly said: string
  /** What is read out when the card goes back. */
  readonly back: string
  readonly busy: boolean
}

export interface OperationReport {
  readonly card: OperationCard
  /** 0 to 100. */
  readonly percent: number
}

interface BoardMovesInput {
  readonly grouping: BoardGrouping
  readonly projects: ReadonlyMap<string, ListedProject>
  readonly projectMoves: ProjectMoves
  readonly operationMoves: OperationMoves
}

const questionFor = ({ currentPhase, status }: MoveFields): Waiting | null => {
  if (currentPhase === 'shipped') return 'shipment'
  if (currentPhase === 'complete' || status === 'Completed') return 'completion'
  if (currentPhase === 'cancelled') return 'cancellation'
  return currentPhase === 'on_hold' || status === 'On Hold' ? 'hold' : null
}

const fieldsFor = (column: ColumnId, grouping: BoardGrouping): MoveFields =>
  grouping === 'phase'
    ? { currentPhase: column as NonNullable<MoveFields['currentPhase']> }
    : { status: statusColumns[column as StatusColumn] }

/** Everything that changes a card: one way for drag, menu and keys. The functions stay the same from render to render. */
export function useBoardMoves(input: BoardMovesInput) {
  const [question, setQuestion] = useState<Question | null>(null)
  const latest = useRef(input)
  useEffect(() => {
    latest.current = input
  })

  /** Returns whether the card is on its way. `groupBy` when it is not the board's own (a menu may offer both). */
  const move = useCallback((card: BoardCard, column: ColumnId, door: HistoryDoor, groupBy?: BoardGrouping): boolean => {
    const { projects, projectMoves, operationMoves } = latest.current
    const grouping = groupBy ?? latest.current.grouping
    const decision = checkCardMove(movable(card), grouping, column)
    if (!decision.ok) {
      if (decision.reason === unchangedMessage) announce(unchangedMessage)
      else toast.error(decision.reason)
      return false
    }
    const titles = new Map(columnsOf(card.type, grouping).map(({ id, title }) => [id, title]))
    const to = titles.get(column)
    const from = titles.get(columnOf(card, grouping))
    if (card.type === 'operation' && grouping === 'status') {
      announce(`Moved operation ${card.title} from ${from} to ${to}`)
      const next = operationInColumn(card, column as StatusColumn)
      void operationMoves.change({
        ...{ card, next, door },
        done: `${card.title} moved to ${to}`,
        back: `Operation ${card.title} went back to ${from}`,
      })
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
      const moveId = projectMoves.ask(project, fields)
      setQuestion({ kind, moveId, project, fields, door, said, back, busy: false })
      return true
    }
    announce(said)
    void projectMoves.move({ project, fields, door, back })
    return true
  }, [])

  const confirm = async (actualShipDate?: string) => {
    if (!question) return
    const { moveId, project, door, said, back } = question
    const fields = actualShipDate === undefined ? question.fields : { ...question.fields, actualShipDate }
    setQuestion({ ...question, busy: true })
    if (await input.projectMoves.confirm(moveId, { project, fields, door, back })) announce(said)
    setQuestion(null)
  }

  const cancel = () => {
    if (!question || question.busy) return
    input.projectMoves.withdraw(question.moveId)
    announce(question.back)
    setQuestion(null)
  }

  const reportProgress = useCallback((card: BoardCard, percent: number) => {
    const { projectMoves, operationMoves } = latest.current
    announce(`Updated progress of ${card.title} to ${percent}%`)
    const before = card.type === 'project' ? card.project.progressPercentage : progressPercent(card.progress)
    const back = `The progress of ${card.title} went back to ${Math.round(before)}%`
    if (card.type === 'project') return projectMoves.setProgress(card.project, percent, back)
    const next = operationAtPercent(card, percent)
    return operationMoves.change({ card, next, done: 'Progress updated', back, door: 'screen', progressOnly: true })
  }, [])

  /** Several operations of one project at once; `percent`: what that makes of the project. */
  const reportOperations = useCallback((title: string, percent: number, reports: readonly OperationReport[]) => {
    announce(`Updated progress of ${title} to ${Math.round(percent)}%`)
    const moves = reports.map((report) => {
      const { card } = report
      const back = `The progress of ${card.title} went back to ${Math.round(progressPercent(card.progress))}%`
      const next = operationAtPercent(card, report.percent)
      return { card, next, done: 'Progress updated', back, door: 'screen' as const, progressOnly: true }
    })
    return latest.current.operationMoves.change(...moves)
  }, [])

  const hold = useCallback((card: OperationCard, onHold: boolean) => {
    const next = { progress: card.progress, onHold }
    const done = `${card.title} ${onHold ? 'put on hold' : 'resumed'}`
    const back = `Operation ${card.title} is ${onHold ? 'not on hold' : 'still on hold'}`
    void latest.current.operationMoves.change({ card, next, done, back, door: 'screen' })
  }, [])

  /** An operation let go on another one of its project and column takes its place in the sequence. */
  const reorder = (card: BoardCard, besideCardId: string, operations: readonly OperationCard[]): boolean => {
    if (card.type !== 'operation') return false
    const own = operations.filter(({ projectId }) => projectId === card.projectId).sort(bySequence)
    const from = own.findIndex(({ id }) => id === card.id)
    const to = own.findIndex(({ id }) => id === besideCardId)
    if (from < 0 || to < 0) return false
    const title = columnsOf('operation', input.grouping).find(({ id }) => id === columnOf(card, input.grouping))?.title
    announce(`Reordered ${card.title} within ${title}`)
    void input.operationMoves.reorder(own, own.toSpliced(from, 1).toSpliced(to, 0, card), card)
    return true
  }

  return { move, question, confirm, cancel, reportProgress, reportOperations, hold, reorder }
}

export type BoardMoves = ReturnType<typeof useBoardMoves>
