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
import type { RunStatus } from '#contract/vocabulary.ts'
import type { StoredRunResult } from '#domain/scheduling/run-result.ts'
import { instant, tenantId } from './columns.ts'
import { tenants } from './tenants.table.ts'

/** A run is a row with a lease: whoever works on it renews `leaseUntil`; one that ran out is reported Failed. */
export const schedulingRuns = pgTable(
  'scheduling_runs',
  {
    tenantId: tenantId(),
    runId: uuid('run_id').notNull(),
    projectId: uuid('project_id'),
    /** Of a run over some projects; null = over all, or over the one of `projectId`. */
    projectIds: jsonb('project_ids').$type<string[]>(),
    preview: boolean('preview').notNull().default(false),
    status: text('status').$type<RunStatus>().notNull(),
    cause: text('cause').$type<SchedulingRun['cause']>().notNull().default('none'),
    /** Everything a screen shows beside the columns here. */
    progress: jsonb('progress').$type<Partial<SchedulingRun>>().notNull().default({}),
    cancelRequested: boolean('cancel_requested').notNull().default(false),
    seed: integer('seed').notNull().default(1),
    /** `tenants.plan_version` of the snapshot it computes on. */
    inputVersion: bigint('input_version', { mode: 'number' }),
    workerId: text('worker_id'),
    leaseUntil: instant('lease_until'),
    startedBy: text('started_by').notNull(),
    startedByUserId: uuid('started_by_user_id').notNull(),
    startedAt: instant('started_at').notNull(),
    endedAt: instant('ended_at'),
    revertedAt: instant('reverted_at'),
    /** The mark `tenants.plan_outdated` that it took away: taking the run back brings the older plan and the mark. */
    clearedOutdated: jsonb('cleared_outdated').$type<PlanOutdated>(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.runId] }),
    foreignKey({
      columns: [table.tenantId],
      foreignColumns: [tenants.tenantId],
    }).onDelete('cascade'),
    // One active run per organization, whoever asks and on whichever server.
    uniqueIndex('scheduling_runs_one_active').on(table.tenantId).where(sql`status = 'Running'`),
    index('scheduling_runs_started').on(table.tenantId, table.startedAt),
  ],
)

/** What a run came to, in one row: some 100 bytes for each project that changed. Beside the run, so that lists of runs do not read it. */
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
