import { foreignKey, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { HeldBackReason, MorningPlan } from '#contract/morning-plan.ts'
import type { PlanSummary } from '#domain/scheduling/run-result.ts'
import { instant, tenantId } from './columns.ts'
import { tenants } from './tenants.table.ts'

/**
 * The morning plan of each day, as long as it is kept. The row is inserted before the computation, so that
 * only one of several servers computes it.
 */
export const morningPlans = pgTable(
  'morning_plans',
  {
    tenantId: tenantId(),
    /** The organization's day, 'yyyy-MM-dd'. */
    day: text('day').notNull(),
    /** When the present computation began. One that began long ago belongs to a server that stopped. */
    claimedAt: instant('claimed_at').notNull(),
    tries: integer('tries').notNull().default(1),
    /** Null while it is computed. */
    outcome: text('outcome').$type<MorningPlan['outcome']>(),
    /** Not a reference: the row stays when the proposal is discarded. */
    proposalId: uuid('proposal_id'),
    summary: jsonb('summary').$type<PlanSummary>(),
    movedOperations: integer('moved_operations').notNull().default(0),
    heldBack: text('held_back').$type<HeldBackReason>(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.day] }),
    foreignKey({ columns: [table.tenantId], foreignColumns: [tenants.tenantId] }).onDelete('cascade'),
  ],
)
