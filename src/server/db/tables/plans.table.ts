import { boolean, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, placementCode, tenantId } from './columns.ts'
import { tenants } from './tenants.table.ts'

/**
 * `manual` the plan that an organization begins with, `run` what a run computed, `switch` what taking a run back (or putting
 * it forth again) made of the plan in force, `kept` the dates from before a run of an earlier release.
 */
export type PlanKind = 'manual' | 'run' | 'switch' | 'kept'

/** Sets of dates for the organization's operations; `tenants.plan_id` names the one in force. The others change no more. */
export const plans = pgTable(
  'plans',
  {
    tenantId: tenantId(),
    planId: uuid('plan_id').notNull(),
    kind: text('kind').$type<PlanKind>().notNull(),
    /** The run that computed it, or that was taken back by it. */
    runId: uuid('run_id'),
    name: text('name').notNull().default(''),
    /** Placements when it was made: old plans are pruned by it. */
    size: integer('size').notNull().default(0),
    /** The plan in force when it was made; null = there was none, or it has been pruned. */
    basedOn: uuid('based_on'),
    createdAt: instant('created_at').notNull().defaultNow(),
    createdBy: text('created_by').notNull().default(''),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.planId] }),
    foreignKey({ columns: [table.tenantId], foreignColumns: [tenants.tenantId] }).onDelete('cascade'),
    index('plans_run').on(table.tenantId, table.runId),
  ],
)

/** What every plan says of an operation: when, and why then. */
export const placed = () => ({
  scheduledStartDate: instant('scheduled_start_date'),
  scheduledEndDate: instant('scheduled_end_date'),
  placement: placementCode('placement'),
})

/**
 * Where an operation stands in a plan. It names no operation as a key: that a run moved one that was removed since is still
 * said when the run is taken back.
 */
export const placements = pgTable(
  'placements',
  {
    tenantId: tenantId(),
    planId: uuid('plan_id').notNull(),
    operationId: uuid('operation_id').notNull(),
    ...placed(),
    /** How often plans have moved the operation: part of its version, so that nobody edits what he saw elsewhere. */
    moves: integer('moves').notNull().default(0),
    /** When, and in whose name, a plan moved it last, and the version of the operation's row then: no later edit is hidden by it. */
    movedAt: instant('moved_at'),
    movedBy: text('moved_by'),
    movedVersion: integer('moved_version'),
    /** True when a person has moved it since the plan was made, which then had it at `made...`. */
    byHand: boolean('by_hand').notNull().default(false),
    madeStartDate: instant('made_start_date'),
    madeEndDate: instant('made_end_date'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.planId, table.operationId] }),
    foreignKey({
      columns: [table.tenantId, table.planId],
      foreignColumns: [plans.tenantId, plans.planId],
    }).onDelete('cascade'),
  ],
)
