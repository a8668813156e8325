import { asc, eq } from 'drizzle-orm'
import type { HolidayTemplate } from '#contract/holidays.ts'
import type { TenantContext } from '../../context.ts'
import { holidayTemplates } from '../../db/tables/holidays.table.ts'
import { readTenant } from '../../db/transaction.ts'
import { listSystemTemplates, presentTemplate } from './template-fields.ts'

/** System templates first, then the organisation's own by name. */
export const listHolidayTemplates = async (ctx: TenantContext): Promise<HolidayTemplate[]> => {
  const rows = await readTenant(ctx, (tx) =>
    tx
      .select()
      .from(holidayTemplates)
      .where(eq(holidayTemplates.tenantId, ctx.tenantId))
      .orderBy(asc(holidayTemplates.name), asc(holidayTemplates.templateId)),
  )
  return [...(await listSystemTemplates(ctx)), ...rows.map(presentTemplate)]
}
