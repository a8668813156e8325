import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { SchedulingRun } from '#contract/scheduling-runs.ts'
import type { PlanOutdated } from '#contract/tenant-settings.ts'
import type { RunEffort, RunStatus } from '#contract/vocabulary.ts'
import type { StoredRunResult } from '#domain/scheduling/run-result.ts'
import { instant, tenantId } from './columns.ts'
import { tenants } from './tenants.table.ts'

/** A run is a row with a lease: the worker renews `leaseUntil`, and a run with an expired lease is reported Failed. */
export const schedulingRuns = pgTable(
  'scheduling_runs',
  {
    tenantId: tenantId(),
    runId: uuid('run_id').notNull(),
    projectId: uuid('project_id'),
    /** Projects of a run over several projects; null = all projects, or the one of `projectId`. */
    projectIds: jsonb('project_ids').$type<string[]>(),
    preview: boolean('preview').notNull().default(false),
    status: text('status').$type<RunStatus>().notNull(),
    cause: text('cause').$type<SchedulingRun['cause']>().notNull().default('none'),
    /** Everything a screen shows besides the columns here. */
    progress: jsonb('progress').$type<Partial<SchedulingRun>>().notNull().default({}),
    cancelRequested: boolean('cancel_requested').notNull().default(false),
    /** A planner wants the best plan so far. */
    endSearchRequested: boolean('end_search_requested').notNull().default(false),
    seed: integer('seed').notNull().default(1),
    effort: text('effort').$type<RunEffort>().notNull().default('quick'),
    /** `tenants.plan_version` of the snapshot that the run computes on. */
    inputVersion: bigint('input_version', { mode: 'number' }),
    workerId: text('worker_id'),
    leaseUntil: instant('lease_until'),
    startedBy: text('started_by').notNull(),
    startedByUserId: uuid('started_by_user_id').notNull(),
    startedAt: instant('started_at').notNull(),
    endedAt: instant('ended_at'),
    revertedAt: instant('reverted_at'),
    /** The mark `tenants.plan_outdated` that the run cleared: reverting the run restores the older plan and the mark. */
    clearedOutdated: jsonb('cleared_outdated').$type<PlanOutdated>(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.runId] }),
    foreignKey({
      columns: [table.tenantId],
      foreignColumns: [tenants.tenantId],
    }).onDelete('cascade'),
    // One active run per organization, for all callers and servers.
    uniqueIndex('scheduling_runs_one_active').on(table.tenantId).where(sql`status = 'Running'`),
    index('scheduling_runs_started').on(table.tenantId, table.startedAt),
  ],
)

/** The result of a run, some 100 bytes for each changed project. A separate table, so that lists of runs do not read it. */
export const runResults = pgTable(
  'run_results',
  {
    tenantId: tenantId(),
    runId: uuid('run_id').notNull(),
    result: jsonb('result').$type<StoredRunResult>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.runId] }),
    foreignKey({
      columns: [table.tenantId, table.runId],
      foreignColumns: [schedulingRuns.tenantId, schedulingRuns.runId],
    }).onDelete('cascade'),
  ],
)
