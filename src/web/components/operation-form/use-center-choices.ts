import type { Category } from '#contract/categories.ts'
import { useRefusal } from '#web/stores/actor.ts'
import { useOperationRefusal } from '#web/stores/operation-refusal.ts'

/** The work centers at which the reader may plan an operation, plus the current one ('' if none). */
export const useCenterChoices = (centers: readonly Category[], chosenId: string) => {
  const refusalOf = useOperationRefusal()
  const plansNothing = useRefusal('planOperations') !== null
  const mayPlanAt = (categoryId: string | null) => refusalOf('planOperations', { categoryId }) === null
  const offered = centers.filter(({ categoryId }) => categoryId === chosenId || mayPlanAt(categoryId))
  return {
    options: offered.map(({ categoryId, name }) => ({ value: categoryId, label: name })),
    /** Whether the operation may have no work center. A user who plans nothing sees the stored value. */
    mayBeNone: plansNothing || mayPlanAt(null),
    /** Explains that some work centers are not listed. */
    help:
      plansNothing || offered.length === centers.length
        ? undefined
        : 'You plan only some work centers. Others are not listed.',
  }
}
