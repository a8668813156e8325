import { randomUUID } from 'node:crypto'
import { and, asc, eq } from 'drizzle-orm'
import type { Holiday, HolidayInput, HolidayTemplate, HolidayTemplateInput } from '#contract/holidays.ts'
import { productName } from '#contract/vocabulary.ts'
import type { TemplateChange } from '#contract/working-time.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { holidayTemplates } from '../../db/tables/holidays.table.ts'
import { NotFoundError, RuleError } from '../../errors.ts'
import {
  changedStamp,
  createdStamp,
  keptStamp,
  presentStamp,
  requireVersion,
  sentFields,
} from '../records/record-fields.ts'
import { type Write, writeTenant } from '../records/write-tenant.ts'
import { commonTemplates, holidayRegions, type LibraryTemplate, libraryTemplate } from './holiday-library.ts'
import { insertHolidays, splitKnown } from './write-holidays.ts'

type TemplateRow = typeof holidayTemplates.$inferSelect

/** The stored fields of a holiday template in wire names. */
export const templateFields = ({ name, items }: TemplateRow) => ({ name, items })

/** An organization's own template as the contract shows it. */
const presentTemplate = (row: TemplateRow): HolidayTemplate => ({
  templateId: row.templateId,
  isSystemTemplate: false,
  ...templateFields(row),
  ...presentStamp(row),
})

/** System templates are computed for this year and the next and not stored. Their author and version never change. */
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

const listSystemTemplates = async (ctx: TenantContext): Promise<HolidayTemplate[]> => {
  const now = ctx.app.now()
  const templates = await commonTemplates(now.getUTCFullYear())
  return templates.map((template) => presentSystemTemplate(template, now))
}

const thisTemplate = (ctx: TenantContext, templateId: string) =>
  and(eq(holidayTemplates.tenantId, ctx.tenantId), eq(holidayTemplates.templateId, templateId))

/** The row with this id, locked until the transaction ends. 422 for a system template, which cannot be changed. */
const lockTemplate = async (ctx: TenantContext, tx: Tx, templateId: string): Promise<TemplateRow | undefined> => {
  if ((await holidayRegions()).has(templateId)) {
    throw new RuleError('System templates cannot be changed. Copy it and change the copy.')
  }
  const [row] = await tx.select().from(holidayTemplates).where(thisTemplate(ctx, templateId)).for('update')
  return row
}

/** A system template or an own template of the organization. undefined for an unknown id. */
const findTemplate = async (ctx: TenantContext, tx: Tx, templateId: string): Promise<HolidayTemplate | undefined> => {
  const now = ctx.app.now()
  const system = await libraryTemplate(templateId, now.getUTCFullYear())
  if (system) return presentSystemTemplate(system, now)
  const [row] = await tx.select().from(holidayTemplates).where(thisTemplate(ctx, templateId))
  return row && presentTemplate(row)
}

/** One template, of the organization or of any place. 404. */
export const getHolidayTemplate = async (
  ctx: TenantContext,
  { templateId }: { templateId: string },
): Promise<HolidayTemplate> => {
  const template = await readTenant(ctx, (tx) => findTemplate(ctx, tx, templateId))
  if (!template) throw new NotFoundError()
  return template
}

/** System templates first, then the organization's own by name. */
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

/** Stores a template with its history. */
const insertTemplate = async (write: Write, { name, items }: HolidayTemplateInput): Promise<HolidayTemplate> => {
  const { ctx, tx, record } = write
  const [row] = await tx
    .insert(holidayTemplates)
    .values({ tenantId: ctx.tenantId, templateId: randomUUID(), name, items, ...createdStamp(ctx) })
    .returning()
  if (!row) throw new Error('An insert returned no row')
  record.saved('holidayTemplate', { id: row.templateId, version: row.version }, null, templateFields(row))
  return presentTemplate(row)
}

/** Creates a template of the organization's own. */
export const createHolidayTemplate = (
  ctx: TenantContext,
  { input }: { input: HolidayTemplateInput },
): Promise<HolidayTemplate> => writeTenant(ctx, (write) => insertTemplate(write, input))

const maxNameLength = 120
const suffix = ' (copy)'

