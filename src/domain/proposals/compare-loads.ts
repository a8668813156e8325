import { unscheduledPhases } from '#contract/vocabulary.ts'
import { type CenterLoad, loadDays } from '#contract/working-time.ts'
import { hasLoad, isPlannedWork, loadPeriods, type PlannedWork, workCenterLoad } from '#domain/analytics/load.ts'
import { isCompleted } from '#domain/operations/is-completed.ts'
import type { ScheduledOperation } from '#domain/scheduling/schedule-result.ts'
import { shopCalendars } from '#domain/scheduling/shop-calendars.ts'
import type { ShopSnapshot } from '#domain/scheduling/shop-snapshot.ts'
import { capacitySteps } from '#domain/time/capacity-steps.ts'
import { dayMs } from '../time/units.ts'

type Dated = Pick<ScheduledOperation, 'operationId' | 'startMs' | 'endMs'>

interface PlannedShop {
  readonly snapshot: ShopSnapshot
  readonly operations: readonly Dated[]
}

interface Load {
  readonly name: string
  readonly bookedHours: number
  readonly openHours: number
}

/** Load of each work center and pool in [fromMs, toMs), computed as in analytics and on the dashboard. */
const loadsOf = ({ snapshot, operations: plan }: PlannedShop, fromMs: number, toMs: number): Map<string, Load> => {
  const { byCategory, standard } = shopCalendars(snapshot, fromMs)
  const placed = new Map(plan.map((row) => [row.operationId, row]))
  const planned = new Map(snapshot.categories.map(({ categoryId }) => [categoryId, [] as PlannedWork[]]))
  for (const { phase, operations } of snapshot.projects) {
    const projectOpen = !(unscheduledPhases as readonly string[]).includes(phase)
    for (const operation of operations) {
      const { startMs = null, endMs = null } = placed.get(operation.operationId) ?? {}
      const { categoryId, poolId = null, onHold, actualStartMs, durationHours, progressPercentage } = operation
      if (startMs === null || endMs === null) continue
      if (!isPlannedWork({ completed: isCompleted(operation), onHold, projectOpen })) continue
      const leftHours = durationHours * (1 - progressPercentage / 100)
      const work = { startMs: actualStartMs ?? startMs, endMs, leftHours }
      for (const id of [categoryId, poolId]) if (id !== null) planned.get(id)?.push(work)
    }
  }
  return new Map(
    snapshot.categories.filter(hasLoad).map((center) => {
      const { categoryId, name } = center
      const calendar = byCategory.get(categoryId) ?? standard
      const capacity = capacitySteps(center, snapshot.capacitySpans)
      const periods = loadPeriods(calendar, capacity, [fromMs, toMs], snapshot.nowMs)
      const load = workCenterLoad(periods, planned.get(categoryId) ?? [], [])
      return [categoryId, { name, bookedHours: load.loadHours[0] ?? 0, openHours: load.openHours[0] ?? 0 }]
    }),
  )
}

export interface ComparedLoads {
  readonly loads: readonly CenterLoad[]
  readonly loadsFromMs: number
}

/** Work centers whose booked or open hours differ in the `loadDays` from the first moved operation, or from now. */
export const compareLoads = (before: PlannedShop, after: PlannedShop, firstMoveMs: number): ComparedLoads => {
  const loadsFromMs = Number.isFinite(firstMoveMs)
    ? Math.max(before.snapshot.nowMs, firstMoveMs)
    : before.snapshot.nowMs
  const toMs = loadsFromMs + loadDays * dayMs
  const [without, withChange] = [loadsOf(before, loadsFromMs, toMs), loadsOf(after, loadsFromMs, toMs)]
  const loads = [...without].map(
    ([categoryId, was]): CenterLoad => ({
      categoryId,
      name: was.name,
      bookedHoursBefore: was.bookedHours,
      openHoursBefore: was.openHours,
      bookedHoursAfter: withChange.get(categoryId)?.bookedHours ?? 0,
      openHoursAfter: withChange.get(categoryId)?.openHours ?? 0,
    }),
  )
  return {
    loads: loads.filter(
      (load) => load.bookedHoursBefore !== load.bookedHoursAfter || load.openHoursBefore !== load.openHoursAfter,
    ),
    loadsFromMs,
  }
}
