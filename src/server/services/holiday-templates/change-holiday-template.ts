import type { HolidayTemplate, HolidayTemplateInput } from '#contract/holidays.ts'
import type { TenantContext } from '../../context.ts'
import { holidayTemplates } from '../../db/tables/holidays.table.ts'
import { writeTenant } from '../../db/transaction.ts'
import { diffFields } from '../history/diff-fields.ts'
import { changedStamp } from '../history/record-stamp.ts'
import { requireVersion } from '../history/require-version.ts'
import { sentFields } from '../history/sent-fields.ts'
import { lockTemplate, presentTemplate, templateFields, thisTemplate } from './template-fields.ts'

export interface ChangeHolidayTemplateInput {
  readonly templateId: string
  readonly input: Partial<HolidayTemplateInput>
  readonly expectedVersion: number | null
}

/** Changes the fields of an own template that were sent. 404, 412, 422 (system template). */
export const changeHolidayTemplate = (
  ctx: TenantContext,
  { templateId, input, expectedVersion }: ChangeHolidayTemplateInput,
): Promise<HolidayTemplate> =>
  writeTenant(ctx, async (tx, record) => {
    const before = requireVersion(await lockTemplate(ctx, tx, templateId), expectedVersion)
    const [after] = await tx
      .update(holidayTemplates)
      .set({ ...sentFields(input), ...changedStamp(ctx, before) })
      .where(thisTemplate(ctx, templateId))
      .returning()
    if (!after) throw new Error('A locked template vanished')
    const changes = diffFields(templateFields(before), templateFields(after))
    if (changes.length > 0)
      record.history({ entity: 'holidayTemplate', entityId: templateId, action: 'update', changes })
    record.changed('holidayTemplates', { id: templateId, version: after.version })
    return presentTemplate(after)
  })
