import type { PlacementWarning } from '#contract/placement.ts'
import { valueAt } from '#domain/value-at.ts'
import type { CenterSequence } from './changeovers.ts'
import { maxLagMs, startAfter } from './operation-work.ts'
import { usedMs } from './resource-use.ts'
import { type ModelOperation, predecessorOf, type ShopModel } from './shop-model.ts'
import type { SnapshotDependency } from './shop-snapshot.ts'

const isFixed = ({ status }: ModelOperation): boolean =>
  status === 'started' || status === 'pinned' || status === 'frozen' || status === 'kept'

/** Fixed operations that run while their work center or pool is over capacity, with the ids of the overloaded ones. */
const overloaded = (model: ShopModel): Map<ModelOperation, string[]> => {
  const perCategory: ModelOperation[][] = model.snapshot.categories.map(() => [])
  const anyFixed = new Set<number>()
  for (const operation of model.operations) {
    const { category, pool, status, startMs, endMs } = operation
    if (startMs === null || endMs === null || endMs <= model.nowMs || status === 'completed') continue
    for (const resource of [category, pool]) {
      if (resource < 0) continue
      if (endMs > startMs) perCategory[resource]?.push(operation)
      if (isFixed(operation)) anyFixed.add(resource)
    }
  }
  const found = new Map<ModelOperation, string[]>()
  for (const category of anyFixed) {
    const center = valueAt(model.capacities, category)
    const starts = center.steps.map(({ from, capacity }) => ({
      at: from === -Infinity ? from : center.calendar.startWall(from),
      order: 1,
      capacity,
    }))
    // At the same instant, work ends first, then the capacity changes, then work starts.
    const events = [
      ...starts,
      ...(perCategory[category] ?? []).flatMap((operation) =>
        usedMs(operation, category, model.nowMs).map((at, i) => ({ at, order: i % 2 === 0 ? 2 : 0, operation })),
      ),
    ].sort((a, b) => a.at - b.at || a.order - b.order)
    const running = new Set<ModelOperation>()
    const above = new Set<ModelOperation>()
    let capacity = center.usual
    for (const event of events) {
      if ('capacity' in event) capacity = event.capacity
      else if (event.order === 0) running.delete(event.operation)
      else running.add(event.operation)
      if (event.order > 0 && running.size > capacity) for (const other of running) if (isFixed(other)) above.add(other)
    }
    const { categoryId } = valueAt(model.snapshot.categories, category)
    for (const operation of above) found.set(operation, [...(found.get(operation) ?? []), categoryId])
  }
  return found
}

/** Ids of the predecessors whose maximum lag is exceeded, sorted so that the order of the input does not matter. */
const tooLongAfter = ({ source, predecessors, calendar }: ModelOperation, startMs: number, model: ShopModel) => {
  const isTooLong = (link: SnapshotDependency): boolean => {
    const limitMs = maxLagMs(link)
    if (limitMs === Infinity) return false
    const found = predecessors.find(({ index }) => model.operations[index]?.source.operationId === link.operationId)
    const endMs = found ? valueAt(model.operations, found.index).endMs : null
    if (endMs === null) return false
    const passedMs = link.lagUnit === 'calendar' ? startMs - endMs : calendar.toWork(startMs) - calendar.toWork(endMs)
    return passedMs > limitMs
  }
  const late = source.dependencies.filter(isTooLong).map(({ operationId }) => operationId)
  return late.sort().map((operationId): PlacementWarning => ({ code: 'lagTooLong', operationId }))
}

/** Warnings about scheduled operations: fixed ones, those whose pin has passed, and those that exceed a maximum lag. */
export const placementWarnings = (
  model: ShopModel,
  sequences: readonly (CenterSequence | null)[],
): Map<ModelOperation, PlacementWarning[]> => {
  const overload = overloaded(model)
  const warnings = new Map<ModelOperation, PlacementWarning[]>()
  for (const operation of model.operations) {
    if (operation.startMs === null) continue
    const { startMs, calendar, category, status, source } = operation
    if (status === 'completed') continue
    const own = status === 'started' ? [] : tooLongAfter(operation, startMs, model)
    if (own.length > 0) warnings.set(operation, own)
    if (status === 'free' && source.pinned && source.scheduledStartMs !== null) {
      warnings.set(operation, [{ code: 'pinPassed' }, ...own])
    }
    if (!isFixed(operation)) continue
    for (const categoryId of overload.get(operation) ?? []) own.push({ code: 'overload', categoryId })
    if (status !== 'started') {
      for (const link of operation.predecessors) {
        const before = valueAt(model.operations, link.index)
        const dated = predecessorOf(model, link.index)
        if (before.status === 'completed' && !dated) continue
        const early = !dated || startMs < startAfter(operation, dated, link).atMs
        if (early) own.push({ code: 'startsBeforePredecessor', operationId: before.source.operationId })
      }
      const { unknownPredecessor: unknown } = operation
      if (unknown !== null) own.push({ code: 'startsBeforePredecessor', operationId: unknown })
      if (source.materialReadyMs !== null && startMs < source.materialReadyMs)
        own.push({ code: 'startsBeforeMaterial' })
      const tooClose = sequences[category]?.tooClose(operation)
      if (tooClose) own.push({ code: 'changeoverTooShort', operationId: tooClose.source.operationId })
      const closed = operation.leftMs === 0 ? false : !calendar.isOpen(startMs)
      if (closed) own.push({ code: 'startsInClosedTime' })
    }
    if (own.length > 0) warnings.set(operation, own)
  }
  return warnings
}
