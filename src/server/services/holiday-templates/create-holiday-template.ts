import { randomUUID } from 'node:crypto'
import type { HolidayTemplate, HolidayTemplateInput } from '#contract/holidays.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { holidayTemplates } from '../../db/tables/holidays.table.ts'
import { type Recorder, writeTenant } from '../../db/transaction.ts'
import { diffFields } from '../history/diff-fields.ts'
import { createdStamp } from '../history/record-stamp.ts'
import { presentTemplate, templateFields } from './template-fields.ts'

/** Stores a template with its history. */
export const insertTemplate = async (
  ctx: TenantContext,
  tx: Tx,
  record: Recorder,
  { name, items }: HolidayTemplateInput,
): Promise<HolidayTemplate> => {
  const [row] = await tx
    .insert(holidayTemplates)
    .values({ tenantId: ctx.tenantId, templateId: randomUUID(), name, items, ...createdStamp(ctx) })
    .returning()
  if (!row) throw new Error('An insert returned no row')
  const changes = diffFields(null, templateFields(row))
  record.history({ entity: 'holidayTemplate', entityId: row.templateId, action: 'create', changes })
  record.changed('holidayTemplates', { id: row.templateId, version: row.version })
  return presentTemplate(row)
}

/** Creates a template of the organisation's own. */
export const createHolidayTemplate = (
  ctx: TenantContext,
  { input }: { input: HolidayTemplateInput },
): Promise<HolidayTemplate> => writeTenant(ctx, (tx, record) => insertTemplate(ctx, tx, record, input))
