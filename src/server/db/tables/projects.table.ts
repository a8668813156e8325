import { isNotNull } from 'drizzle-orm'
import {
  doublePrecision,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { ProjectPhase, ProjectStatus } from '#contract/vocabulary.ts'
import { instant, recordColumns, tenantId } from './columns.ts'
import { tenants } from './tenants.table.ts'

export const projects = pgTable(
  'projects',
  {
    tenantId: tenantId(),
    projectId: uuid('project_id').notNull(),
    projectNumber: text('project_number').notNull(),
    projectName: text('project_name').notNull(),
    shortName: text('short_name').notNull().default(''),
    customerName: text('customer_name').notNull().default(''),
    priority: integer('priority').notNull().default(50),
    status: text('status').$type<ProjectStatus>().notNull().default('New'),
    currentPhase: text('current_phase').$type<ProjectPhase>().notNull().default('engineering'),
    /** Progress entered by a person; shown only while the project has no operations. */
    progressPercentage: doublePrecision('progress_percent').notNull().default(0),
    customerReleaseDate: instant('customer_release_date'),
    engineeringReleaseDate: instant('engineering_release_date'),
    productionStartDate: instant('production_start_date'),
    plannedShipDate: instant('planned_ship_date'),
    actualShipDate: instant('actual_ship_date'),
    description: text('description').notNull().default(''),
    /** Its id in the system that it was imported from. */
    externalId: text('external_id'),
    ...recordColumns(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.projectId] }),
    foreignKey({
      columns: [table.tenantId],
      foreignColumns: [tenants.tenantId],
    }).onDelete('cascade'),
    uniqueIndex('projects_number_key').on(table.tenantId, table.projectNumber),
    index('projects_external_id').on(table.tenantId, table.externalId).where(isNotNull(table.externalId)),
    index('projects_ship_date').on(table.tenantId, table.plannedShipDate),
  ],
)
