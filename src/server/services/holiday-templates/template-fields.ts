import { and, eq } from 'drizzle-orm'
import type { HolidayTemplate } from '#contract/holidays.ts'
import { productName } from '#contract/vocabulary.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { holidayTemplates } from '../../db/tables/holidays.table.ts'
import { RuleError } from '../../errors.ts'
import { presentStamp } from '../history/record-stamp.ts'
import { commonTemplates, holidayPlaces, type LibraryTemplate, libraryTemplate } from './holiday-library.ts'

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
const presentSystemTemplate = ({ templateId, name, items }: LibraryTemplate, now: Date): HolidayTemplate => ({
  templateId,
  name,
  isSystemTemplate: true,
  items: items.map((item) => ({ ...item })),
  version: 1,
  createdAt: `${now.getUTCFullYear()}-01-01T00:00:00.000Z`,
  modifiedAt: `${now.getUTCFullYear()}-01-01T00:00:00.000Z`,
  modifiedBy: productName,
})

export const listSystemTemplates = async (ctx: TenantContext): Promise<HolidayTemplate[]> => {
  const now = ctx.app.now()
  const templates = await commonTemplates(now.getUTCFullYear())
  return templates.map((template) => presentSystemTemplate(template, now))
}

export const thisTemplate = (ctx: TenantContext, templateId: string) =>
  and(eq(holidayTemplates.tenantId, ctx.tenantId), eq(holidayTemplates.templateId, templateId))

/** The row with this id, locked until the transaction ends; 422 for a system template, which nobody changes. */
export const lockTemplate = async (
  ctx: TenantContext,
  tx: Tx,
  templateId: string,
): Promise<TemplateRow | undefined> => {
  if ((await holidayPlaces()).has(templateId)) {
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
  const now = ctx.app.now()
  const system = await libraryTemplate(templateId, now.getUTCFullYear())
  if (system) return presentSystemTemplate(system, now)
  const [row] = await tx.select().from(holidayTemplates).where(thisTemplate(ctx, templateId))
  return row && presentTemplate(row)
}
