import { type MoveEvent, type Moves, reduceMoves, shownRecord, type Versioned } from '#domain/board/pending-moves.ts'

/** Holds the moves under way, readable at any moment (requests outlive renders). */
export interface MoveStore<R extends Versioned> {
  readonly get: () => Moves<R>
  readonly dispatch: (event: MoveEvent<R>) => void
  readonly subscribe: (listener: () => void) => () => void
}

export const createMoveStore = <R extends Versioned>(): MoveStore<R> => {
  let moves: Moves<R> = []
  const listeners = new Set<() => void>()
  return {
    get: () => moves,
    dispatch: (event) => {
      const next = reduceMoves(moves, event)
      if (next === moves) return
      moves = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Some move of that item is not answered yet, so that its card stands where that move puts it. */
export const isMoving = <R extends Versioned>(store: MoveStore<R>, itemId: string): boolean =>
  store.get().some((move) => move.itemId === itemId && move.state !== 'saved')

/** Runs tasks one after another per key; tasks of different keys run side by side. */
export const createQueues = () => {
  const last = new Map<string, Promise<unknown>>()
  return <T>(key: string, task: () => Promise<T>): Promise<T> => {
    const run = (last.get(key) ?? Promise.resolve()).then(task, task)
    last.set(key, run)
    return run
  }
}

interface Shown<R extends Versioned> {
  readonly listed: R
  readonly moves: Moves<R>
  readonly record: R
}

/** The list with the moves laid over it. A record that shows the same as before is the same object as before. */
export const createOverlay = <R extends Versioned>(idOf: (record: R) => string) => {
  let before = new Map<string, Shown<R>>()
  return (list: readonly R[], moves: Moves<R>): readonly R[] => {
    if (moves.length === 0) {
      before = new Map()
      return list
    }
    const byItem = Map.groupBy(moves, ({ itemId }) => itemId)
    const now = new Map<string, Shown<R>>()
    const shown = list.map((listed) => {
      const id = idOf(listed)
      const own = byItem.get(id)
      if (!own) return listed
      const old = before.get(id)
      const same =
        old !== undefined &&
        old.listed === listed &&
        old.moves.length === own.length &&
        old.moves.every((move, index) => move === own[index])
      const entry = same ? old : { listed, moves: own, record: shownRecord(listed, own) }
      now.set(id, entry)
      return entry.record
    })
    before = now
    return shown
  }
}
