import { foreignKey, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { CategoryKind } from '#contract/vocabulary.ts'
import { recordColumns, tenantId } from './columns.ts'
import { shifts } from './shifts.table.ts'
import { tenants } from './tenants.table.ts'

/** Work centers, and pools that operations need besides their work center. */
export const categories = pgTable(
  'categories',
  {
    tenantId: tenantId(),
    categoryId: uuid('category_id').notNull(),
    name: text('name').notNull(),
    color: text('color').notNull(),
    capacity: integer('capacity').notNull().default(1),
    shiftId: uuid('shift_id'),
    sequence: integer('sequence').notNull().default(0),
    kind: text('kind').$type<CategoryKind>().notNull().default('inside'),
    /** Of an outside work center. */
    supplier: text('supplier').notNull().default(''),
    ...recordColumns(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.categoryId] }),
    foreignKey({
      columns: [table.tenantId],
      foreignColumns: [tenants.tenantId],
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.tenantId, table.shiftId],
      foreignColumns: [shifts.tenantId, shifts.shiftId],
    }),
    uniqueIndex('categories_name_key').on(table.tenantId, table.name),
  ],
)
