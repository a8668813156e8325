import type { Category } from '#contract/categories.ts'
import { useRefusal } from '#web/stores/actor.ts'
import { useOperationRefusal } from '#web/stores/operation-refusal.ts'

/** The work centers at which the reader may plan an operation, besides the one chosen now ('' = none). */
export const useCenterChoices = (centers: readonly Category[], chosenId: string) => {
  const refusalOf = useOperationRefusal()
  const plansNothing = useRefusal('planOperations') !== null
  const mayPlanAt = (categoryId: string | null) => refusalOf('planOperations', { categoryId }) === null
  const offered = centers.filter(({ categoryId }) => categoryId === chosenId || mayPlanAt(categoryId))
  return {
    options: offered.map(({ categoryId, name }) => ({ value: categoryId, label: name })),
    /** Whether the operation may be without a work center. Who plans nothing sees it as it is. */
    mayBeNone: plansNothing || mayPlanAt(null),
    /** Says that work centers are left out. */
    help:
      plansNothing || offered.length === centers.length
        ? undefined
        : 'You plan only some work centers. Others are not listed.',
  }
}
