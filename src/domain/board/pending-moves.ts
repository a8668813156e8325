/** What the board shows while moves are on their way: the server's records with the moves laid over them, in the order begun. */

export interface Versioned {
  readonly version: number
}

export interface BoardMove<R extends Versioned> {
  readonly moveId: number
  readonly itemId: string
  /** What the move makes of the record until the server has answered. */
  readonly change: Partial<R>
  /** Waiting for a dialog; sent; answered with a record that the list may not have yet. */
  readonly state: 'confirming' | 'saving' | 'saved'
  /** The server's answer; set once saved. */
  readonly record?: R
}

export type Moves<R extends Versioned> = readonly BoardMove<R>[]

export type MoveEvent<R extends Versioned> =
  | { readonly type: 'began'; readonly move: Omit<BoardMove<R>, 'record'> }
  /** The dialog was confirmed; it may have added to the change. */
  | { readonly type: 'confirmed'; readonly moveId: number; readonly change: Partial<R> }
  | { readonly type: 'saved'; readonly moveId: number; readonly record: R }
  /** Refused, failed or cancelled: as if it had never been. */
  | { readonly type: 'withdrawn'; readonly moveId: number }
  /** A new list came from the server. `versionOf`: version of an item in it, null when it has none. */
  | { readonly type: 'listed'; readonly versionOf: (itemId: string) => number | null }

/** Saved moves go once the list holds them, but not before an earlier move of the same item is answered. */
const forget = <R extends Versioned>(moves: Moves<R>, versionOf: (itemId: string) => number | null): Moves<R> => {
  const waiting = new Set<string>()
  const kept = moves.filter(({ itemId, state, record }) => {
    if (state !== 'saved') waiting.add(itemId)
    const listed = versionOf(itemId)
    return (
      state !== 'saved' || waiting.has(itemId) || (listed !== null && record !== undefined && listed < record.version)
    )
  })
  return kept.length === moves.length ? moves : kept
}

export const reduceMoves = <R extends Versioned>(moves: Moves<R>, event: MoveEvent<R>): Moves<R> => {
  switch (event.type) {
    case 'began':
      return [...moves, event.move]
    case 'confirmed':
      return moves.map((move) =>
        move.moveId === event.moveId ? { ...move, state: 'saving', change: { ...move.change, ...event.change } } : move,
      )
    case 'saved':
      return moves.map((move) =>
        move.moveId === event.moveId ? { ...move, state: 'saved', record: event.record } : move,
      )
    case 'withdrawn':
      return moves.filter(({ moveId }) => moveId !== event.moveId)
    case 'listed':
      return forget(moves, event.versionOf)
  }
}

/**
 * One record as the board shows it: the newest the server has said, then the changes of moves begun after the last
 * answered one. The same object when no move concerns it.
 */
export const shownRecord = <R extends Versioned>(listed: R, movesOfItem: Moves<R>): R => {
  let known = listed
  let shown = listed
  for (const { change, record } of movesOfItem) {
    if (record !== undefined && record.version > known.version) known = record
    shown = record === undefined ? { ...shown, ...change } : known
  }
  return shown
}
