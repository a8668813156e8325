import type { HolidayTemplate } from '#contract/holidays.ts'
import type { TenantContext } from '../../context.ts'
import { writeTenant } from '../../db/transaction.ts'
import { NotFoundError } from '../../errors.ts'
import { insertTemplate } from './create-holiday-template.ts'
import { findTemplate } from './template-fields.ts'

const maxNameLength = 120
const suffix = ' (copy)'

/** Copies any template into one of the organisation's own. */
export const copyHolidayTemplate = (
  ctx: TenantContext,
  { templateId }: { templateId: string },
): Promise<HolidayTemplate> =>
  writeTenant(ctx, async (tx, record) => {
    const template = await findTemplate(ctx, tx, templateId)
    if (!template) throw new NotFoundError()
    const room = [...template.name].slice(0, maxNameLength - suffix.length).join('')
    return insertTemplate(ctx, tx, record, { name: `${room}${suffix}`, items: template.items })
  })
