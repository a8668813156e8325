import type { QueryClient } from '@tanstack/react-query'
import type { Operation, OperationInput } from '#contract/operations.ts'
import type { HistoryDoor } from '#contract/vocabulary.ts'
import type { OperationProgress } from '#domain/board/change-operation.ts'
import { boardCalls } from '#web/api/board.calls.ts'
import { pick, saveOver, stillWanted } from '#web/components/record-conflict/save-over.ts'
import { undoAction } from '#web/components/undo/undo.ts'
import { askConflict } from '#web/stores/conflict-questions.ts'
import { toast } from '#web/ui/toast.tsx'
import type { OperationCard } from '../model/board-card.ts'
import { createMoveStore, createOverlay, createQueues, isMoving } from './move-store.ts'
import { saveOrder } from './save-order.ts'
import { tellFailure } from './tell-failure.ts'

const instant = (iso: string | null): number | null => (iso === null ? null : Date.parse(iso))
const percentOf = (fraction: number) => Math.round(fraction * 10_000) / 100

const cardAfter = (card: OperationCard, operation: Operation): OperationCard => ({
  ...card,
  progress: operation.progressPercentage / 100,
  onHold: operation.onHold,
  sequence: operation.sequence,
  startMs: instant(operation.startDate),
  endMs: instant(operation.endDate),
  version: operation.version,
})

type Reported = Pick<OperationInput, 'progressPercentage' | 'onHold'>

interface OperationMove {
  readonly card: OperationCard
  readonly next: OperationProgress
  /** Said when saved: 'Cut casing moved to Completed'. */
  readonly done: string
  /** Read out when it is not saved and the card goes back. */
  readonly back: string
  readonly door: HistoryDoor
  /** The progress dialog reports progress alone. */
  readonly progressOnly?: boolean
}

const idsOf = (cards: readonly OperationCard[]): string[] => cards.map(({ operationId }) => operationId)

/** Moves of operations between their status columns, and their progress: on screen at once, taken back when the save fails. */
export const createOperationMoves = (client: QueryClient) => {
  const calls = boardCalls(client)
  const store = createMoveStore<OperationCard>()
  const overlay = createOverlay<OperationCard>(({ id }) => id)
  const queue = createQueues()
  const written = new Map<string, number>()
  let lastMoveId = 0

  const begin = ({ id }: OperationCard, change: Partial<OperationCard>): number => {
    lastMoveId += 1
    store.dispatch({ type: 'began', move: { moveId: lastMoveId, itemId: id, change, state: 'saving' } })
    return lastMoveId
  }

  const settle = async (began: number, { card, next, door, back, progressOnly }: OperationMove) => {
    const { projectId, operationId } = card
    let moveId = began
    const progressPercentage = percentOf(next.progress)
    try {
      const operation = await saveOver<Reported, Operation, Operation>({
        change: progressOnly ? { progressPercentage } : { progressPercentage, onHold: next.onHold },
        seen: { progressPercentage: percentOf(card.progress), onHold: card.onHold },
        version: Math.max(card.version, written.get(card.id) ?? 0),
        save: ({ progressPercentage: percent, ...rest }, version) => {
          const write = { projectId, operationId, version, door }
          return progressOnly && percent !== undefined
            ? calls.reportProgress({ ...write, progressPercentage: percent })
            : calls.writeOperation({ ...write, fields: { ...rest, progressPercentage: percent } })
        },
        readAgain: () => calls.readOperation(projectId, operationId),
        ask: async (theirs, change, base) => {
          // While the reader decides, the board shows what holds.
          store.dispatch({ type: 'withdrawn', moveId })
          const versions = { base, yours: { ...base, ...change }, theirs }
          const answer = await askConflict({ ...versions, subject: card.title, changedBy: theirs.modifiedBy })
          const wanted = stillWanted<Reported>(answer && pick(answer, Object.keys(change)), theirs)
          if (wanted) moveId = begin(card, cardAfter(card, { ...theirs, ...wanted }))
          return wanted
        },
      })
      if (!operation) {
        // Theirs stands, asked or not.
        store.dispatch({ type: 'withdrawn', moveId })
        return null
      }
      written.set(card.id, operation.version)
      store.dispatch({ type: 'saved', moveId, record: cardAfter(card, operation) })
      return operation
    } catch (error) {
      store.dispatch({ type: 'withdrawn', moveId })
      tellFailure(error, card.title, { back: isMoving(store, card.id) ? null : back })
      return null
    }
  }

  /** The operations of one project in a new order; their sequences become 10, 20, 30, ... as the server writes them. */
  const reorder = async (before: readonly OperationCard[], after: readonly OperationCard[], moved: OperationCard) => {
    const moves = after.map((card, index) => ({ card, moveId: begin(card, { sequence: (index + 1) * 10 }) }))
    const { projectId, operationId, projectTitle } = moved
    try {
      const [seen, wanted] = [idsOf(before), idsOf(after)]
      const answer = await queue(`order ${projectId}`, () =>
        saveOrder(calls, projectId, { moved: operationId, seen, wanted }),
      )
      const operations = new Map(answer.map((item) => [item.operationId, item]))
      for (const { card, moveId } of moves) {
        const operation = operations.get(card.operationId)
        if (operation) written.set(card.id, operation.version)
        store.dispatch(
          operation ? { type: 'saved', moveId, record: cardAfter(card, operation) } : { type: 'withdrawn', moveId },
        )
      }
      toast.success(`${moved.title} reordered`, undoAction(answer))
    } catch (error) {
      for (const { moveId } of moves) store.dispatch({ type: 'withdrawn', moveId })
      tellFailure(error, `the order of ${projectTitle}`, { back: `${moved.title} went back to its place` })
    }
  }

  return {
    store,
    reorder,
    overlay,
    /** Each is saved for itself, all are told of in one sentence. Resolves to whether every one was saved. */
    change: async (...moves: readonly OperationMove[]): Promise<boolean> => {
      const answers = await Promise.all(
        moves.map((move) => {
          const moveId = begin(move.card, move.next)
          return queue(move.card.id, () => settle(moveId, move))
        }),
      )
      const saved = answers.filter((answer) => answer !== null)
      const [first] = saved
      if (saved.length > 1) toast.success(`Progress of ${saved.length} operations updated`)
      else if (first) toast.success(moves[answers.indexOf(first)]?.done ?? '', undoAction(first))
      return saved.length === moves.length
    },
  }
}

export type OperationMoves = ReturnType<typeof createOperationMoves>
