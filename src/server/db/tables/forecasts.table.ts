import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
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
import type { OperationState } from '#contract/operation-outlook.ts'
import type { ProjectState } from '#contract/vocabulary.ts'
import type { CauseVerdict } from '#domain/forecast/operation-cause.ts'
import type { ComputedRemedy } from '#domain/remedies/project-remedies.ts'
import { instant, tenantId } from './columns.ts'
import { operations } from './operations.table.ts'
import { projects } from './projects.table.ts'
import { tenants } from './tenants.table.ts'

/** The state of an organization that its forecast was computed from, and the time of the computation. */
export const forecasts = pgTable(
  'forecasts',
  {
    tenantId: tenantId().primaryKey(),
    /** `tenants.plan_version` before the first row was read. */
    planVersion: bigint('plan_version', { mode: 'number' }).notNull(),
    computedAt: instant('computed_at').notNull(),
    /** Number of operations in the forecast. */
    operationCount: integer('operation_count').notNull(),
    /** Beginning of the previous working day. Lists count as new what has changed since then. */
    comparedWith: instant('compared_with').notNull(),
    /** First day of the last week whose forecasts are in `past_forecasts`; null = none are. */
    recordedWeek: date('recorded_week'),
  },
  (table) => [foreignKey({ columns: [table.tenantId], foreignColumns: [tenants.tenantId] }).onDelete('cascade')],
)

/** What following the plan means for each operation; `domain/forecast` explains the values. */
export const operationForecasts = pgTable(
  'operation_forecasts',
  {
    tenantId: tenantId(),
    operationId: uuid('operation_id').notNull(),
    /** Project of the operation, which never changes. Lists group and filter by it without reading the operations. */
    projectId: uuid('of_project_id'),
    forecastStart: instant('forecast_start'),
    forecastEnd: instant('forecast_end'),
    needBy: instant('need_by'),
    /** The date by which the operation should have ended, or should end. */
    endsBy: instant('ends_by'),
    slackDays: doublePrecision('slack_days'),
    state: text('standing').$type<OperationState>().notNull(),
    daysOverdue: integer('days_overdue').notNull(),
    behindPlan: boolean('behind_plan').notNull(),
    blocked: boolean('blocked').notNull(),
    verdict: jsonb('verdict').$type<CauseVerdict>(),
    /** The time when the operation stopped being overdue, and the time since when it had been overdue. */
    recoveredAt: instant('recovered_at'),
    overdueSince: instant('overdue_since'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.operationId] }),
    foreignKey({
      columns: [table.tenantId, table.operationId],
      foreignColumns: [operations.tenantId, operations.operationId],
    }).onDelete('cascade'),
    index('operation_forecasts_standing').on(table.tenantId, table.state, table.endsBy),
    index('operation_forecasts_behind').on(table.tenantId, table.operationId).where(sql`behind_plan`),
    index('operation_forecasts_recovered').on(table.tenantId, table.recoveredAt).where(sql`recovered_at is not null`),
  ],
)

/** What following the plan means for each project. */
export const projectForecasts = pgTable(
  'project_forecasts',
  {
    tenantId: tenantId(),
    projectId: uuid('project_id').notNull(),
    state: text('state').$type<ProjectState>().notNull(),
    plannedCompletion: instant('planned_completion'),
    completion: instant('completion'),
    /** Smallest slack of the open operations. */
    slackDays: doublePrecision('slack_days'),
    latenessDays: integer('lateness_days'),
    pastDueDays: integer('past_due_days'),
    /** What makes the project late, the main cause first. */
    parts: jsonb('parts').$type<StoredLatePart[]>(),
    /** By the index of `operationTabs`: operations on each tab, hours left, and blocked operations. */
    tabCounts: integer('tab_counts').array(),
    tabHours: doublePrecision('tab_hours').array(),
    tabBlocked: integer('tab_blocked').array(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.projectId] }),
    foreignKey({
      columns: [table.tenantId, table.projectId],
      foreignColumns: [projects.tenantId, projects.projectId],
    }).onDelete('cascade'),
  ],
)

/** What would help each late project: at most one row for each, which the next computation after it is no longer late deletes. */
export const projectRemedies = pgTable(
  'project_remedies',
  {
    tenantId: tenantId(),
    projectId: uuid('project_id').notNull(),
    /** `tenants.plan_version` of the shop in which they were tried. They are out of date in any other. */
    planVersion: bigint('plan_version', { mode: 'number' }).notNull(),
    computedAt: instant('computed_at').notNull(),
    /** What helps most first. */
    remedies: jsonb('remedies').$type<ComputedRemedy[]>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.projectId] }),
    foreignKey({
      columns: [table.tenantId, table.projectId],
      foreignColumns: [projects.tenantId, projects.projectId],
    }).onDelete('cascade'),
  ],
)

/** Part of a project's lateness (`LatePart` of the domain); durations are days of 24 hours. */
export interface StoredLatePart extends CauseVerdict {
  /** null = no operation explains it. */
  readonly operationId: string | null
  readonly days: number
  readonly waitingDays: number
}
