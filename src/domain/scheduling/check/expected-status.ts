import { unscheduledPhases } from '#contract/vocabulary.ts'
import type { ScheduleMethod } from '../schedule-result.ts'
import type { ShopSnapshot, SnapshotOperation, SnapshotProject } from '../shop-snapshot.ts'

/** What a run may do with an operation, computed by the checker from the snapshot. */
type Expected =
  | { kind: 'completed' | 'fixed'; status: string; startMs: number | null; endMs: number | null }
  | { kind: 'started'; startMs: number; runsFromMs: number }
  | { kind: 'out'; reason: 'projectNotScheduled' | 'onHold' | 'notPlanned' | 'invalidDuration' | 'unknownPredecessor' }
  | { kind: 'free' }

export interface CheckedOperation {
  source: SnapshotOperation
  project: SnapshotProject
  inScope: boolean
  expected: Expected
  /** The category id, if the category exists. */
  categoryId: string | null
  /** The pool id, if the pool exists. */
  poolId: string | null
  remainingMs: number
}

export const remaining = ({
  durationHours,
  progressPercentage,
}: Pick<SnapshotOperation, 'durationHours' | 'progressPercentage'>): number => {
  const share = Number.isNaN(progressPercentage) ? 1 : 1 - Math.max(0, Math.min(100, progressPercentage)) / 100
  return durationHours >= 0 && durationHours <= 1e6 ? Math.round(durationHours * share * 3_600_000) : Number.NaN
}

export const fullMinute = (ms: number): number => (ms % 60_000 === 0 ? ms : ms - (ms % 60_000) + 60_000)

/** Classifies one operation. `knows` tells whether an operation id exists; `freezeUntilMs` ends the freeze window. */
export const expectedStatus = (
  snapshot: ShopSnapshot,
  project: SnapshotProject,
  source: SnapshotOperation,
  inScope: boolean,
  freezeUntilMs: number,
  knows: (id: string) => boolean,
  method: ScheduleMethod,
): CheckedOperation => {
  const known = (id: string | null | undefined): string | null =>
    snapshot.categories.find(({ categoryId }) => categoryId === id)?.categoryId ?? null
  const remainingMs = remaining(source)
  const minuteMs = fullMinute(snapshot.nowMs)
  const decide = (): Expected => {
    const { actualStartMs, actualEndMs, scheduledStartMs: start, scheduledEndMs: end, progressPercentage } = source
    if (actualEndMs !== null || progressPercentage >= 100) {
      const knownEndMs = actualEndMs ?? (end !== null ? Math.min(end, snapshot.nowMs) : actualStartMs)
      const planned = start !== null && knownEndMs !== null ? Math.min(start, knownEndMs) : knownEndMs
      const startMs = actualStartMs ?? planned
      const endMs = startMs !== null && knownEndMs !== null && knownEndMs < startMs ? startMs : knownEndMs
      return { kind: 'completed', status: 'completed', startMs, endMs }
    }
    if (unscheduledPhases.some((phase) => phase === project.phase))
      return { kind: 'out', reason: 'projectNotScheduled' }
    if (source.onHold) return { kind: 'out', reason: 'onHold' }
    const begun = actualStartMs !== null || progressPercentage > 0
    const begunMs = actualStartMs ?? Math.min(start ?? minuteMs, minuteMs)
    if (!inScope && begun && end !== null && end > minuteMs && end >= begunMs) {
      return { kind: 'fixed', status: 'kept', startMs: begunMs, endMs: end }
    }
    if (!inScope && !begun) {
      const placed = start !== null && end !== null && end >= start
      return { kind: 'fixed', status: 'kept', startMs: placed ? start : null, endMs: placed ? end : null }
    }
    if (Number.isNaN(remainingMs)) return { kind: 'out', reason: 'invalidDuration' }
    if (begun) return { kind: 'started', startMs: begunMs, runsFromMs: Math.max(minuteMs, begunMs) }
    if (method === 'keepSequence' && start === null) return { kind: 'out', reason: 'notPlanned' }
    const window = start !== null && start >= snapshot.nowMs && start < freezeUntilMs
    // A run respects a pin until its end has passed; a followed plan drops it once its start has passed.
    const over = method === 'optimize' && end !== null && start !== null && end > start ? end : start
    const promised = source.pinned && over !== null && over >= snapshot.nowMs
    if (start !== null && (promised || window)) {
      const status = source.pinned ? 'pinned' : 'frozen'
      return { kind: 'fixed', status, startMs: start, endMs: end !== null && end >= start ? end : null }
    }
    if (source.dependencies.some(({ operationId }) => !knows(operationId))) {
      return { kind: 'out', reason: 'unknownPredecessor' }
    }
    return { kind: 'free' }
  }
  return {
    source,
    project,
    inScope,
    expected: decide(),
    categoryId: known(source.categoryId),
    poolId: known(source.poolId),
    remainingMs,
  }
}
