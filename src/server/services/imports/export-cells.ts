import { columnsOfOperation, columnsOfProject, type ImportField } from '#contract/imports.ts'
import { phaseTitles } from '#contract/vocabulary.ts'
import { alternativeText } from '#domain/import/alternative-text.ts'
import { instantText } from '#domain/import/instant-text.ts'
import { operationNames } from '#domain/import/match-operations.ts'
import { linkText } from '#domain/import/predecessor-text.ts'
import { fieldInColumn, type OperationFieldName, operationFields } from '#domain/operations/fields.ts'
import { projectFieldInColumn, projectFields } from '#domain/projects/fields.ts'
import { recordOf } from '#domain/record-of.ts'
import { type LinkedOperation, storedValue } from '../operations/operation-fields.ts'
import type { ProjectRow } from '../projects/project-fields.ts'

/** The cells of a row, as an import reads them; absent = empty. */
export type ExportCells = Partial<Record<ImportField, string>>

export interface ExportedProject {
  readonly project: ProjectRow
  /** The exported fields. */
  readonly operations: readonly LinkedOperation[]
  /** All that the project has: predecessors may be among the others. */
  readonly all: readonly LinkedOperation[]
}

export interface ExportScope {
  readonly timeZone: string
  /** Names of work centers and pools. */
  readonly centerNames: ReadonlyMap<string, string>
}

/** A percentage of less than one gets its sign, so that a column of such numbers is not read as shares. */
const percentText = (percent: number): string => (percent > 0 && percent < 1 ? `${percent}%` : String(percent))

const yesText = (value: boolean): string => (value ? 'yes' : 'no')

export const projectCells = ({ project }: ExportedProject, { timeZone }: ExportScope): ExportCells =>
  recordOf(columnsOfProject, (column) => {
    const name = projectFieldInColumn(column)
    const value = name && project[name]
    if (!name || value === null) return ''
    if (value instanceof Date) return instantText(value.getTime(), timeZone)
    const { kind } = projectFields[name]
    if (kind === 'phase') return phaseTitles[project.currentPhase]
    return kind === 'percent' ? percentText(Number(value)) : String(value)
  })

/**
 * How predecessor cells refer to each operation of a project: by its external id, else by its number if that is
 * unambiguous. Other operations are exported with a generated id.
 */
const refsOf = (operations: readonly LinkedOperation[]): ReadonlyMap<string, string> => {
  const names = operationNames(operations.map(({ row }) => row))
  return new Map(
    operations.map(({ row }) => {
      const candidates = [row.externalId, String(row.sequence)]
      const found = candidates.find(
        (text) => text !== null && !/[;\n]/.test(text) && text.trim() === text && names.find(text) === row.operationId,
      )
      return [row.operationId, found ?? row.operationId]
    }),
  )
}

/** The text of a stored field, by its kind. */
const ownText = (
  name: OperationFieldName | null,
  row: LinkedOperation['row'],
  { timeZone, centerNames }: ExportScope,
): string => {
  const value = name && storedValue(row, name)
  if (!name || value === null || value === undefined) return ''
  switch (operationFields[name].kind) {
    case 'instant':
    case 'day':
      return instantText(new Date(value as Date).getTime(), timeZone)
    case 'percent':
      return percentText(Number(value))
    case 'yesNo':
      return yesText(value === true)
    case 'center':
      return centerNames.get(String(value)) ?? ''
    case 'centers':
      return row.alternatives
        .map(({ categoryId, durationHours }) => alternativeText(centerNames.get(categoryId) ?? '', durationHours))
        .join('; ')
    default:
      return String(value)
  }
}

/** The exported operations of a project, in their order. */
export const operationCells = (
  { operations, all }: ExportedProject,
  { timeZone, centerNames }: ExportScope,
): readonly ExportCells[] => {
  const refs = refsOf(all)
  return operations.map(({ row, dependencies }) => {
    const links = dependencies.flatMap(({ predecessorId, ...link }) => {
      const ref = refs.get(predecessorId)
      return ref === undefined ? [] : [linkText({ ref, ...link })]
    })
    const own = recordOf(columnsOfOperation, (column) => ownText(fieldInColumn(column), row, { timeZone, centerNames }))
    return {
      ...own,
      operationExternalId: row.externalId ?? (refs.get(row.operationId) === row.operationId ? row.operationId : ''),
      predecessors: links.join('; '),
      // Nothing is pinned without dates: a run takes them from pinned work that is on hold.
      pinned: yesText(row.pinned && row.scheduledStartDate !== null && row.scheduledEndDate !== null),
    }
  })
}

/** The rows of a project: its fields are in the first row, its number is in all of them. */
export const exportRows = (exported: ExportedProject, scope: ExportScope): readonly ExportCells[] => {
  const project = projectCells(exported, scope)
  const [first, ...others] = operationCells(exported, scope)
  const { projectNumber = '' } = project
  return [{ ...project, ...first }, ...others.map((cells) => ({ projectNumber, ...cells }))]
}
