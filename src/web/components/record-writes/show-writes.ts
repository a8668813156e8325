import type { WriteState } from '#web/api/record-writes.ts'

interface Versioned {
  readonly version: number
}

/** How a screen renders the pending writes to its records. */
export interface Drawing<T extends Versioned, R extends Versioned, W> {
  readonly idOf: (record: T | R) => string
  /** Ids of the records that a write changes. */
  readonly idsOf: (write: W) => readonly string[]
  /** The record with the write applied, shown until the server has answered. */
  readonly foresee: (record: T, write: W) => T
  /** The record in the answer of the server. */
  readonly accept: (record: T, answer: R) => T
}

type Writes<R, W> = readonly WriteState<R, W>[]

/**
 * One record for display: the newest one from the server, with the writes after the last answered one applied. A failed
 * write changes nothing. The result is the same object if no write changes it.
 */
export const shownRecord = <T extends Versioned, R extends Versioned, W>(
  listed: T,
  writes: Writes<R, W>,
  { idOf, foresee, accept }: Drawing<T, R, W>,
): T => {
  let known = listed
  let shown = listed
  for (const { status, variables, data } of writes) {
    if (status === 'pending') shown = foresee(shown, variables)
    const answer = data?.find((record) => idOf(record) === idOf(listed))
    if (!answer) continue
    if (answer.version > known.version) known = accept(known, answer)
    shown = known
  }
  return shown
}

/** Returns a list with writes applied. A record that has not changed is the same object as before. */
export const createOverlay = <T extends Versioned, R extends Versioned, W>(drawing: Drawing<T, R, W>) => {
  let before = new Map<string, { listed: T; own: Writes<R, W>; shown: T }>()
  return (list: readonly T[], writes: Writes<R, W>): readonly T[] => {
    const byId = Map.groupBy(
      writes.flatMap((write) => drawing.idsOf(write.variables).map((id) => ({ id, write }))),
      ({ id }) => id,
    )
    const now: typeof before = new Map()
    const shown = list.map((listed) => {
      const id = drawing.idOf(listed)
      const own = byId.get(id)?.map(({ write }) => write)
      if (!own) return listed
      const old = before.get(id)
      const same =
        old?.listed === listed && old.own.length === own.length && old.own.every((one, at) => one === own[at])
      const entry = same ? old : { listed, own, shown: shownRecord(listed, own, drawing) }
      now.set(id, entry)
      return entry.shown
    })
    before = now
    return shown
  }
}
