import type { PlacementWarning } from '#contract/placement.ts'
import { valueAt } from '#domain/value-at.ts'
import type { CenterSequence } from './changeovers.ts'
import { maxLagMs } from './operation-work.ts'
import type { ModelOperation, ShopModel } from './shop-model.ts'
import type { SnapshotDependency } from './shop-snapshot.ts'

const isFixed = ({ status }: ModelOperation): boolean =>
  status === 'started' || status === 'pinned' || status === 'frozen' || status === 'kept'

/** Fixed operations that run while their work center is above its capacity at that time. */
const overloaded = (model: ShopModel): Set<ModelOperation> => {
  const perCategory: ModelOperation[][] = model.snapshot.categories.map(() => [])
  const anyFixed = new Set<number>()
  for (const operation of model.operations) {
    const { category, status, startMs, endMs } = operation
    if (category < 0 || startMs === null || endMs === null || endMs <= model.nowMs || status === 'completed') continue
    if (endMs > startMs) perCategory[category]?.push(operation)
    if (isFixed(operation)) anyFixed.add(category)
  }
  const found = new Set<ModelOperation>()
  for (const category of anyFixed) {
    const center = valueAt(model.capacities, category)
    const starts = center.steps.map(({ from, capacity }) => ({
      at: from === -Infinity ? from : center.calendar.startWall(from),
      order: 1,
      capacity,
    }))
    // Of what happens at one instant, work ends first, then the capacity changes, then work starts.
    const events = [
      ...starts,
      ...(perCategory[category] ?? []).flatMap((operation) => [
        { at: Math.max(operation.startMs as number, model.nowMs), order: 2, operation },
        { at: operation.endMs as number, order: 0, operation },
      ]),
    ].sort((a, b) => a.at - b.at || a.order - b.order)
    const running = new Set<ModelOperation>()
    let capacity = center.usual
    for (const event of events) {
      if ('capacity' in event) capacity = event.capacity
      else if (event.order === 0) running.delete(event.operation)
      else running.add(event.operation)
      if (event.order > 0 && running.size > capacity) for (const other of running) if (isFixed(other)) found.add(other)
    }
  }
  return found
}

/** Predecessors after which an operation waits longer than it should, by id: the input's order never decides. */
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

/** Warnings about scheduled operations: fixed ones, those whose pin has passed, and those that come too long after another one. */
export const placementWarnings = (
  model: ShopModel,
  sequences: readonly (CenterSequence | null)[],
): Map<ModelOperation, PlacementWarning[]> => {
  const overload = overloaded(model)
  const warnings = new Map<ModelOperation, PlacementWarning[]>()
  for (const operation of model.operations) {
    if (operation.startMs === null) continue
    const { startMs, calendar, status, category, source } = operation
    if (status === 'completed') continue
    const own = status === 'started' ? [] : tooLongAfter(operation, startMs, model)
    if (own.length > 0) warnings.set(operation, own)
    if (status === 'free' && source.pinned && source.scheduledStartMs !== null) {
      warnings.set(operation, [{ code: 'pinPassed' }, ...own])
    }
    if (!isFixed(operation)) continue
    if (overload.has(operation) && category >= 0) own.push({ code: 'overload', categoryId: source.categoryId ?? '' })
    if (status !== 'started') {
      for (const { index, lagMs, waitMs } of operation.predecessors) {
        const before = valueAt(model.operations, index)
        if (before.status === 'completed' && before.endMs === null) continue
        const early =
          before.endMs === null ||
          startMs < before.endMs + waitMs ||
          calendar.toWork(startMs) < calendar.toWork(before.endMs) + lagMs
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
