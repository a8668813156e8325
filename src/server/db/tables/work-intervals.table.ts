import { isNotNull, isNull, sql } from 'drizzle-orm'
import {
  boolean,
  check,
  doublePrecision,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { IntervalTime } from '#contract/vocabulary.ts'
import { instant, recordColumns, tenantId } from './columns.ts'
import { operations } from './operations.table.ts'

/** Times during which operations were worked on. They go with their operation; its reports bound their number. */
export const workIntervals = pgTable(
  'work_intervals',
  {
    tenantId: tenantId(),
    intervalId: uuid('interval_id').notNull(),
    operationId: uuid('operation_id').notNull(),
    projectId: uuid('project_id').notNull(),
    /** The work center where it was done, which may have been deleted since. */
    categoryId: uuid('category_id'),
    startedAt: instant('started_at').notNull(),
    /** null = it is running. */
    endedAt: instant('ended_at'),
    /** Computed when it ends, with the working time of that day. */
    workedHours: doublePrecision('worked_hours'),
    /** Who worked: a worker, or a member of the organization; both null = not known. */
    workerId: uuid('worker_id'),
    userId: uuid('user_id'),
    /** The name of that person, then. */
    workerName: text('worker_name').notNull().default(''),
    /** The person or the tablet that reported it. */
    reportedBy: text('reported_by').notNull().default(''),
    time: text('time').$type<IntervalTime>().notNull().default('both'),
    /** Whether a planner entered or changed it. */
    corrected: boolean('corrected').notNull().default(false),
    ...recordColumns(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.intervalId] }),
    foreignKey({
      columns: [table.tenantId, table.operationId],
      foreignColumns: [operations.tenantId, operations.operationId],
    }).onDelete('cascade'),
    check('work_intervals_in_order', sql`${table.endedAt} > ${table.startedAt}`),
    index('work_intervals_operation').on(table.tenantId, table.operationId),
    index('work_intervals_worker').on(table.tenantId, table.workerId, table.startedAt).where(isNotNull(table.workerId)),
    index('work_intervals_user').on(table.tenantId, table.userId, table.startedAt).where(isNotNull(table.userId)),
    uniqueIndex('work_intervals_running_worker')
      .on(table.tenantId, table.workerId)
      .where(sql`${isNull(table.endedAt)} and ${table.time} <> 'machine'`),
    uniqueIndex('work_intervals_running_user')
      .on(table.tenantId, table.userId)
      .where(sql`${isNull(table.endedAt)} and ${table.time} <> 'machine'`),
  ],
)
