import { isCompleted } from '../operations/is-completed.ts'
import type { ShopSnapshot, SnapshotOperation, SnapshotProject } from '../scheduling/shop-snapshot.ts'
import type { LearnedPaces, PacedOperation } from './learned-pace.ts'
import { shownFactor } from './pace-range.ts'

/** Hours times a factor, in whole minutes and at least one. No hours and the factor 1 change nothing. */
export const hoursTimes = (hours: number, factor: number): number =>
  hours > 0 && factor !== 1 ? Math.max(1, Math.round(hours * factor * 60)) / 60 : hours

/**
 * An operation with the hours that it takes at the learned pace of its work center, and of each alternative. Completed work, work that
 * takes no time and work of which too little is known keep their hours.
 */
export const atLearnedPace = (operation: SnapshotOperation, paces: LearnedPaces): SnapshotOperation => {
  if (isCompleted(operation)) return operation
  const factorAt = (categoryId: string | null): number => {
    const of: PacedOperation = { categoryId, name: operation.name, setupFamily: operation.setupFamily }
    return shownFactor(paces.paceOf(of)?.factor ?? 1)
  }
  const factor = factorAt(operation.categoryId)
  const { setupHours, alternatives } = operation
  return {
    ...operation,
    durationHours: hoursTimes(operation.durationHours, factor),
    ...(factor !== 1 && operation.durationHours > 0 && { estimateHours: operation.durationHours }),
    ...(typeof setupHours === 'number' && { setupHours: hoursTimes(setupHours, factor) }),
    ...(alternatives && {
      alternatives: alternatives.map((other) => ({
        ...other,
        durationHours: hoursTimes(other.durationHours, factorAt(other.categoryId)),
      })),
    }),
  }
}

/** A project whose open work takes as long as was learned. */
export const projectAtLearnedPace = (project: SnapshotProject, paces: LearnedPaces): SnapshotProject => ({
  ...project,
  operations: project.operations.map((operation) => atLearnedPace(operation, paces)),
})

/** A shop with such projects. */
export const shopAtLearnedPace = (shop: ShopSnapshot, paces: LearnedPaces): ShopSnapshot => ({
  ...shop,
  projects: shop.projects.map((project) => projectAtLearnedPace(project, paces)),
})
