import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { Moves, Versioned } from '#domain/board/pending-moves.ts'
import type { MoveStore } from './move-store.ts'

interface Overlaid<R extends Versioned> {
  readonly store: MoveStore<R>
  readonly overlay: (list: readonly R[], moves: Moves<R>) => readonly R[]
}

/** The server's list with the moves under way laid over it; moves that the list has caught up with are forgotten. */
export function useOverlaid<R extends Versioned>(
  { store, overlay }: Overlaid<R>,
  list: readonly R[],
  idOf: (record: R) => string,
): { shown: readonly R[]; moves: Moves<R> } {
  const moves = useSyncExternalStore(store.subscribe, store.get)
  useEffect(() => {
    const versions = new Map(list.map((record) => [idOf(record), record.version]))
    store.dispatch({ type: 'listed', versionOf: (id) => versions.get(id) ?? null })
  }, [list, store, idOf])
  return { shown: useMemo(() => overlay(list, moves), [overlay, list, moves]), moves }
}
