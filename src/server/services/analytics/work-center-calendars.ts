import { eq } from 'drizzle-orm'
import type { CategoryKind } from '#contract/vocabulary.ts'
import { shopCalendars } from '#domain/scheduling/shop-calendars.ts'
import { type CapacityStep, capacitySteps } from '#domain/time/capacity-steps.ts'
import type { WorkCalendar } from '#domain/time/work-calendar.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { categories } from '../../db/tables/categories.table.ts'
import { loadWorkingTime } from '../scheduling/load-working-time.ts'

export interface WorkCenter {
  readonly categoryId: string
  readonly name: string
  readonly color: string
  readonly capacity: number
  readonly shiftId: string | null
  readonly kind: CategoryKind
}

/** The organization's work centers in their order. */
export const readWorkCenters = (ctx: TenantContext, tx: Tx): Promise<WorkCenter[]> =>
  tx
    .select({
      categoryId: categories.categoryId,
      name: categories.name,
      color: categories.color,
      capacity: categories.capacity,
      shiftId: categories.shiftId,
      kind: categories.kind,
    })
    .from(categories)
    .where(eq(categories.tenantId, ctx.tenantId))
    .orderBy(categories.sequence, categories.name, categories.categoryId)

/** The work centers with their working time from `fromMs` on, and their capacity over time. */
export const readCalendars = async (
  ctx: TenantContext,
  tx: Tx,
  fromMs: number,
): Promise<{ center: WorkCenter; calendar: WorkCalendar; capacity: CapacityStep[] }[]> => {
  const centers = await readWorkCenters(ctx, tx)
  const workingTime = await loadWorkingTime(tx, ctx.tenantId, ctx.app.now().getTime())
  const { standard, byCategory } = shopCalendars({ categories: centers, ...workingTime }, fromMs)
  return centers.map((center) => ({
    center,
    calendar: byCategory.get(center.categoryId) ?? standard,
    capacity: capacitySteps(center, workingTime.capacitySpans),
  }))
}
