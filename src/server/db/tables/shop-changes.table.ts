import { bigint, boolean, foreignKey, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { instant, tenantId } from './columns.ts'
import { tenants } from './tenants.table.ts'

/**
 * The projects touched by the latest changes of an organization's shop (projects, operations, forecasts, working time). A
 * reader that knows the shop at an earlier change number reads only these projects. Only the newest changes are kept.
 */
export const shopChanges = pgTable(
  'shop_changes',
  {
    tenantId: tenantId(),
    /** `tenants.change_number` after the change. */
    number: bigint('number', { mode: 'number' }).notNull(),
    /** Projects whose record, operations, links or forecasts may differ. */
    projectIds: uuid('project_ids').array().notNull(),
    /** True when everything may differ. */
    whole: boolean('whole').notNull(),
    at: instant('at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.number] }),
    foreignKey({ columns: [table.tenantId], foreignColumns: [tenants.tenantId] }).onDelete('cascade'),
  ],
)
