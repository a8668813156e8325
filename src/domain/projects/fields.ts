import type { ImportField } from '#contract/imports.ts'
import type { Project, ProjectInput } from '#contract/projects.ts'
import { type Field, fieldTable } from '../fields.ts'

/** The name of a field on the wire and in history: what may be typed, and the id of the system that it was imported from. */
export type ProjectFieldName = Extract<keyof ProjectInput, keyof Project> | 'externalId'

/** How a value is written and read: a `line` and a `text` differ in length, a `day` is an instant of which people read the day. */
export type ProjectFieldKind = 'line' | 'text' | 'word' | 'phase' | 'number' | 'percent' | 'day'

export interface ProjectField extends Field<ProjectFieldKind> {
  readonly column: ImportField
  /** A scheduling run reads it, so a change makes the last run out of date. */
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
 * Every field of a project. What lists fields derives from this table or is checked against it: the answer of the server, history, undo,
 * the words of a change, whether a run is out of date, and the columns of imports and exports.
 */
export const projectFields: Readonly<Record<ProjectFieldName, ProjectField>> = table

const fields = fieldTable(table)

export const projectFieldNames = fields.names
/** The fields of these kinds. */
export const projectFieldsOfKind = fields.ofKind
/** The field that a column of a file holds; null = a column about an operation. */
export const projectFieldInColumn = fields.inColumn
/** The field of a name; null = it is none of a project. */
export const projectField: (name: string) => ProjectField | null = fields.find
