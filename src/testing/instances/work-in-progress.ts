import type { ShopFile, ShopFileOperation } from '#contract/shop-files.ts'
import type { Choices } from './make-shop.ts'

const minutesPerDay = 1_440

/** Completed, started or pinned: at most one operation of each work center, so that none of them are in each other's way. */
const inProgress = (operation: ShopFileOperation, choose: Choices): ShopFileOperation => {
  if (choose.chance(0.4)) {
    // Completed on the Friday before the origin.
    const start = -3 * minutesPerDay + choose.below(120)
    return { ...operation, actual: [start, start + 60 * (operation.hours ?? 0)], progress: 100 }
  }
  if (choose.chance(0.5)) return { ...operation, actual: [-3 * minutesPerDay, null], progress: 10 + choose.below(80) }
  // Pinned at 09:00 of one of the first working days.
  const start = choose.below(4) * minutesPerDay + 120
  return { ...operation, pinned: true, planned: [start, null] }
}

/** Lets first operations of some projects be completed, started or pinned. */
export const addWorkInProgress = (file: ShopFile, choose: Choices): ShopFile => {
  const taken = new Set<number>()
  return {
    ...file,
    projects: file.projects.map((project) => {
      const [first, ...rest] = project.operations
      if (!first || first.center === undefined || taken.has(first.center) || first.material !== undefined)
        return project
      const { kind, shift } = file.centers[first.center] ?? {}
      // The night shift is closed at 09:00.
      if (kind !== 'inside' || shift === 3 || first.pool !== undefined || !choose.chance(0.6)) return project
      taken.add(first.center)
      const { release: _, ...begun } = project
      return { ...begun, operations: [inProgress(first, choose), ...rest] }
    }),
  }
}
