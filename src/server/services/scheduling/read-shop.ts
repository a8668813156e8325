import { eq } from 'drizzle-orm'
import type { CalendarSource } from '#domain/scheduling/shop-calendars.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { categories } from '../../db/tables/categories.table.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { NotFoundError } from '../../errors.ts'
import { loadWorkingTime } from './load-working-time.ts'

/** What decides working time, and the work centers. */
export interface ShopTime extends Omit<CalendarSource, 'categories'> {
  readonly categories: { categoryId: string; name: string; color: string; shiftId: string | null }[]
}

/** Zone, working time and work centers of the organization. */
export const readShop = async (ctx: TenantContext, tx: Tx): Promise<ShopTime> => {
  const [organisation] = await tx.select().from(tenants).where(eq(tenants.tenantId, ctx.tenantId))
  if (!organisation) throw new NotFoundError()
  return {
    timeZone: organisation.timeZone,
    defaultShiftId: organisation.defaultShiftId,
    ...(await loadWorkingTime(tx, ctx.tenantId, ctx.app.now().getTime())),
    categories: await tx
      .select({
        categoryId: categories.categoryId,
        name: categories.name,
        color: categories.color,
        shiftId: categories.shiftId,
      })
      .from(categories)
      .where(eq(categories.tenantId, ctx.tenantId))
      .orderBy(categories.sequence, categories.name, categories.categoryId),
  }
}
