import type { Holiday } from '#contract/holidays.ts'
import type { TenantContext } from '../../context.ts'
import { writeTenant } from '../../db/transaction.ts'
import { NotFoundError } from '../../errors.ts'
import { insertHolidays } from '../holidays/create-holiday.ts'
import { splitKnown } from '../holidays/split-known.ts'
import { lockOrganisation } from '../organisation/lock-organisation.ts'
import { findTemplate } from './template-fields.ts'

interface Applied {
  added: Holiday[]
  duplicates: { name: string; date: string }[]
}

/** Adds the holidays of a template; those of the organisation with the same name and date are reported, not added again. */
export const applyHolidayTemplate = (ctx: TenantContext, { templateId }: { templateId: string }): Promise<Applied> =>
  writeTenant(ctx, async (tx, record) => {
    // Two who apply at once come one after the other, so the second finds what the first added.
    await lockOrganisation(ctx, tx)
    const template = await findTemplate(ctx, tx, templateId)
    if (!template) throw new NotFoundError()
    const { fresh, duplicates } = await splitKnown(ctx, tx, template.items)
    return { added: await insertHolidays(ctx, tx, record, fresh), duplicates }
  })
