import type { LagUnit } from '#contract/vocabulary.ts'

/** One predecessor of an operation, with the lag after it. */
export interface Dependency {
  readonly predecessorId: string
  readonly lagHours: number
  readonly lagUnit: LagUnit
  /** The maximum lag, in the same unit; null = no limit. */
  readonly maxLagHours: number | null
  /** Percent of the predecessor that must be done; null = it must have ended. */
  readonly overlapPercent: number | null
}

/** Absent = not sent. `dependsOnOperationId` is the first entry of `dependencies`. */
export interface DependencyChange {
  readonly dependsOnOperationId?: string | null | undefined
  readonly dependencies?: readonly string[] | undefined
  readonly dependencyLagHours?: Readonly<Record<string, number>> | undefined
  readonly dependencyLagUnits?: Readonly<Record<string, LagUnit>> | undefined
  readonly dependencyMaxLagHours?: Readonly<Record<string, number | null>> | undefined
  readonly dependencyOverlapPercent?: Readonly<Record<string, number | null>> | undefined
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
 * The list after a change. `dependencies` replaces it. `dependsOnOperationId` alone sets or replaces the first entry, and null clears the
 * list. `mode` add keeps existing entries. Lags, units, limits and overlaps stay with their predecessor unless they are sent.
 */
export const mergeDependencies = (
  before: readonly Dependency[],
  change: DependencyChange,
  mode: 'replace' | 'add' = 'replace',
): Dependency[] => {
  const sentHours = byPredecessor(change.dependencyLagHours)
  const sentUnits = byPredecessor(change.dependencyLagUnits)
  const sentLimits = byPredecessor(change.dependencyMaxLagHours)
  const sentOverlaps = byPredecessor(change.dependencyOverlapPercent)
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
    maxLagHours: sentLimits.has(predecessorId)
      ? (sentLimits.get(predecessorId) ?? null)
      : (stored.get(predecessorId)?.maxLagHours ?? null),
    overlapPercent: sentOverlaps.has(predecessorId)
      ? (sentOverlaps.get(predecessorId) ?? null)
      : (stored.get(predecessorId)?.overlapPercent ?? null),
  }))
}

/** Why a change of lags is invalid; null if it is valid. */
export const lagProblem = (
  after: readonly Dependency[],
  { dependencyLagHours, dependencyLagUnits, dependencyMaxLagHours, dependencyOverlapPercent }: DependencyChange,
): { readonly path: keyof DependencyChange; readonly message: string } | null => {
  const sent = Object.keys({
    ...dependencyLagHours,
    ...dependencyLagUnits,
    ...dependencyMaxLagHours,
    ...dependencyOverlapPercent,
  })
  if (sent.some((id) => !after.some(({ predecessorId }) => predecessorId === id.toLowerCase()))) {
    return { path: 'dependencyLagHours', message: 'A lag or an overlap belongs to one of the dependencies' }
  }
  const isShort = after.some(({ lagHours, maxLagHours }) => maxLagHours !== null && maxLagHours < lagHours)
  return isShort ? { path: 'dependencyMaxLagHours', message: 'The longest lag must not be shorter than the lag' } : null
}
