import { columnsOfProject, type ImportField } from '#contract/imports.ts'
import type { ProjectInput } from '#contract/projects.ts'
import type { MatchedOperation } from '#domain/import/match-operations.ts'
import { inputNameOf, type ReadOperation } from '#domain/import/read-rows.ts'
import { operationFieldNames, operationFields } from '#domain/operations/fields.ts'
import { projectFieldInColumn } from '#domain/projects/fields.ts'
import { recordOf } from '#domain/record-of.ts'
import type { ColumnValues } from '#domain/sources/ours.ts'
import { keptOperationFields, type LinkedOperation } from '../operations/operation-fields.ts'
import { keptProjectFields, type ProjectRow } from '../projects/project-fields.ts'

/** The ids say which record is meant, so they are always those of the source. */
const ids: ReadonlySet<ImportField> = new Set(['projectExternalId', 'operationExternalId'])
const ofProject: ReadonlySet<ImportField> = new Set(columnsOfProject)

/** Columns with the rule "ours" that the table has, by the kind of their record. */
export interface OurColumns {
  readonly project: readonly ImportField[]
  readonly operation: readonly ImportField[]
}

export const ourColumns = (ours: readonly ImportField[], table: readonly (ImportField | null)[]): OurColumns => {
  const columns = ours.filter((column) => table.includes(column) && !ids.has(column))
  return {
    project: columns.filter((column) => ofProject.has(column)),
    operation: columns.filter((column) => !ofProject.has(column)),
  }
}

/** The stored values of columns of a project, as history has them. */
export const projectValues = (columns: readonly ImportField[], row: ProjectRow): ColumnValues => {
  if (columns.length === 0) return {}
  const fields: ColumnValues = keptProjectFields(row)
  return recordOf(columns, (column) => fields[projectFieldInColumn(column) ?? ''] ?? null)
}

/** The same of an operation. A column of several fields, such as the predecessors with their lags, has a record of them. */
export const operationValues = (columns: readonly ImportField[], operation: LinkedOperation): ColumnValues => {
  if (columns.length === 0) return {}
  const fields: ColumnValues = keptOperationFields(operation)
  return recordOf(columns, (column) => {
    const names = operationFieldNames.filter((name) => operationFields[name].column === column)
    const [only] = names
    return names.length === 1 && only ? (fields[only] ?? null) : recordOf(names, (name) => fields[name] ?? null)
  })
}

/** The columns about its project of which a row says something. */
export const saidOfProject = (columns: readonly ImportField[], fields: ProjectInput): ImportField[] =>
  columns.filter((column) => inputNameOf(column) in fields)

/** Columns that a row holds beside its fields. */
type Apart = 'workCenter' | 'pool' | 'alternatives' | 'predecessors'
const isApart = (column: ImportField): column is Apart =>
  column === 'workCenter' || column === 'pool' || column === 'alternatives' || column === 'predecessors'

/** The columns about its operation of which a row says something. */
export const saidOfOperation = (columns: readonly ImportField[], said: ReadOperation): ImportField[] =>
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
