import { foreignKey, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { ShiftVersion } from '#contract/shifts.ts'
import { recordColumns, tenantId } from './columns.ts'
import { tenants } from './tenants.table.ts'

export const shifts = pgTable(
  'shifts',
  {
    tenantId: tenantId(),
    shiftId: uuid('shift_id').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    versions: jsonb('versions').$type<ShiftVersion[]>().notNull(),
    ...recordColumns(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.shiftId] }),
    foreignKey({
      columns: [table.tenantId],
      foreignColumns: [tenants.tenantId],
    }).onDelete('cascade'),
    uniqueIndex('shifts_name_key').on(table.tenantId, table.name),
  ],
)
