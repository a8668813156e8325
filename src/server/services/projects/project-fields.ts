import type { Project } from '#contract/projects.ts'
import type { projects } from '../../db/tables/projects.table.ts'
import { isoOrNull } from '../records/record-fields.ts'

export type ProjectRow = typeof projects.$inferSelect

/** The stored fields of a project in wire names, for answers and for the comparison in history. */
export const projectFields = (row: ProjectRow) =>
  ({
    projectNumber: row.projectNumber,
    projectName: row.projectName,
    shortName: row.shortName,
    customerName: row.customerName,
    priority: row.priority,
    status: row.status,
    currentPhase: row.currentPhase,
    progressPercentage: row.progressPercent,
    customerReleaseDate: isoOrNull(row.customerReleaseDate),
    engineeringReleaseDate: isoOrNull(row.engineeringReleaseDate),
    productionStartDate: isoOrNull(row.productionStartDate),
    plannedShipDate: isoOrNull(row.plannedShipDate),
    actualShipDate: isoOrNull(row.actualShipDate),
    description: row.description,
  }) satisfies Partial<Project>

/** The fields that history stores of a project. */
export const keptProjectFields = (row: ProjectRow) => ({ ...projectFields(row), externalId: row.externalId })

/** Fields a scheduling run depends on. */
export const projectPlanFields: ReadonlySet<string> = new Set([
  'priority',
  'status',
  'currentPhase',
  'customerReleaseDate',
  'engineeringReleaseDate',
  'productionStartDate',
  'plannedShipDate',
])
