import { unscheduledPhases } from '#contract/vocabulary.ts'
import { type CenterLoad, loadDays, type WorkingTimePreview } from '#contract/working-time.ts'
import { isPlannedWork, loadPeriods, type PlannedWork, workCenterLoad } from '#domain/analytics/load.ts'
import { isCompleted } from '#domain/operations/is-completed.ts'
import { shopCalendars } from '#domain/scheduling/shop-calendars.ts'
import type { ShopSnapshot } from '#domain/scheduling/shop-snapshot.ts'
import type { DatedRow } from '../scheduling/plan-rows.ts'
import { hasMoved } from './compare-plans.ts'

const dayMs = 86_400_000

interface Load {
  readonly name: string
  readonly bookedHours: number
  readonly openHours: number
}

/** The earliest start of a moved operation in either plan, or now if none moves. */
const firstMoveMs = (nowMs: number, without: readonly DatedRow[], withChange: readonly DatedRow[]): number => {
  const before = new Map(without.map((row) => [row.o, row]))
  let firstMs = Number.POSITIVE_INFINITY
  for (const row of withChange) {
    const was = before.get(row.o)
    if (hasMoved(was, row)) firstMs = Math.min(firstMs, was?.s ?? firstMs, row.s ?? firstMs)
  }
  return Number.isFinite(firstMs) ? Math.max(nowMs, firstMs) : nowMs
}

/** Load of every work center inside [fromMs, toMs), counted as on the analytics screen and the dashboard. */
const loadsOf = (shop: ShopSnapshot, plan: readonly DatedRow[], fromMs: number, toMs: number): Map<string, Load> => {
  const { byCategory, standard } = shopCalendars(shop, fromMs)
  const placed = new Map(plan.map((row) => [row.o, row]))
  const planned = new Map(shop.categories.map(({ categoryId }) => [categoryId, [] as PlannedWork[]]))
  for (const { phase, operations } of shop.projects) {
    const projectOpen = !(unscheduledPhases as readonly string[]).includes(phase)
    for (const operation of operations) {
      const { s = null, e = null } = placed.get(operation.operationId) ?? {}
      const { categoryId, onHold, actualStartMs, durationHours, progressPercent } = operation
      if (categoryId === null || s === null || e === null) continue
      if (!isPlannedWork({ completed: isCompleted(operation), onHold, projectOpen })) continue
      const work = { startMs: actualStartMs ?? s, endMs: e, leftHours: durationHours * (1 - progressPercent / 100) }
      planned.get(categoryId)?.push(work)
    }
  }
  return new Map(
    shop.categories.map(({ categoryId, name, capacity }) => {
      const periods = loadPeriods(byCategory.get(categoryId) ?? standard, capacity, [fromMs, toMs], shop.nowMs)
      const load = workCenterLoad(periods, planned.get(categoryId) ?? [], [])
      return [categoryId, { name, bookedHours: load.loadHours[0] ?? 0, openHours: load.openHours[0] ?? 0 }]
    }),
  )
}

/** Work centers with other booked or open hours, in the `loadDays` from the first moved operation. */
export const compareLoads = (
  [shop, changed]: readonly [ShopSnapshot, ShopSnapshot],
  [without, withChange]: readonly [readonly DatedRow[], readonly DatedRow[]],
): Pick<WorkingTimePreview, 'loads' | 'loadsFrom'> => {
  const fromMs = firstMoveMs(shop.nowMs, without, withChange)
  const toMs = fromMs + loadDays * dayMs
  const before = loadsOf(shop, without, fromMs, toMs)
  const after = loadsOf(changed, withChange, fromMs, toMs)
  const loads = [...before].map(
    ([categoryId, was]): CenterLoad => ({
      categoryId,
      name: was.name,
      bookedHoursBefore: was.bookedHours,
      openHoursBefore: was.openHours,
      bookedHoursAfter: after.get(categoryId)?.bookedHours ?? 0,
      openHoursAfter: after.get(categoryId)?.openHours ?? 0,
    }),
  )
  return {
    loads: loads.filter(
      (load) => load.bookedHoursBefore !== load.bookedHoursAfter || load.openHoursBefore !== load.openHoursAfter,
    ),
    loadsFrom: new Date(fromMs).toISOString(),
  }
}
