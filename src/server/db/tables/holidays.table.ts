import { date, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { HolidayRule } from '#contract/holiday-rules.ts'
import { categories } from './categories.table.ts'
import { instant, recordColumns, tenantId } from './columns.ts'
import { tenants } from './tenants.table.ts'

export const holidays = pgTable(
  'holidays',
  {
    tenantId: tenantId(),
    holidayId: uuid('holiday_id').notNull(),
    name: text('name').notNull(),
    date: date('date', { mode: 'string' }).notNull(),
    /** Repeats every year from `date` on; null = once. Expanded to dates when working time is loaded. */
    rule: jsonb('rule').$type<HolidayRule>(),
    fromMinute: integer('from_minute'),
    toMinute: integer('to_minute'),
    categoryId: uuid('category_id'),
    ...recordColumns(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.holidayId] }),
    foreignKey({
      columns: [table.tenantId],
      foreignColumns: [tenants.tenantId],
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.tenantId, table.categoryId],
      foreignColumns: [categories.tenantId, categories.categoryId],
    }).onDelete('cascade'),
    index('holidays_date').on(table.tenantId, table.date),
  ],
)

export const holidayTemplates = pgTable(
  'holiday_templates',
  {
    tenantId: tenantId(),
    templateId: uuid('template_id').notNull(),
    name: text('name').notNull(),
    items: jsonb('items').$type<{ name: string; date: string; optional?: boolean | undefined }[]>().notNull(),
    ...recordColumns(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.templateId] }),
    foreignKey({
      columns: [table.tenantId],
      foreignColumns: [tenants.tenantId],
    }).onDelete('cascade'),
  ],
)

/** One-off overtime and downtime, and other capacities of work centers for a time. */
export const calendarExceptions = pgTable(
  'calendar_exceptions',
  {
    tenantId: tenantId(),
    exceptionId: uuid('exception_id').notNull(),
    kind: text('kind').$type<'overtime' | 'downtime' | 'capacity'>().notNull(),
    name: text('name').notNull(),
    startsAt: instant('starts_at').notNull(),
    /** `openEnd` = until further notice. Never null, because the release before reads an end from every row. */
    endsAt: instant('ends_at').notNull(),
    categoryId: uuid('category_id'),
    /** Of a capacity. */
    units: integer('units'),
    ...recordColumns(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.exceptionId] }),
    foreignKey({
      columns: [table.tenantId],
      foreignColumns: [tenants.tenantId],
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.tenantId, table.categoryId],
      foreignColumns: [categories.tenantId, categories.categoryId],
    }).onDelete('cascade'),
  ],
)

/** The stored end of what holds until further notice. */
const openEnd = new Date('9999-12-31T00:00:00Z')

/** An end as it is stored. */
export const storedEnd = (endsAt: string | null | undefined): Date => (endsAt ? new Date(endsAt) : openEnd)

/** A stored end; null = until further notice. */
export const readEnd = (endsAt: Date): Date | null => (endsAt.getTime() < openEnd.getTime() ? endsAt : null)
