import { foreignKey, pgTable, uuid } from 'drizzle-orm/pg-core'
import { instant, tenantId } from './columns.ts'
import { tenants } from './tenants.table.ts'

/** Which server is computing an organization's forecast, so that no other one does the same meanwhile. */
export const forecastClaims = pgTable(
  'forecast_claims',
  {
    tenantId: tenantId().primaryKey(),
    /** The server, for as long as it runs. */
    claimedBy: uuid('claimed_by').notNull(),
    /** By the clock of the database; a server that died is waited for no longer. */
    until: instant('until').notNull(),
  },
  (table) => [foreignKey({ columns: [table.tenantId], foreignColumns: [tenants.tenantId] }).onDelete('cascade')],
)
