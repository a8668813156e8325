import { isCompleted } from '../operations/is-completed.ts'
import type { ShopSnapshot, SnapshotOperation, SnapshotProject } from '../scheduling/shop-snapshot.ts'
import type { LearnedPaces, PaceOf } from './learned-pace.ts'
import { pacesOfShop, paceTable } from './pace-finder.ts'
import { shownFactor } from './pace-range.ts'

/** Hours times a factor, in whole minutes and at least one. No hours and the factor 1 change nothing. */
export const hoursTimes = (hours: number, factor: number): number =>
  hours > 0 && factor !== 1 ? Math.max(1, Math.round(hours * factor * 60)) / 60 : hours

/** Hours of an operation at its work center, or at an alternative. */
type Hours = Pick<SnapshotOperation, 'durationHours' | 'estimateHours' | 'originalHours'>

/** The learned hours of an estimate. Known hours (`originalHours`) are no estimate. */
const paced = <H extends Hours>(hours: H, factor: number): H => {
  const isEstimate = hours.originalHours == null && hours.durationHours > 0
  return isEstimate && factor !== 1
    ? { ...hours, durationHours: hoursTimes(hours.durationHours, factor), estimateHours: hours.durationHours }
    : hours
}

const estimated = <H extends Hours>(hours: H): H => {
  const { estimateHours, ...rest } = hours
  return estimateHours === undefined ? hours : ({ ...rest, durationHours: estimateHours } as H)
}

/**
 * An operation with the hours that it takes at the learned pace of its work center, and of each alternative. Completed work, work that
 * takes no time, hours that are known and work of which too little is known keep their hours.
 */
export const atLearnedPace = (operation: SnapshotOperation, paceOf: PaceOf): SnapshotOperation => {
  if (isCompleted(operation)) return operation
  const { name, setupFamily, alternatives } = operation
  const factorAt = (categoryId: string | null): number =>
    shownFactor(paceOf({ categoryId, name, setupFamily })?.factor ?? 1)
  return {
    ...paced(operation, factorAt(operation.categoryId)),
    ...(alternatives && { alternatives: alternatives.map((other) => paced(other, factorAt(other.categoryId))) }),
  }
}

/** The same operation with the hours that people see: `atLearnedPace` backward. */
export const atEstimate = (operation: SnapshotOperation): SnapshotOperation => ({
  ...estimated(operation),
  ...(operation.alternatives && { alternatives: operation.alternatives.map(estimated) }),
})

/** A project whose open work takes as long as was learned. */
export const projectAtLearnedPace = (project: SnapshotProject, paceOf: PaceOf): SnapshotProject => ({
  ...project,
  operations: project.operations.map((operation) => atLearnedPace(operation, paceOf)),
})

/** A shop with such projects. It carries the paces, so that hours which change later are paced alike. */
export const shopAtLearnedPace = (shop: ShopSnapshot, paces: LearnedPaces): ShopSnapshot => {
  const { paceOf } = pacesOfShop(paces, shop.categories)
  return {
    ...shop,
    paces: paceTable(paces),
    projects: shop.projects.map((project) => projectAtLearnedPace(project, paceOf)),
  }
}
