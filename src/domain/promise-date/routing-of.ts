import { type AskedDetails, placesBefore, type RoutingStep } from '#contract/promise-date.ts'
import { valueAt } from '#domain/value-at.ts'
import { isWorkCenter } from '../categories/category-kind.ts'
import { isSaid } from '../fields.ts'
import { predecessorsFirst } from '../forecast/need-by.ts'
import type { OperationFieldName } from '../operations/fields.ts'
import { linkDetails } from '../operations/repeat-operations.ts'
import { recordOf } from '../record-of.ts'
import { askedDetails } from './asked-fields.ts'

/** An operation of a project or a routing template. */
export interface RoutedOperation extends AskedDetails, Pick<RoutingStep, 'name' | 'categoryId' | 'durationHours'> {
  readonly operationId: string
  readonly dependencies: readonly string[]
}

/** Maps predecessor values to other keys. Values without a new key and default values are dropped. */
const withKeys = (
  byKey: Readonly<Record<string, unknown>> | undefined,
  keyOf: (key: string) => string | undefined,
): Record<string, unknown> | undefined => {
  const entries = Object.entries(byKey ?? {}).flatMap(([key, value]) => {
    const other = keyOf(key)
    return other === undefined || !isSaid(value) ? [] : [[other, value] as const]
  })
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}

/** Details of an operation with mapped predecessor keys, without default values. */
const detailsOf = (of: AskedDetails, keyOf: (key: string) => string | undefined): AskedDetails => {
  const details = {
    ...recordOf(askedDetails, (name) => of[name]),
    ...recordOf(linkDetails, (name) => withKeys(of[name], keyOf)),
  }
  return Object.fromEntries(Object.entries(details).filter(([, value]) => isSaid(value)))
}

/** A day on which material came for the copied project says nothing about new work. */
const stillAhead = <Of extends AskedDetails>(of: Of, nowMs: number): Of =>
  of.materialReadyDate && Date.parse(of.materialReadyDate) <= nowMs ? { ...of, materialReadyDate: null } : of

/** The operations of a project or template as a routing, with predecessors first. Links to other projects are left out. */
export const routingOf = (operations: readonly RoutedOperation[], nowMs: number): RoutingStep[] => {
  const indexOf = new Map(operations.map(({ operationId }, index) => [operationId, index]))
  const order = predecessorsFirst(
    operations.map(({ dependencies }) => ({
      predecessors: dependencies.flatMap((id) => {
        const index = indexOf.get(id)
        return index === undefined ? [] : [{ index }]
      }),
    })),
  )
  const placeOf = new Map(order.map((index, place) => [operations[index]?.operationId, place]))
  return order.map((index, place) => {
    const operation = valueAt(operations, index)
    const { name, categoryId, durationHours, dependencies } = operation
    const places = dependencies.map((id) => placeOf.get(id) ?? place).filter((before) => before < place)
    const after = [...new Set(places)].sort((a, b) => a - b)
    const isNext = place === 0 || (after.length === 1 && after[0] === place - 1)
    const keyOf = (id: string): string | undefined => {
      const before = placeOf.get(id)
      return before !== undefined && after.includes(before) ? String(before) : undefined
    }
    return {
      name,
      categoryId,
      durationHours,
      ...(isNext ? {} : { after }),
      ...detailsOf(stillAhead(operation, nowMs), keyOf),
    }
  })
}

/** The parts of the hours, which belong together. */
const hourParts = ['setupHours', 'hoursPerPiece', 'quantity', 'transferBatch'] as const

interface Placed {
  readonly step: RoutingStep
  readonly place: number
}

const sameName = (a: Placed, b: Placed): boolean =>
  a.step.name.trim().toLowerCase() === b.step.name.trim().toLowerCase()
const sameCenter = (a: Placed, b: Placed): boolean => a.step.categoryId === b.step.categoryId

/** How a typed step is matched with a source step, most reliable first: unchanged, same name, or renamed at the same position. */
const likenesses: readonly ((typed: Placed, source: Placed) => boolean)[] = [
  (a, b) => sameName(a, b) && sameCenter(a, b) && a.step.durationHours === b.step.durationHours,
  sameName,
  (a, b) => a.place === b.place && sameCenter(a, b),
]

/** Index in the source for each typed step; missing = new. Each source step is used once. */
const sourcePlaces = (steps: readonly RoutingStep[], source: readonly RoutingStep[]): ReadonlyMap<number, number> => {
  const found = new Map<number, number>()
  const left = new Map(source.map((step, place) => [place, { step, place }]))
  for (const isSame of likenesses) {
    for (const [place, step] of steps.entries()) {
      if (found.has(place)) continue
      const match = [...left.values()].find((other) => isSame({ step, place }, other))
      if (!match) continue
      found.set(place, match.place)
      left.delete(match.place)
    }
  }
  return found
}

type Resource = { readonly categoryId: string } & Parameters<typeof isWorkCenter>[0]

/**
 * Adds the details of the original operations to typed steps if they still apply: work centers and pools that exist,
 * setup hours and pieces if the hours are the same, and lags of predecessors that the step still waits for. `said` are
 * the fields that the text has columns for, so that it alone decides them.
 */
export const withDetails = (
  steps: readonly RoutingStep[],
  source: readonly RoutingStep[],
  resources: readonly Resource[],
  said: readonly OperationFieldName[] = [],
): RoutingStep[] => {
  const idsOf = (centers: boolean) =>
    new Set(resources.filter((one) => isWorkCenter(one) === centers).map(({ categoryId }) => categoryId))
  const [centers, pools] = [idsOf(true), idsOf(false)]
  const places = sourcePlaces(steps, source)
  const decided = new Set<string>([
    ...said,
    ...(said.includes('dependencies') ? linkDetails : []),
    ...(hourParts.some((name) => said.includes(name)) ? hourParts : []),
  ])
  return steps.map((step, place) => {
    const from = source[places.get(place) ?? -1]
    if (!from) return step
    const typedPlaces = new Map(placesBefore(step, place).map((before) => [String(places.get(before)), String(before)]))
    const { poolId, alternatives = [], categoryFixed, ...details } = from
    const isSameTime = step.durationHours === from.durationHours
    const isElsewhere = (id: string): boolean => centers.has(id) && id !== step.categoryId && step.categoryId !== null
    const kept: AskedDetails = {
      ...details,
      ...(!isSameTime && recordOf(hourParts, () => null)),
      ...(poolId && pools.has(poolId) && { poolId }),
      alternatives: alternatives.filter(({ categoryId }) => isElsewhere(categoryId)),
      categoryFixed: categoryFixed && step.categoryId === from.categoryId,
    }
    const added = Object.entries(detailsOf(kept, (key) => typedPlaces.get(key)))
    return { ...step, ...Object.fromEntries(added.filter(([name]) => !decided.has(name))) }
  })
}
