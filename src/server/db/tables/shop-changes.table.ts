import { bigint, boolean, foreignKey, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { instant, tenantId } from './columns.ts'
import { tenants } from './tenants.table.ts'

/**
 * What the last changes of an organization's shop (projects, operations, forecasts, working time) touched, so that whoever knows
 * the shop as of a change number reads only the projects that differ. Only the newest are kept.
 */
export const shopChanges = pgTable(
  'shop_changes',
  {
    tenantId: tenantId(),
    /** `tenants.change_number` after the change. */
    number: bigint('number', { mode: 'number' }).notNull(),
    /** Projects whose record, operations, links or forecasts may differ. */
    projectIds: uuid('project_ids').array().notNull(),
    /** Everything may differ. */
    whole: boolean('whole').notNull(),
    at: instant('at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.number] }),
    foreignKey({ columns: [table.tenantId], foreignColumns: [tenants.tenantId] }).onDelete('cascade'),
  ],
)