/** Copies any template into one of the organization's own. */
export const copyHolidayTemplate = (
  ctx: TenantContext,
  { templateId }: { templateId: string },
): Promise<HolidayTemplate> =>
  writeTenant(ctx, async (write) => {
    const { tx } = write
    const template = await findTemplate(ctx, tx, templateId)
    if (!template) throw new NotFoundError()
    const room = [...template.name].slice(0, maxNameLength - suffix.length).join('')
    return insertTemplate(write, { name: `${room}${suffix}`, items: template.items })
  })

interface ChangeHolidayTemplateInput {
  readonly templateId: string
  readonly input: Partial<HolidayTemplateInput>
  readonly expectedVersion: number | null
}

/** Changes the fields of an own template that were sent. 404, 412, 422 (system template). */
export const changeHolidayTemplate = (
  ctx: TenantContext,
  { templateId, input, expectedVersion }: ChangeHolidayTemplateInput,
): Promise<HolidayTemplate> =>
  writeTenant(ctx, async ({ tx, record }) => {
    const before = requireVersion(await lockTemplate(ctx, tx, templateId), expectedVersion)
    const [after] = await tx
      .update(holidayTemplates)
      .set({ ...sentFields(input), ...changedStamp(ctx, before) })
      .where(thisTemplate(ctx, templateId))
      .returning()
    if (!after) throw new Error('A locked template vanished')
    record.saved(
      'holidayTemplate',
      { id: templateId, version: after.version },
      templateFields(before),
      templateFields(after),
    )
    return presentTemplate(after)
  })

/** Deletes an own template; holidays that came from it stay. 404, 422 (system template). */
export const deleteHolidayTemplate = (ctx: TenantContext, { templateId }: { templateId: string }): Promise<void> =>
  writeTenant(ctx, async ({ tx, record }) => {
    const before = requireVersion(await lockTemplate(ctx, tx, templateId))
    await tx.delete(holidayTemplates).where(thisTemplate(ctx, templateId))
    record.saved('holidayTemplate', { id: templateId }, { ...templateFields(before), ...keptStamp(before) }, null)
  })

interface Applied {
  added: Holiday[]
  duplicates: { name: string; date: string }[]
}

interface Applying {
  readonly templateId: string
  /** undefined = all days that are not optional. */
  readonly chosen?: readonly { readonly name: string; readonly date: string }[] | undefined
}

/** The days of a template that are wanted. 422 when one of them is not in it any more. */
const wantedDays = ({ items }: HolidayTemplate, chosen: Applying['chosen']): { name: string; date: string }[] => {
  const plain = ({ name, date }: { name: string; date: string }) => ({ name, date })
  if (!chosen) return items.filter(({ optional }) => !optional).map(plain)
  const known = new Set(items.map(({ name, date }) => `${date} ${name}`))
  if (!chosen.every(({ name, date }) => known.has(`${date} ${name}`))) {
    throw new RuleError('The template has changed. Choose its days again.')
  }
  return chosen.map(plain)
}

/** Adds days of a template. Holidays that exist with the same name and date are reported and not added. 404, 422. */
export const applyHolidayTemplate = (ctx: TenantContext, { templateId, chosen }: Applying): Promise<Applied> =>
  writeTenant(ctx, async (write) => {
    const { tx } = write
    // Parallel requests wait for each other, so the second finds the holidays of the first.
    const template = await findTemplate(ctx, tx, templateId)
    if (!template) throw new NotFoundError()
    const { fresh, duplicates } = await splitKnown(ctx, tx, wantedDays(template, chosen))
    return { added: await insertHolidays(write, fresh), duplicates }
  })

const isTemplate = <C extends { readonly kind: string }>(change: C | TemplateChange): change is TemplateChange =>
  change.kind === 'template'

/** Replaces a template by the holidays that it would add. Other changes stay as they are. 404. */
export const withTemplateDays = async <C extends { readonly kind: string }>(
  ctx: TenantContext,
  change: C | TemplateChange,
): Promise<C | { kind: 'holidays'; holidays: HolidayInput[] }> => {
  if (!isTemplate(change)) return change
  return readTenant(ctx, async (tx) => {
    const template = await findTemplate(ctx, tx, change.templateId)
    if (!template) throw new NotFoundError()
    return { kind: 'holidays', holidays: (await splitKnown(ctx, tx, wantedDays(template, undefined))).fresh }
  })
}
