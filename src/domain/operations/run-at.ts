/** Another work center where an operation may run, with the hours that the whole operation takes there. */
export interface Alternative<Hours = number> {
  readonly categoryId: string
  readonly durationHours: Hours
}

/** A form has the hours as text. */
interface Runs<Hours> {
  categoryId: string | null
  durationHours: Hours
  alternatives?: readonly Alternative<Hours>[]
}

/**
 * The operation at another of its work centers: it takes the hours from there, and the work center that it leaves takes that place in
 * the list. An operation that may not run there stays as it is.
 */
export const runAt = <Hours, O extends Runs<Hours>>(operation: O & Runs<Hours>, categoryId: string | null): O => {
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
