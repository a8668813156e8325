import type { TenantContext } from '../../context.ts'
import { holidayTemplates } from '../../db/tables/holidays.table.ts'
import { writeTenant } from '../../db/transaction.ts'
import { diffFields } from '../history/diff-fields.ts'
import { keptStamp } from '../history/record-stamp.ts'
import { requireVersion } from '../history/require-version.ts'
import { lockTemplate, templateFields, thisTemplate } from './template-fields.ts'

/** Deletes an own template; holidays that came from it stay. 404, 422 (system template). */
export const deleteHolidayTemplate = (ctx: TenantContext, { templateId }: { templateId: string }): Promise<void> =>
  writeTenant(ctx, async (tx, record) => {
    const before = requireVersion(await lockTemplate(ctx, tx, templateId))
    await tx.delete(holidayTemplates).where(thisTemplate(ctx, templateId))
    const changes = diffFields({ ...templateFields(before), ...keptStamp(before) }, null)
    record.history({ entity: 'holidayTemplate', entityId: templateId, action: 'delete', changes })
    record.changed('holidayTemplates', { id: templateId })
  })
