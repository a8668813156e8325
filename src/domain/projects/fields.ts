import type { ImportField } from '#contract/imports.ts'
import type { Project, ProjectInput } from '#contract/projects.ts'
import { type Field, fieldTable } from '../fields.ts'

/** Name of a field on the wire and in history: editable fields, and the id in the system it was imported from. */
export type ProjectFieldName = Extract<keyof ProjectInput, keyof Project> | 'externalId'

/** How a value is written and read. A `line` and a `text` differ in length; a `day` is an instant of which people see the day. */
export type ProjectFieldKind = 'line' | 'text' | 'word' | 'phase' | 'number' | 'percent' | 'day'

export interface ProjectField extends Field<ProjectFieldKind> {
  readonly column: ImportField
  /** Whether scheduling reads the field, so that a change makes the last run outdated. */
  readonly isInPlan?: true
}

const table = {
  projectNumber: { kind: 'line', title: 'Number', column: 'projectNumber', head: 'Project number' },
  projectName: { kind: 'line', title: 'Name', column: 'projectName', head: 'Project name' },
  shortName: { kind: 'line', title: 'Short name', column: 'shortName' },
  customerName: { kind: 'line', title: 'Customer', column: 'customerName' },
  priority: { kind: 'number', title: 'Priority', column: 'priority', isInPlan: true },
  status: { kind: 'word', title: 'Status', column: 'status', head: 'Project status', isInPlan: true },
  currentPhase: { kind: 'phase', title: 'Phase', column: 'phase', isInPlan: true },
  progressPercentage: { kind: 'percent', title: 'Progress', column: 'projectProgress', head: 'Project progress %' },
  customerReleaseDate: { kind: 'day', title: 'Customer release', column: 'customerRelease', isInPlan: true },
  engineeringReleaseDate: { kind: 'day', title: 'Engineering release', column: 'engineeringRelease', isInPlan: true },
  productionStartDate: { kind: 'day', title: 'Production start', column: 'productionStart', isInPlan: true },
  plannedShipDate: {
    kind: 'day',
    title: 'Planned ship',
    column: 'shipDate',
    head: 'Planned ship date',
    isInPlan: true,
  },
  actualShipDate: { kind: 'day', title: 'Actual ship', column: 'actualShipDate', head: 'Actual ship date' },
  description: { kind: 'text', title: 'Description', column: 'projectDescription', head: 'Project description' },
  externalId: { kind: 'line', title: 'External ID', column: 'projectExternalId', head: 'Project ID' },
} as const satisfies Readonly<Record<ProjectFieldName, ProjectField>>

/**
 * Every field of a project. All code that lists fields derives from this table or is checked against it: server
 * answers, history, undo, the wording of changes, outdated runs, and the columns of imports and exports.
 */
export const projectFields: Readonly<Record<ProjectFieldName, ProjectField>> = table

const fields = fieldTable(table)

export const projectFieldNames = fields.names
/** The fields of these kinds. */
export const projectFieldsOfKind = fields.ofKind
/** The project field in a file column; null for a column about an operation. */
export const projectFieldInColumn = fields.inColumn
/** Looks up a field by name; null if projects have no such field. */
export const projectField: (name: string) => ProjectField | null = fields.find
