import type { OtherCenter } from '#contract/placement.ts'
import { runAt } from '#domain/operations/run-at.ts'
import type { WorkCalendar } from '#domain/time/work-calendar.ts'
import { floatAt, intAt, valueAt } from '#domain/value-at.ts'
import { hourMs } from '../time/units.ts'
import { largestCapacity, missingCapacity } from './center-capacity.ts'
import type { CoreModes, CorePlan, CoreProblem } from './core/core-problem.ts'
import { StepProfile } from './core/step-profile.ts'
import { leftMs } from './operation-work.ts'
import type { ModelOperation, ShopModel } from './shop-model.ts'
import type { ShopProblem } from './shop-problem.ts'
import type { SnapshotOperation } from './shop-snapshot.ts'

/** A work center where an operation may run, and the remaining work there. */
export interface Place {
  /** Index into `snapshot.categories`. */
  readonly category: number
  readonly calendar: WorkCalendar
  readonly leftMs: number
}

const nowhere: readonly Place[] = []

/** The alternatives of an operation that exist in the shop and take time. Without a work center of its own it has none. */
export const otherPlaces = (
  source: SnapshotOperation,
  placeAt: (categoryId: string) => Omit<Place, 'leftMs'> | null,
): readonly Place[] => {
  const { alternatives, categoryId, progressPercentage } = source
  if (!alternatives || alternatives.length === 0 || categoryId === null || !placeAt(categoryId)) return nowhere
  return alternatives.flatMap((alternative) => {
    const place = alternative.categoryId === categoryId ? null : placeAt(alternative.categoryId)
    const left = leftMs({ durationHours: alternative.durationHours, progressPercentage })
    return place && left > 0 ? [{ ...place, leftMs: left }] : []
  })
}

/** Whether a run may choose the work center of the operation. Pinned work stays at its work center, even without dates. */
export const choosesPlace = ({ source, elsewhere, leftMs }: ModelOperation): boolean =>
  elsewhere.length > 0 && leftMs > 0 && !source.pinned && source.categoryFixed !== true

/** Moves an operation of the model to one of its alternatives; does nothing for any other work center. */
export const moveTo = (operation: ModelOperation, category: number, { snapshot }: ShopModel): void => {
  const chosen = operation.elsewhere.find((place) => place.category === category)
  if (!chosen) return
  const left = { category: operation.category, calendar: operation.calendar, leftMs: operation.leftMs }
  operation.source = runAt(operation.source, valueAt(snapshot.categories, category).categoryId)
  operation.elsewhere = operation.elsewhere.map((place) => (place === chosen ? left : place))
  operation.category = chosen.category
  operation.calendar = chosen.calendar
  operation.leftMs = chosen.leftMs
}

/** Writes the work centers of a plan into the model. */
export const applyModes = (model: ShopModel, { problem, rows }: ShopProblem, { mode }: CorePlan): void => {
  const { modes } = problem
  if (!modes || !mode) return
  for (let i = 0; i < rows.length; i++) {
    const row = intAt(mode, i)
    if (row >= 0) moveTo(valueAt(model.operations, intAt(rows, i)), intAt(modes.resource, row), model)
  }
}

/**
 * The modes of each operation in a run: its own work center and its alternatives, ordered by id, independent of the
 * current plan. Null if no operation has a choice.
 */
export const shopModes = (
  model: ShopModel,
  rows: Int32Array,
  calendars: readonly WorkCalendar[],
  earliestMs: (operation: ModelOperation, place: Place) => number,
): CoreModes | null => {
  const operations = Array.from(rows, (index) => valueAt(model.operations, index))
  if (model.method !== 'optimize' || !operations.some(choosesPlace)) return null
  const calendarIndex = new Map(calendars.map((calendar, index) => [calendar, index]))
  const idOf = ({ category }: Place): string => valueAt(model.snapshot.categories, category).categoryId
  const first = new Int32Array(rows.length + 1)
  const present = new Int32Array(rows.length).fill(-1)
  const places: Place[] = []
  const release: number[] = []
  for (const [i, operation] of operations.entries()) {
    if (choosesPlace(operation)) {
      const own = [operation, ...operation.elsewhere].sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1))
      present[i] = places.length + own.indexOf(operation)
      places.push(...own)
      for (const place of own) release.push(earliestMs(operation, place))
    }
    first[i + 1] = places.length
  }
  return {
    first,
    present,
    resource: Int32Array.from(places, ({ category }) => category),
    duration: Float64Array.from(places, (place) => place.leftMs),
    calendar: Int32Array.from(places, ({ calendar }) => calendarIndex.get(calendar) ?? 0),
    release: Float64Array.from(release),
  }
}

