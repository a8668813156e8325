import { columnsOfOperation, columnsOfProject, type ImportField } from '#contract/imports.ts'
import type { ProjectInput } from '#contract/projects.ts'
import type { MatchedOperation } from '#domain/import/match-operations.ts'
import { inputNameOf, type ReadOperation } from '#domain/import/read-rows.ts'
import { operationFieldNames, operationFields } from '#domain/operations/fields.ts'
import { projectFieldInColumn } from '#domain/projects/fields.ts'
import { recordOf } from '#domain/record-of.ts'
import type { ColumnValues } from '#domain/sources/ours.ts'
import { type LinkedOperation, linkFields } from '../operations/operation-fields.ts'
import type { ProjectRow } from '../projects/project-fields.ts'
import { presentRow } from '../records/record-fields.ts'

/** The ids say which record is meant, so they are always those of the source. */
const ids: ReadonlySet<ImportField> = new Set(['projectExternalId', 'operationExternalId'])

/** Columns of a table, by the kind of their record. */
export interface RecordColumns {
  readonly project: readonly (typeof columnsOfProject)[number][]
  readonly operation: readonly (typeof columnsOfOperation)[number][]
}

/** The columns that the table has, without the ids. */
export const columnsOfTable = (table: readonly (ImportField | null)[]): RecordColumns => {
  const isValue = (column: ImportField): boolean => table.includes(column) && !ids.has(column)
  return { project: columnsOfProject.filter(isValue), operation: columnsOfOperation.filter(isValue) }
}

/** Those of them with the rule "ours". */
export const ourColumns = ({ project, operation }: RecordColumns, ours: readonly ImportField[]): RecordColumns => {
  const isOurs = (column: ImportField): boolean => ours.includes(column)
  return { project: project.filter(isOurs), operation: operation.filter(isOurs) }
}

/** The fields of each column. */
const namesOf = recordOf(columnsOfOperation, (column) =>
  operationFieldNames.filter((name) => operationFields[name].column === column),
)
const projectNameOf = recordOf(columnsOfProject, (column) => projectFieldInColumn(column) ?? column)

/** The stored values of columns of a project, as history has them. */
export const projectValues = (columns: RecordColumns['project'], row: ProjectRow): ColumnValues => {
  const fields: ColumnValues = presentRow(
    row,
    columns.map((column) => projectNameOf[column]),
  )
  return recordOf(columns, (column) => fields[projectNameOf[column]] ?? null)
}

/** The same of an operation. A column of several fields, such as the predecessors with their lags, has a record of them. */
export const operationValues = (
  columns: RecordColumns['operation'],
  { row, dependencies }: LinkedOperation,
): ColumnValues => {
  const own: ColumnValues = presentRow(
    row,
    columns.flatMap((column) => namesOf[column]),
  )
  return recordOf(columns, (column) => {
    if (column === 'predecessors') return linkFields(dependencies)
    const [only] = namesOf[column]
    return (only && own[only]) ?? null
  })
}

/** The columns about its project of which a row says something. */
export const saidOfProject = <C extends ImportField>(columns: readonly C[], fields: ProjectInput): C[] =>
  columns.filter((column) => inputNameOf(column) in fields)

/** Columns that a row holds beside its fields. */
type Apart = 'workCenter' | 'pool' | 'alternatives' | 'predecessors'
const isApart = (column: ImportField): column is Apart =>
  column === 'workCenter' || column === 'pool' || column === 'alternatives' || column === 'predecessors'

/** The columns about its operation of which a row says something. */
export const saidOfOperation = <C extends ImportField>(columns: readonly C[], said: ReadOperation): C[] =>
  columns.filter((column) => {
    if (column === 'workCenter' && said.resources !== undefined) return true
    return isApart(column) ? said[column] !== undefined : inputNameOf(column) in said.fields
  })

/** The wanted ones of fields that may all be absent. */
const picked = <T extends object>(from: T, isWanted: (name: string) => boolean): T => {
  const part = { ...from }
  for (const name of Object.keys(from)) if (!isWanted(name)) Reflect.deleteProperty(part, name)
  return part
}

/** What a row says of its project, with only some columns or without them. */
export const projectPart = (fields: ProjectInput, part: 'only' | 'without', columns: readonly ImportField[]) => {
  const names = new Set(columns.map(inputNameOf))
  return picked(fields, (name) => names.has(name) === (part === 'only'))
}

/** The same of an operation. A number that is left out is the stored one, by which the operation stays where it is. */
export const operationPart = (
  one: MatchedOperation,
  part: 'only' | 'without',
  { columns, before }: { readonly columns: readonly ImportField[]; readonly before: LinkedOperation },
): MatchedOperation => {
  const isIn = (name: string): boolean => columns.some((column) => column === name) === (part === 'only')
  const names = new Set(columns.map(inputNameOf))
  const { fields, externalId, resources, ...apart } = one.operation
  return {
    ...one,
    sequence: isIn('sequence') ? one.sequence : before.row.sequence,
    operation: {
      ...picked(apart, isIn),
      ...(resources !== undefined && isIn('workCenter') && { resources }),
      ...(externalId !== undefined && { externalId }),
      fields: picked(fields, (name) => names.has(name) === (part === 'only')),
    },
  }
}
