import { date, doublePrecision, foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { operationCauses } from '#contract/operation-lists.ts'
import { instant, tenantId } from './columns.ts'
import { projects } from './projects.table.ts'

/**
 * What was said about the end of each open project: one row for each project with a forecast end and week (`keepPastForecasts`). The sweep
 * deletes it after two years.
 */
export const pastForecasts = pgTable(
  'past_forecasts',
  {
    tenantId: tenantId(),
    projectId: uuid('project_id').notNull(),
    /** First day of the organization's week. */
    week: date('week').notNull(),
    /** When the forecast was computed. */
    saidAt: instant('said_at').notNull(),
    forecastEnd: instant('forecast_end').notNull(),
    /** The odds at that time; null = it had none. */
    p10: instant('p10'),
    p50: instant('p50'),
    p80: instant('p80'),
    p90: instant('p90'),
    onTimeChance: doublePrecision('on_time_chance'),
    /** Planned at that time. */
    plannedShipDate: instant('planned_ship_date'),
    /** The main cause if the project was forecast late, and the work center that it names. That may have been deleted since. */
    cause: text('cause').$type<(typeof operationCauses)[number]>(),
    causeCategoryId: uuid('cause_category_id'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.projectId, table.week] }),
    foreignKey({
      columns: [table.tenantId, table.projectId],
      foreignColumns: [projects.tenantId, projects.projectId],
    }).onDelete('cascade'),
    index('past_forecasts_week').on(table.tenantId, table.week),
  ],
)
