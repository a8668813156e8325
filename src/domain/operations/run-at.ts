/** Another work center where an operation may run, with the hours that the whole operation takes there. */
export interface Alternative<Hours = number> {
  readonly categoryId: string
  readonly durationHours: Hours
}

/** In a form, hours are text. */
interface Runs<Hours> {
  categoryId: string | null
  durationHours: Hours
  alternatives?: readonly Alternative<Hours>[]
}

/**
 * Moves the operation to one of its alternatives: it takes the hours of that work center, and its previous work center
 * becomes the alternative. Returns the operation unchanged if it may not run there.
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
