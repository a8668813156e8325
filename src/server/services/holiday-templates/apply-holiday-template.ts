import { and, eq, isNull } from 'drizzle-orm'
import type { Holiday } from '#contract/holidays.ts'
import type { TenantContext } from '../../context.ts'
import { holidays } from '../../db/tables/holidays.table.ts'
import { writeTenant } from '../../db/transaction.ts'
import { NotFoundError } from '../../errors.ts'
import { insertHolidays } from '../holidays/create-holiday.ts'
import { lockOrganisation } from '../organisation/lock-organisation.ts'
import { findTemplate } from './template-fields.ts'

interface Applied {
  added: Holiday[]
  duplicates: { name: string; date: string }[]
}

const keyOf = ({ name, date }: { name: string; date: string }): string => `${date} ${name}`

/** Adds the holidays of a template; those of the organisation with the same name and date are reported, not added again. */
export const applyHolidayTemplate = (ctx: TenantContext, { templateId }: { templateId: string }): Promise<Applied> =>
  writeTenant(ctx, async (tx, record) => {
    // Two who apply at once come one after the other, so the second finds what the first added.
    await lockOrganisation(ctx, tx)
    const template = await findTemplate(ctx, tx, templateId)
    if (!template) throw new NotFoundError()
    const there = await tx
      .select({ name: holidays.name, date: holidays.date })
      .from(holidays)
      .where(and(eq(holidays.tenantId, ctx.tenantId), isNull(holidays.categoryId)))
    const known = new Set(there.map(keyOf))
    const fresh: { name: string; date: string }[] = []
    const duplicates: { name: string; date: string }[] = []
    for (const { name, date } of template.items) {
      const key = keyOf({ name, date })
      const list = known.has(key) ? duplicates : fresh
      list.push({ name, date })
      known.add(key)
    }
    return { added: await insertHolidays(ctx, tx, record, fresh), duplicates }
  })
