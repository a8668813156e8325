import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import { useConflicts } from '#web/api/conflict-questions.ts'
import { type WriteKey, type WriteState, writesOf } from '#web/api/record-writes.ts'
import { createOverlay, type Drawing } from './show-writes.ts'

/**
 * The writes of one kind to render, read from the mutation cache in the same tick in which they begin or end. While the
 * reader is asked about a write (412), the screen shows the record of the server.
 */
export const useWrites = <R, W extends object>(key: WriteKey<R, W>): readonly WriteState<R, W>[] => {
  const client = useQueryClient()
  const [read] = useState(() => {
    let before: readonly WriteState<R, W>[] = []
    return () => {
      const now = writesOf(client, key)
      const same = now.length === before.length && now.every((write, at) => write === before[at])
      if (!same) before = now
      return before
    }
  })
  const subscribe = useCallback((onChange: () => void) => client.getMutationCache().subscribe(onChange), [client])
  const writes = useSyncExternalStore(subscribe, read)
  const asked = useConflicts()
  return useMemo(
    () => writes.filter(({ variables }) => !asked.some(({ write }) => write === variables)),
    [writes, asked],
  )
}

/** The records of a query with the pending writes applied. */
export function useShown<
  T extends { readonly version: number },
  R extends { readonly version: number },
  W extends object,
>(list: readonly T[], key: WriteKey<R, W>, drawing: Drawing<T, R, W>): readonly T[] {
  const [overlay] = useState(() => createOverlay(drawing))
  const writes = useWrites(key)
  return useMemo(() => overlay(list, writes), [overlay, list, writes])
}
