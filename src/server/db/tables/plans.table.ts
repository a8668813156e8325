import { isNotNull } from 'drizzle-orm'
import { boolean, check, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { inOrder, instant, placementCode, tenantId } from './columns.ts'
import { tenants } from './tenants.table.ts'

/**
 * `manual`: the first plan of an organization; `run`: computed by a run; `switch`: made by reverting a run or restoring
 * it; `kept`: the dates from before a run of an earlier release.
 */
export type PlanKind = 'manual' | 'run' | 'switch' | 'kept'

/** Sets of dates for the operations; `tenants.plan_id` names the plan in force. The others no longer change. */
export const plans = pgTable(
  'plans',
  {
    tenantId: tenantId(),
    planId: uuid('plan_id').notNull(),
    kind: text('kind').$type<PlanKind>().notNull(),
    /** The run that computed the plan, or whose revert made it. */
    runId: uuid('run_id'),
    name: text('name').notNull().default(''),
    /** Number of placements when the plan was made, used for pruning old plans. */
    size: integer('size').notNull().default(0),
    /** The plan in force when this one was made; null = there was none, or it has been pruned. */
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

/** The dates of an operation in a plan, with the reasons. */
export const placed = () => ({
  scheduledStartDate: instant('scheduled_start_date'),
  scheduledEndDate: instant('scheduled_end_date'),
  placement: placementCode('placement'),
})

/**
 * The place of an operation in a plan. It has no foreign key to the operation: reverting a run still reports an operation
 * that was removed after the run moved it.
 */
export const placements = pgTable(
  'placements',
  {
    tenantId: tenantId(),
    planId: uuid('plan_id').notNull(),
    operationId: uuid('operation_id').notNull(),
    ...placed(),
    /** How often plans have moved the operation. Part of its version, so that nobody edits outdated dates. */
    moves: integer('moves').notNull().default(0),
    /** When and in whose name a plan last moved the operation, and the row version then: later edits stay visible. */
    movedAt: instant('moved_at'),
    movedBy: text('moved_by'),
    movedVersion: integer('moved_version'),
    /** True when a person has moved the operation since the plan was made; the plan's own dates are then in `made...`. */
    byHand: boolean('by_hand').notNull().default(false),
    madeStartDate: instant('made_start_date'),
    madeEndDate: instant('made_end_date'),
    /** Where the operation runs in this plan; null = it had no alternatives when the plan was made. */
    categoryId: uuid('category_id'),
    madeCategoryId: uuid('made_category_id'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.planId, table.operationId] }),
    foreignKey({
      columns: [table.tenantId, table.planId],
      foreignColumns: [plans.tenantId, plans.planId],
    }).onDelete('cascade'),
    check('placements_in_order', inOrder(table.scheduledStartDate, table.scheduledEndDate)),
    check('placements_made_in_order', inOrder(table.madeStartDate, table.madeEndDate)),
    // Few operations may run at several work centers, and many organizations have none of them.
    index('placements_category').on(table.tenantId, table.planId).where(isNotNull(table.categoryId)),
  ],
)
