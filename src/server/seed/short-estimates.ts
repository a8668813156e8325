import type { ShopSnapshot, SnapshotProject } from '#domain/scheduling/shop-snapshot.ts'
import type { Random } from './random.ts'

/** Whether the estimates of a work center of the demo are always too short. */
export const isUnderestimated = (centerName: string): boolean => centerName.startsWith('Weld')

/** An estimate that the work exceeds by three tenths, more or less, in quarter hours. */
export const shortEstimate = (workedHours: number, random: Random): number => {
  const ratio = Math.max(0.8, 1.35 + 0.2 * random.normal())
  return Math.max(0.25, Math.round((workedHours / ratio) * 4) / 4)
}

/** The projects with estimates of finished work that were too short. No date changes. */
export const withShortEstimates = ({ projects, categories }: ShopSnapshot, random: Random): SnapshotProject[] => {
  const slow = new Set(categories.flatMap(({ categoryId, name }) => (isUnderestimated(name) ? [categoryId] : [])))
  return projects.map((project) => ({
    ...project,
    operations: project.operations.map((operation) =>
      operation.actualEndMs !== null && slow.has(operation.categoryId ?? '')
        ? { ...operation, durationHours: shortEstimate(operation.durationHours, random) }
        : operation,
    ),
  }))
}
