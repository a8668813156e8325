import type { ScheduledOperation, ScheduleMethod } from '../schedule-result.ts'
import type { ShopSnapshot } from '../shop-snapshot.ts'
import { type CheckedOperation, remaining } from './expected-status.ts'
import type { Violation } from './violation.ts'

/** The operation at the work center where the plan runs it, if it may run there; otherwise unchanged. */
export const atPlannedCenter = (
  of: CheckedOperation,
  planned: string | undefined,
  { categories }: ShopSnapshot,
  method: ScheduleMethod,
): CheckedOperation => {
  const { alternatives = [], categoryFixed, pinned } = of.source
  const alternative = alternatives.find(({ categoryId }) => categoryId === planned)
  if (!alternative || of.categoryId === null || planned === of.categoryId) return of
  const mayMove =
    of.inScope && of.expected.kind === 'free' && method === 'optimize' && !pinned && categoryFixed !== true
  if (!mayMove || !categories.some(({ categoryId }) => categoryId === planned)) return of
  const { categoryId, durationHours } = alternative
  return { ...of, categoryId, remainingMs: remaining({ ...of.source, durationHours }) }
}

/**
 * An operation runs at its work center or at one of its alternatives. A run does not change it if the operation has
 * started, keeps its dates or is fixed there. Claims about the other work centers must be true.
 */
export const checkWorkCenter = (of: CheckedOperation, row: ScheduledOperation | undefined): Violation[] => {
  if (!row) return []
  const { operationId, categoryId, placement } = row
  if (categoryId !== undefined && categoryId !== of.categoryId)
    return [{ code: 'wrongWorkCenter', operationId, categoryId }]
  const { alternatives = [], durationHours, progressPercentage } = of.source
  const all = [...alternatives, { categoryId: of.source.categoryId, durationHours }]
  const isTrue = (placement.others ?? []).every((other) => {
    const place = all.find((candidate) => candidate.categoryId === other.categoryId)
    if (!place || other.categoryId === of.categoryId) return false
    const hours = (of.remainingMs - remaining({ durationHours: place.durationHours, progressPercentage })) / 3_600_000
    return hours === other.longerHours
  })
  return isTrue ? [] : [{ code: 'falseFactor', operationId, factor: 'others' }]
}
