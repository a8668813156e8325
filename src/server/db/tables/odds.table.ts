import { bigint, doublePrecision, foreignKey, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { instant, tenantId } from './columns.ts'
import { operations } from './operations.table.ts'
import { projects } from './projects.table.ts'
import { tenants } from './tenants.table.ts'

/** When the odds of an organization were computed last: one row for each organization, even if none of its projects has odds. */
export const oddsRuns = pgTable(
  'odds_runs',
  {
    tenantId: tenantId().primaryKey(),
    /** `tenants.plan_version` of the shop that was sampled. */
    planVersion: bigint('plan_version', { mode: 'number' }).notNull(),
    computedAt: instant('computed_at').notNull(),
  },
  (table) => [foreignKey({ columns: [table.tenantId], foreignColumns: [tenants.tenantId] }).onDelete('cascade')],
)

/** The odds of each project of which enough is known (`domain/odds`): at most one row for each, which each computation replaces. */
export const projectOdds = pgTable(
  'project_odds',
  {
    tenantId: tenantId(),
    projectId: uuid('project_id').notNull(),
    p10: instant('p10').notNull(),
    p50: instant('p50').notNull(),
    p80: instant('p80').notNull(),
    p90: instant('p90').notNull(),
    /** 0 to 1; null = it has no ship date. */
    onTimeChance: doublePrecision('on_time_chance'),
    /** Since when it is unlikely to ship on time although its forecast is on time; null = it is not. */
    unlikelySince: instant('unlikely_since'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.projectId] }),
    foreignKey({
      columns: [table.tenantId, table.projectId],
      foreignColumns: [projects.tenantId, projects.projectId],
    }).onDelete('cascade'),
  ],
)

/** The work center because of which an open project has no odds: at most one row for each project without odds. */
export const projectOddsGaps = pgTable(
  'project_odds_gaps',
  {
    tenantId: tenantId(),
    projectId: uuid('project_id').notNull(),
    /** Where most of its remaining work is of which too little is known: a work center, which may be deleted meanwhile. */
    unknownAt: uuid('unknown_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.projectId] }),
    foreignKey({
      columns: [table.tenantId, table.projectId],
      foreignColumns: [projects.tenantId, projects.projectId],
    }).onDelete('cascade'),
  ],
)

/** The odds of each open operation, or the work center because of which it has none: at most one row for each. */
export const operationOdds = pgTable(
  'operation_odds',
  {
    tenantId: tenantId(),
    operationId: uuid('operation_id').notNull(),
    /** null = too little is known. */
    p10: instant('p10'),
    p50: instant('p50'),
    p80: instant('p80'),
    p90: instant('p90'),
    /** 0 to 1; null = no odds, or no need-by date. */
    needByChance: doublePrecision('need_by_chance'),
    /** A work center, which may be deleted meanwhile; null = it has odds. */
    unknownAt: uuid('unknown_at'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.operationId] }),
    foreignKey({
      columns: [table.tenantId, table.operationId],
      foreignColumns: [operations.tenantId, operations.operationId],
    }).onDelete('cascade'),
  ],
)
