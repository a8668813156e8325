import type { LagUnit } from '#contract/vocabulary.ts'

/** One predecessor of an operation, with the lag after it. */
export interface Dependency {
  readonly predecessorId: string
  readonly lagHours: number
  readonly lagUnit: LagUnit
}

/** Absent = not sent. `dependsOnOperationId` and `dependencies` are one list of which the former is the first. */
export interface DependencyChange {
  readonly dependsOnOperationId?: string | null | undefined
  readonly dependencies?: readonly string[] | undefined
  readonly dependencyLagHours?: Readonly<Record<string, number>> | undefined
  readonly dependencyLagUnits?: Readonly<Record<string, LagUnit>> | undefined
}

const predecessorsAfter = (
  before: readonly string[],
  { dependsOnOperationId: first, dependencies }: DependencyChange,
  mode: 'replace' | 'add',
): readonly string[] => {
  if (mode === 'add') return [...before, ...(first ? [first] : []), ...(dependencies ?? [])]
  if (dependencies) return first && dependencies.includes(first) ? [first, ...dependencies] : dependencies
  if (first === undefined) return before
  if (first === null) return []
  return before.includes(first) ? [first, ...before] : [first, ...before.slice(1)]
}

const byPredecessor = <T>(sent: Readonly<Record<string, T>> | undefined): Map<string, T> =>
  new Map(Object.entries(sent ?? {}).map(([id, value]) => [id.toLowerCase(), value]))

/**
 * The list after a change. `dependencies` replaces it; `dependsOnOperationId` alone becomes or replaces the first,
 * null empties the list. `mode` add keeps existing ones. Lags and their units stay with their predecessor unless sent.
 */
export const mergeDependencies = (
  before: readonly Dependency[],
  change: DependencyChange,
  mode: 'replace' | 'add' = 'replace',
): Dependency[] => {
  const sentHours = byPredecessor(change.dependencyLagHours)
  const sentUnits = byPredecessor(change.dependencyLagUnits)
  const stored = new Map(before.map((dependency) => [dependency.predecessorId, dependency]))
  const ids = predecessorsAfter(
    before.map(({ predecessorId }) => predecessorId),
    change,
    mode,
  )
  return [...new Set(ids)].map((predecessorId) => ({
    predecessorId,
    lagHours: sentHours.get(predecessorId) ?? stored.get(predecessorId)?.lagHours ?? 0,
    lagUnit: sentUnits.get(predecessorId) ?? stored.get(predecessorId)?.lagUnit ?? 'working',
  }))
}

/** Ids for which a lag or its unit was sent and that are not predecessors after the change. */
export const lagsWithoutDependency = (after: readonly Dependency[], change: DependencyChange): string[] =>
  Object.keys({ ...change.dependencyLagHours, ...change.dependencyLagUnits }).filter(
    (id) => !after.some(({ predecessorId }) => predecessorId === id.toLowerCase()),
  )
