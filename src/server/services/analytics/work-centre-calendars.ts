import { eq } from 'drizzle-orm'
import { shopCalendars } from '#domain/scheduling/shop-calendars.ts'
import type { WorkCalendar } from '#domain/time/work-calendar.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { categories } from '../../db/tables/categories.table.ts'
import { loadWorkingTime } from '../scheduling/load-working-time.ts'
import type { Organisation } from './resolve-range.ts'

export interface WorkCentre {
  readonly categoryId: string
  readonly name: string
  readonly color: string
  readonly capacity: number
  readonly shiftId: string | null
}

/** The organisation's work centres in their order. */
export const readWorkCentres = (ctx: TenantContext, tx: Tx): Promise<WorkCentre[]> =>
  tx
    .select({
      categoryId: categories.categoryId,
      name: categories.name,
      color: categories.color,
      capacity: categories.capacity,
      shiftId: categories.shiftId,
    })
    .from(categories)
    .where(eq(categories.tenantId, ctx.tenantId))
    .orderBy(categories.sequence, categories.name, categories.categoryId)

/** The work centres with their working time from `fromMs` on. */
export const readCalendars = async (
  ctx: TenantContext,
  tx: Tx,
  { timeZone, defaultShiftId }: Organisation,
  fromMs: number,
): Promise<{ centre: WorkCentre; calendar: WorkCalendar }[]> => {
  const centres = await readWorkCentres(ctx, tx)
  const workingTime = await loadWorkingTime(tx, ctx.tenantId, ctx.app.now().getTime())
  const { organisation, byCategory } = shopCalendars(
    { timeZone, defaultShiftId, categories: centres, ...workingTime },
    fromMs,
  )
  return centres.map((centre) => ({ centre, calendar: byCategory.get(centre.categoryId) ?? organisation }))
}
