/** Another work center where an operation may run, with the hours that the whole operation takes there. */
export interface Alternative {
  readonly categoryId: string
  readonly durationHours: number
}

interface Runs {
  categoryId: string | null
  durationHours: number
  alternatives?: readonly Alternative[]
}

/**
 * The operation at another of its work centers: it takes the hours from there, and the work center that it leaves takes that place in
 * the list. An operation that may not run there stays as it is.
 */
export const runAt = <O extends Runs>(operation: O, categoryId: string | null): O => {
  const { alternatives = [], categoryId: left, durationHours } = operation
  const chosen = alternatives.find((alternative) => alternative.categoryId === categoryId)
  if (!chosen || left === null) return operation
  return {
    ...operation,
    categoryId: chosen.categoryId,
    durationHours: chosen.durationHours,
    alternatives: alternatives.map((other) => (other === chosen ? { categoryId: left, durationHours } : other)),
  }
}
