import { type CentreLoad, loadDays, type WorkingTimePreview } from '#contract/working-time.ts'
import { shopCalendars } from '#domain/scheduling/shop-calendars.ts'
import type { ShopSnapshot } from '#domain/scheduling/shop-snapshot.ts'
import type { DatedRow } from '../scheduling-runs/write-plan.ts'
import { hasMoved } from './compare-plans.ts'

const [hourMs, dayMs] = [3_600_000, 86_400_000]

interface Load {
  readonly name: string
  readonly bookedHours: number
  readonly openHours: number
}

/** Start of the first operation that moves, in either plan; now when none does. */
const firstMoveMs = (nowMs: number, without: readonly DatedRow[], withChange: readonly DatedRow[]): number => {
  const before = new Map(without.map((row) => [row.o, row]))
  let firstMs = Number.POSITIVE_INFINITY
  for (const row of withChange) {
    const was = before.get(row.o)
    if (hasMoved(was, row)) firstMs = Math.min(firstMs, was?.s ?? firstMs, row.s ?? firstMs)
  }
  return Number.isFinite(firstMs) ? Math.max(nowMs, firstMs) : nowMs
}

/** Load of every work centre inside [fromMs, toMs): work counted as the centre's own open time. */
const loadsOf = (shop: ShopSnapshot, plan: readonly DatedRow[], fromMs: number, toMs: number): Map<string, Load> => {
  const { byCategory } = shopCalendars(shop, fromMs)
  const centreOf = new Map(
    shop.projects.flatMap(({ operations }) =>
      operations.map(({ operationId, categoryId }) => [operationId, categoryId]),
    ),
  )
  const bookedMs = new Map<string, number>()
  for (const { o, s, e } of plan) {
    const centre = centreOf.get(o)
    if (!centre || s === null || e === null || s >= toMs || e <= fromMs) continue
    const calendar = byCategory.get(centre)
    if (!calendar) continue
    const workMs = calendar.toWork(Math.min(e, toMs)) - calendar.toWork(Math.max(s, fromMs))
    bookedMs.set(centre, (bookedMs.get(centre) ?? 0) + workMs)
  }
  return new Map(
    shop.categories.map(({ categoryId, name, capacity }) => {
      const calendar = byCategory.get(categoryId)
      const openMs = calendar ? calendar.toWork(toMs) - calendar.toWork(fromMs) : 0
      const bookedHours = (bookedMs.get(categoryId) ?? 0) / hourMs
      return [categoryId, { name, bookedHours, openHours: (openMs * capacity) / hourMs }]
    }),
  )
}

/** Work centres whose booked or open hours differ, in the `loadDays` from the first operation that moves. */
export const compareLoads = (
  [shop, changed]: readonly [ShopSnapshot, ShopSnapshot],
  [without, withChange]: readonly [readonly DatedRow[], readonly DatedRow[]],
): Pick<WorkingTimePreview, 'loads' | 'loadsFrom'> => {
  const fromMs = firstMoveMs(shop.nowMs, without, withChange)
  const toMs = fromMs + loadDays * dayMs
  const before = loadsOf(shop, without, fromMs, toMs)
  const after = loadsOf(changed, withChange, fromMs, toMs)
  const loads = [...before].map(
    ([categoryId, was]): CentreLoad => ({
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