/** Sets the arrays of a problem to the shortest mode of each operation, so that they do not depend on the current plan. */
export const inShortestModes = <P extends CoreProblem>(problem: P): P => {
  const { modes } = problem
  if (!modes) return problem
  const [duration, calendar, demandResource, release] = [
    problem.duration.slice(),
    problem.calendar.slice(),
    problem.demandResource.slice(),
    problem.release.slice(),
  ]
  for (let i = 0; i < problem.operationCount; i++) {
    let shortest = intAt(modes.first, i)
    if (shortest === intAt(modes.first, i + 1)) continue
    for (let row = shortest + 1; row < intAt(modes.first, i + 1); row++) {
      if (floatAt(modes.duration, row) < floatAt(modes.duration, shortest)) shortest = row
    }
    duration[i] = floatAt(modes.duration, shortest)
    calendar[i] = intAt(modes.calendar, shortest)
    release[i] = floatAt(modes.release, shortest)
    demandResource[intAt(problem.demandFirst, i)] = intAt(modes.resource, shortest)
  }
  return { ...problem, duration, calendar, demandResource, release }
}

/** The usage of each work center in the finished plan, from now on. */
const profilesOf = ({ capacities, operations, nowMs }: ShopModel): StepProfile[] => {
  const profiles = capacities.map((center) => new StepProfile(largestCapacity(center, nowMs)))
  for (const { resource, from, to, units } of missingCapacity(capacities, nowMs)) {
    profiles[resource]?.book(from, to, units)
  }
  for (const { category, startMs, endMs, status } of operations) {
    const calendar = capacities[category]?.calendar
    if (!calendar || startMs === null || endMs === null || endMs <= nowMs || status === 'completed') continue
    profiles[category]?.book(calendar.toWork(Math.max(startMs, nowMs)), calendar.toWork(endMs), 1)
  }
  return profiles
}

/**
 * Compares the work center that a run chose for each operation with its alternatives: how much longer the operation
 * runs, and how much earlier it can start than at the other one, next to all other work of the finished plan.
 */
export const explainChoices = (
  model: ShopModel,
  earliestMs: (operation: ModelOperation, place: Place) => number,
): Map<ModelOperation, OtherCenter[]> => {
  const found = new Map<ModelOperation, OtherCenter[]>()
  if (model.method !== 'optimize') return found
  let profiles: StepProfile[] | null = null
  for (const operation of model.operations) {
    const { status, startMs, source, elsewhere } = operation
    if (status !== 'free' || startMs === null || !choosesPlace(operation)) continue
    profiles ??= profilesOf(model)
    const others = elsewhere.map((place): OtherCenter => {
      const { category, calendar, leftMs } = place
      const from = calendar.toWork(earliestMs(operation, place))
      const at = profiles?.[category]?.earliestFit(from, leftMs, 1) ?? Infinity
      const freeMs = at === Infinity ? Infinity : calendar.startWall(at)
      return {
        categoryId: valueAt(model.snapshot.categories, category).categoryId,
        longerHours: (operation.leftMs - leftMs) / hourMs,
        soonerHours: freeMs === Infinity ? null : (freeMs - startMs) / hourMs,
      }
    })
    const order = (source.alternatives ?? []).map(({ categoryId }) => categoryId)
    found.set(
      operation,
      others.sort((a, b) => order.indexOf(a.categoryId) - order.indexOf(b.categoryId)),
    )
  }
  return found
}
