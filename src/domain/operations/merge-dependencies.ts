/** One predecessor of an operation, with the lag after it in working hours. */
export interface Dependency {
  readonly predecessorId: string
  readonly lagHours: number
}

/** Absent = not sent. `dependsOnOperationId` and `dependencies` are one list of which the former is the first. */
export interface DependencyChange {
  readonly dependsOnOperationId?: string | null | undefined
  readonly dependencies?: readonly string[] | undefined
  readonly dependencyLagHours?: Readonly<Record<string, number>> | undefined
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

/**
 * The list after a change. `dependencies` replaces it; `dependsOnOperationId` alone becomes or replaces the first,
 * null empties the list. `mode` add keeps existing ones. Lags stay with their predecessor unless sent.
 */
export const mergeDependencies = (
  before: readonly Dependency[],
  change: DependencyChange,
  mode: 'replace' | 'add' = 'replace',
): Dependency[] => {
  const sentLags = new Map(Object.entries(change.dependencyLagHours ?? {}).map(([id, lag]) => [id.toLowerCase(), lag]))
  const storedLags = new Map(before.map(({ predecessorId, lagHours }) => [predecessorId, lagHours]))
  const ids = predecessorsAfter(
    before.map(({ predecessorId }) => predecessorId),
    change,
    mode,
  )
  return [...new Set(ids)].map((predecessorId) => ({
    predecessorId,
    lagHours: sentLags.get(predecessorId) ?? storedLags.get(predecessorId) ?? 0,
  }))
}

/** Ids of `dependencyLagHours` that are not predecessors after the change. */
export const lagsWithoutDependency = (after: readonly Dependency[], change: DependencyChange): string[] =>
  Object.keys(change.dependencyLagHours ?? {}).filter(
    (id) => !after.some(({ predecessorId }) => predecessorId === id.toLowerCase()),
  )
