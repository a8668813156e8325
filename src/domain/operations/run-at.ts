/** The hours of an operation at one work center. */
interface HoursThere<Hours> {
  readonly durationHours: Hours
  /** As in `SnapshotOperation`. */
  readonly estimateHours?: number | undefined
  /** As in `Operation`. */
  readonly originalHours?: number | null | undefined
}

/** Another work center where an operation may run, with the hours that the whole operation takes there. */
export interface Alternative<Hours = number> extends HoursThere<Hours> {
  readonly categoryId: string
}

/** In a form, hours are text. */
interface Runs<Hours> extends HoursThere<Hours> {
  readonly categoryId: string | null
  readonly alternatives?: readonly Alternative<Hours>[]
}

const hoursOf = <Hours>({ durationHours, estimateHours, originalHours }: HoursThere<Hours>): HoursThere<Hours> => ({
  durationHours,
  ...(estimateHours !== undefined && { estimateHours }),
  ...(originalHours != null && { originalHours }),
})

/**
 * Moves the operation to one of its alternatives: it takes the hours of that work center, and its previous work center
 * becomes the alternative. Returns the operation unchanged if it may not run there.
 */
export const runAt = <Hours, O extends Runs<Hours>>(operation: O & Runs<Hours>, categoryId: string | null): O => {
  const { alternatives = [], categoryId: left } = operation
  const chosen = alternatives.find((alternative) => alternative.categoryId === categoryId)
  if (!chosen || left === null) return operation
  const { estimateHours: _, ...rest } = operation
  return {
    ...(rest as O),
    ...(operation.originalHours != null && { originalHours: null }),
    categoryId: chosen.categoryId,
    ...hoursOf(chosen),
    alternatives: alternatives.map((other) => (other === chosen ? { categoryId: left, ...hoursOf(operation) } : other)),
  }
}

/** An operation whose hours may change. */
interface Changing extends Omit<Runs<number>, 'estimateHours'> {}

/**
 * The original estimate of an operation at a work center, after a change that does not name it: hours that stay the same stay known.
 * null = the hours are an estimate.
 */
export const originalHoursAt = (
  { alternatives = [], ...own }: Changing,
  { categoryId, durationHours }: Pick<Changing, 'categoryId' | 'durationHours'>,
): number | null => {
  const place = alternatives.find((other) => other.categoryId === categoryId) ?? own
  return place.durationHours === durationHours ? (place.originalHours ?? null) : null
}

/** The alternatives that a change names, with the original estimates of hours that stay the same. */
export const keepOriginals = (
  { alternatives = [], categoryId, ...own }: Changing,
  sent: readonly Alternative[],
): Alternative[] => {
  const places = [...(categoryId === null ? [] : [{ ...own, categoryId }]), ...alternatives]
  return sent.map(({ categoryId: id, durationHours }) => {
    const before = places.find((place) => place.categoryId === id && place.durationHours === durationHours)
    return { categoryId: id, ...hoursOf({ durationHours, originalHours: before?.originalHours }) }
  })
}
