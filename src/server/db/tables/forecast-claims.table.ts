import { foreignKey, pgTable, uuid } from 'drizzle-orm/pg-core'
import { instant, tenantId } from './columns.ts'
import { tenants } from './tenants.table.ts'

/** The server that is computing an organization's forecast, so that no other server computes it too. */
export const forecastClaims = pgTable(
  'forecast_claims',
  {
    tenantId: tenantId().primaryKey(),
    /** Id of the server process. */
    claimedBy: uuid('claimed_by').notNull(),
    /** End of the claim by the clock of the database; after it, other servers no longer wait. */
    until: instant('until').notNull(),
  },
  (table) => [foreignKey({ columns: [table.tenantId], foreignColumns: [tenants.tenantId] }).onDelete('cascade')],
)
