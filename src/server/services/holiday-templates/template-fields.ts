import { and, eq } from 'drizzle-orm'
import type { HolidayTemplate } from '#contract/holidays.ts'
import { productName } from '#contract/vocabulary.ts'
import { type SystemTemplate, systemTemplates } from '#domain/holidays/system-templates.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { holidayTemplates } from '../../db/tables/holidays.table.ts'
import { RuleError } from '../../errors.ts'
import { presentStamp } from '../history/record-stamp.ts'

type TemplateRow = typeof holidayTemplates.$inferSelect

/** The stored fields of a holiday template in wire names. */
export const templateFields = ({ name, items }: TemplateRow) => ({ name, items })

/** An organisation's own template as the contract shows it. */
export const presentTemplate = (row: TemplateRow): HolidayTemplate => ({
  templateId: row.templateId,
  isSystemTemplate: false,
  ...templateFields(row),
  ...presentStamp(row),
})

/** System templates are computed for this year and the next, not stored; they never change hands or versions. */
const presentSystemTemplate = ({ templateId, name, items }: SystemTemplate, now: Date): HolidayTemplate => ({
  templateId,
  name,
  isSystemTemplate: true,
  items: items.map((item) => ({ ...item })),
  version: 1,
  createdAt: `${now.getUTCFullYear()}-01-01T00:00:00.000Z`,
  modifiedAt: `${now.getUTCFullYear()}-01-01T00:00:00.000Z`,
  modifiedBy: productName,
})

export const listSystemTemplates = (ctx: TenantContext): HolidayTemplate[] => {
  const now = ctx.app.now()
  return systemTemplates(now.getUTCFullYear()).map((template) => presentSystemTemplate(template, now))
}

export const thisTemplate = (ctx: TenantContext, templateId: string) =>
  and(eq(holidayTemplates.tenantId, ctx.tenantId), eq(holidayTemplates.templateId, templateId))

/** The row with this id, locked until the transaction ends; 422 for a system template, which nobody changes. */
export const lockTemplate = async (
  ctx: TenantContext,
  tx: Tx,
  templateId: string,
): Promise<TemplateRow | undefined> => {
  if (listSystemTemplates(ctx).some((template) => template.templateId === templateId)) {
    throw new RuleError('System templates cannot be changed. Copy it and change the copy.')
  }
  const [row] = await tx.select().from(holidayTemplates).where(thisTemplate(ctx, templateId)).for('update')
  return row
}

/** Any template, of the system or the organisation's own; undefined when there is none with this id. */
export const findTemplate = async (
  ctx: TenantContext,
  tx: Tx,
  templateId: string,
): Promise<HolidayTemplate | undefined> => {
  const system = listSystemTemplates(ctx).find((template) => template.templateId === templateId)
  if (system) return system
  const [row] = await tx.select().from(holidayTemplates).where(thisTemplate(ctx, templateId))
  return row && presentTemplate(row)
}
