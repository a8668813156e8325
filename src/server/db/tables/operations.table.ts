import { isNotNull } from 'drizzle-orm'
import {
  boolean,
  check,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import type { LagUnit, OperationStatus } from '#contract/vocabulary.ts'
import type { Alternative } from '#domain/operations/run-at.ts'
import { categories } from './categories.table.ts'
import { inOrder, instant, recordColumns, tenantId } from './columns.ts'
import { projects } from './projects.table.ts'

/** The operation itself; its dates are in its placements. */
export const operationColumns = () => ({
  tenantId: tenantId(),
  operationId: uuid('operation_id').notNull(),
  projectId: uuid('project_id').notNull(),
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  partNumber: text('part_number').notNull().default(''),
  status: text('status').$type<OperationStatus>().notNull().default('Pending'),
  progressPercentage: doublePrecision('progress_percent').notNull().default(0),
  durationHours: doublePrecision('duration_hours').notNull().default(0),
  /** The estimate, where `durationHours` is known rather than estimated (`decisions/0031`). */
  originalHours: doublePrecision('original_hours'),
  actualStartDate: instant('actual_start_date'),
  actualEndDate: instant('actual_end_date'),
  /** Where it runs under the plan in force, with `durationHours`. */
  categoryId: uuid('category_id'),
  /** A category of the kind 'pool'. */
  poolId: uuid('pool_id'),
  /**
   * The other work centers where it may run. Writes check that the organization has them. One that is deleted later is ignored, and counts
   * again when its deletion is undone.
   */
  alternatives: jsonb('alternatives').$type<readonly Alternative[]>().notNull().default([]),
  categoryFixed: boolean('category_fixed').notNull().default(false),
  sequence: integer('sequence').notNull().default(0),
  onHold: boolean('on_hold').notNull().default(false),
  holdReason: text('hold_reason').notNull().default(''),
  pinned: boolean('pinned').notNull().default(false),
  notes: text('notes').notNull().default(''),
  materialReadyDate: instant('material_ready_date'),
  materialNote: text('material_note').notNull().default(''),
  setupHours: doublePrecision('setup_hours'),
  hoursPerPiece: doublePrecision('hours_per_piece'),
  quantity: doublePrecision('quantity'),
  /** Pieces that go on together. */
  transferBatch: integer('transfer_batch'),
  setupFamily: text('setup_family').notNull().default(''),
  /** Its id in the system that it was imported from. */
  externalId: text('external_id'),
  ...recordColumns(),
})

export const operations = pgTable('operations', operationColumns(), (table) => [
  primaryKey({ columns: [table.tenantId, table.operationId] }),
  foreignKey({
    columns: [table.tenantId, table.projectId],
    foreignColumns: [projects.tenantId, projects.projectId],
  }).onDelete('cascade'),
  foreignKey({
    columns: [table.tenantId, table.categoryId],
    foreignColumns: [categories.tenantId, categories.categoryId],
  }),
  foreignKey({
    columns: [table.tenantId, table.poolId],
    foreignColumns: [categories.tenantId, categories.categoryId],
  }),
  check('operations_actual_in_order', inOrder(table.actualStartDate, table.actualEndDate)),
  index('operations_project').on(table.tenantId, table.projectId, table.sequence),
  index('operations_category').on(table.tenantId, table.categoryId),
  index('operations_pool').on(table.tenantId, table.poolId).where(isNotNull(table.poolId)),
  // The latest finished work of each work center, from which paces are learned.
  index('operations_ended')
    .on(table.tenantId, table.categoryId, table.actualEndDate, table.operationId)
    .where(isNotNull(table.actualEndDate)),
  // Few operations wait for material, and many organizations have none of them.
  index('operations_material').on(table.tenantId, table.materialReadyDate).where(isNotNull(table.materialReadyDate)),
])

/** Links inside one project. */
export const operationDependencies = pgTable(
  'operation_dependencies',
  {
    tenantId: tenantId(),
    operationId: uuid('operation_id').notNull(),
    predecessorId: uuid('predecessor_id').notNull(),
    projectId: uuid('project_id').notNull(),
    lagHours: doublePrecision('lag_hours').notNull().default(0),
    lagUnit: text('lag_unit').$type<LagUnit>().notNull().default('working'),
    /** In the unit of the lag; null = it may be any longer. */
    maxLagHours: doublePrecision('max_lag_hours'),
    /** Percent of the predecessor that must be done; null = it must have ended. */
    overlapPercent: doublePrecision('overlap_percent'),
    /** Place in the list of dependencies; 0 is `dependsOnOperationId`. */
    position: integer('position').notNull().default(0),
  },
  (table) => [
    primaryKey({
      columns: [table.tenantId, table.operationId, table.predecessorId],
    }),
    foreignKey({
      columns: [table.tenantId, table.operationId],
      foreignColumns: [operations.tenantId, operations.operationId],
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.tenantId, table.predecessorId],
      foreignColumns: [operations.tenantId, operations.operationId],
    }).onDelete('cascade'),
    index('operation_dependencies_project').on(table.tenantId, table.projectId),
    index('operation_dependencies_predecessor').on(table.tenantId, table.predecessorId),
  ],
)
