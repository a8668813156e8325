import type { RecordFields } from '#domain/changes/reverse-change.ts'
import { projects } from '../../../db/tables/projects.table.ts'
import { type ProjectRow, projectFields, projectPlanFields } from '../../projects/project-fields.ts'
import { tellOfShipment } from '../../projects/tell-of-shipment.ts'
import { tableKind } from './table-kind.ts'

const dateFields: ReadonlySet<string> = new Set([
  'customerReleaseDate',
  'engineeringReleaseDate',
  'productionStartDate',
  'plannedShipDate',
  'actualShipDate',
])

const columnsOf = (fields: RecordFields): RecordFields =>
  Object.fromEntries(
    Object.entries(fields).map(([field, value]) => [
      field === 'progressPercentage' ? 'progressPercent' : field,
      dateFields.has(field) && typeof value === 'string' ? new Date(value) : value,
    ]),
  )

export const projectKind = tableKind<ProjectRow>({
  entity: 'project',
  table: projects,
  idColumn: projects.projectId,
  idKey: 'projectId',
  nameOf: ({ projectNumber, projectName }) => `#${projectNumber} ${projectName}`,
  fieldsOf: projectFields,
  columnsOf,
  announce: ({ ctx, record }, { id, before, after, changes }) => {
    record.changed('projects', { id, version: after?.version })
    if (!after) record.withdraw({ projectId: id })
    if (before && after) tellOfShipment(ctx, record, before, after)
    if (!before || !after || changes.some(({ field }) => projectPlanFields.has(field))) record.planChanged()
  },
})
