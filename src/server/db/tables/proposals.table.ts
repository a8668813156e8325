import { bigint, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { ProposalChange, ProposalInput } from '#contract/proposals.ts'
import type { StoredProposalResult } from '#domain/proposals/proposal-result.ts'
import type { PlanSummary } from '#domain/scheduling/run-result.ts'
import { instant, tenantId } from './columns.ts'
import { tenants } from './tenants.table.ts'

/** Changes that somebody tries, with the plan that they lead to. Nothing else is stored of them before they are applied. */
export const proposals = pgTable(
  'proposals',
  {
    tenantId: tenantId(),
    proposalId: uuid('proposal_id').notNull(),
    /** Empty = not kept: it is pruned after a while. */
    name: text('name').notNull().default(''),
    /** What it is about, shown while it has no name. */
    title: text('title').notNull().default(''),
    changes: jsonb('changes').$type<ProposalChange[]>().notNull(),
    method: text('method').$type<ProposalInput['method']>().notNull(),
    /** `tenants.plan_version` of the state on which it was computed. */
    planVersion: bigint('plan_version', { mode: 'number' }).notNull(),
    summary: jsonb('summary').$type<PlanSummary>().notNull(),
    movedOperations: integer('moved_operations').notNull(),
    /** Counts how often it was computed. Applying it names the version that was seen. */
    version: integer('version').notNull().default(1),
    createdBy: text('created_by').notNull(),
    createdByUserId: uuid('created_by_user_id').notNull(),
    createdAt: instant('created_at').notNull(),
    /** The instant that counted as now. */
    computedAt: instant('computed_at').notNull(),
    appliedBy: text('applied_by'),
    appliedAt: instant('applied_at'),
    /** The change set of applying it; null = not applied, or nothing had to change, or applied before the column. */
    appliedChangeId: text('applied_change_id'),
    /** The open request to apply it; null = there is none. */
    askedBy: text('asked_by'),
    askedByUserId: uuid('asked_by_user_id'),
    askedAt: instant('asked_at'),
    askNote: text('ask_note'),
    /** The answer to its last request, if that was declined and it was not asked for again. */
    declinedBy: text('declined_by'),
    declinedAt: instant('declined_at'),
    declineWord: text('decline_word'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.proposalId] }),
    foreignKey({ columns: [table.tenantId], foreignColumns: [tenants.tenantId] }).onDelete('cascade'),
    index('proposals_created').on(table.tenantId, table.createdAt),
  ],
)

/** The consequences of a proposal. A separate table, so that lists of proposals do not read them. */
export const proposalResults = pgTable(
  'proposal_results',
  {
    tenantId: tenantId(),
    proposalId: uuid('proposal_id').notNull(),
    result: jsonb('result').$type<StoredProposalResult>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.proposalId] }),
    foreignKey({
      columns: [table.tenantId, table.proposalId],
      foreignColumns: [proposals.tenantId, proposals.proposalId],
    }).onDelete('cascade'),
  ],
)

/**
 * The plan of a proposal, as the parts that `writePlan` takes. They become placements only when the proposal is applied: one
 * part is one compressed text, where its 500 placements would take ten times the time and room.
 */
export const proposalParts = pgTable(
  'proposal_parts',
  {
    tenantId: tenantId(),
    proposalId: uuid('proposal_id').notNull(),
    part: integer('part').notNull(),
    rowsJson: text('rows_json').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.proposalId, table.part] }),
    foreignKey({
      columns: [table.tenantId, table.proposalId],
      foreignColumns: [proposals.tenantId, proposals.proposalId],
    }).onDelete('cascade'),
  ],
)
