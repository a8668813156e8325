import type { CellProblem } from '#contract/import-previews.ts'
import { columnsOfOperation, columnsOfProject, type ImportField, type ImportTable } from '#contract/imports.ts'
import { type OperationInput, OperationInput as OperationShape } from '#contract/operations.ts'
import { type ProjectInput, ProjectInput as ProjectShape } from '#contract/projects.ts'
import {
  earliestDate,
  latestDate,
  type ProjectPhase,
  phaseTitles,
  projectPhases,
  projectStatuses,
} from '#contract/vocabulary.ts'
import { fieldInColumn, type OperationFieldName, operationFields } from '../operations/fields.ts'
import { type ProjectFieldName, projectFieldInColumn, projectFields } from '../projects/fields.ts'
import { recordOf } from '../record-of.ts'
import { dateOnlyToMs } from '../time/zone-dates.ts'
import { type AlternativeText, alternativesReader } from './alternative-text.ts'
import { readDate, whyNoDate } from './date-text.ts'
import { readHours } from './duration-text.ts'
import { type NumberHabit, readNumber } from './number-habit.ts'
import {
  bySchema,
  fine,
  isNone,
  numberReader,
  oneOf,
  orNone,
  type Read,
  type ReadCell,
  readCell,
  readYes,
  type Schema,
  wrong,
} from './read-cells.ts'
import { listsResources, readResources } from './resource-text.ts'
import { areRunHours, splitHours } from './setup-text.ts'
import { decideHabits, type TableHabits } from './table-habits.ts'
import { textKey } from './text-key.ts'

/** What a row says about its project. Fields that are empty or not in the table are absent. */
interface ReadProject {
  readonly externalId?: string
  readonly fields: ProjectInput
}

/** What a row says about an operation. Work centers are still names; null = explicitly none. */
export interface ReadOperation {
  readonly externalId?: string
  readonly fields: OperationInput
  readonly workCenter?: string | null
  /** A list of resources in place of a work center; the shop knows which of them are work centers. */
  readonly resources?: readonly string[]
  readonly pool?: string | null
  readonly alternatives?: readonly AlternativeText[]
  /** The text of the cell, because its names can only be resolved among the operations of the project. */
  readonly predecessors?: string
}

/** One row of the table, with its index from 0. */
export interface ReadRow {
  readonly row: number
  readonly project: ReadProject
  /** null if the row is only about its project. */
  readonly operation: ReadOperation | null
  readonly isEmpty: boolean
  readonly problems: readonly CellProblem[]
}

const readPhase = oneOf<ProjectPhase>(projectPhases, (phase) => phaseTitles[phase], {
  what: 'phase',
  choices: 'phases',
})
const readStatus = oneOf(projectStatuses, (status) => status, { what: 'status', choices: 'statuses' })

/** Parses '10', and 'Op 10' or 'OP-010' as on printed routings. */
const sequenceNumber = (text: string, numbers: NumberHabit): number => {
  const number = readNumber(text, numbers)
  if (!Number.isNaN(number)) return number
  const parts = /^(?:op(?:er|n|eration)?|step|pos|seq|ag|avo|no|nr|#)[.\s#:-]*(\d{1,9})$/i.exec(text.trim())
  return parts ? Number(parts[1]) : Number.NaN
}

const dateRange = [Date.parse(`${earliestDate}T00:00:00Z`), Date.parse(`${latestDate}T23:59:59Z`)] as const

/** Reads the dates of a column as ISO instants. A date without a time means 08:00 in the zone. */
const dateReader = (order: 'mdy' | 'dmy', zone: string): ReadCell => {
  // Tables repeat the same few days.
  const known = new Map<string, Read>()
  const read = (text: string): Read => {
    if (isNone(text)) return fine(null)
    const written = readDate(text, order)
    if (!written) return wrong(`"${text.trim().slice(0, 60)}" is not a date${whyNoDate(text, order)}`)
    const atMs =
      written.kind === 'instant'
        ? written.atMs
        : dateOnlyToMs(written.date, zone, Math.floor((written.seconds ?? 28_800) / 60)) +
          Math.round(((written.seconds ?? 0) % 60) * 1_000)
    if (!(atMs >= dateRange[0] && atMs <= dateRange[1])) return wrong(`Dates go from ${earliestDate} to ${latestDate}`)
    return fine(new Date(atMs).toISOString())
  }
  return (text) => {
    const before = known.get(text)
    if (before) return before
    const value = read(text)
    known.set(text, value)
    return value
  }
}

const readAnything: ReadCell = (text) => fine(text)
const readName: ReadCell = (text) => fine(isNone(text) ? null : text.trim())

interface TextReaders {
  readonly habits: TableHabits
  readonly number: (text: string) => number
  readonly hours: (column: ImportField) => (text: string) => number
  readonly percent: (column: ImportField) => (text: string) => number
  readonly date: (column: ImportField) => ReadCell
}

/** The reader for an operation field, by its kind. In an optional field, the sign for "none" clears the value. */
const operationReader = (
  name: OperationFieldName,
  column: ImportField,
  { habits, number, hours, percent, date }: TextReaders,
): ReadCell => {
  const schema: Schema = (OperationShape.shape as Readonly<Record<string, Schema>>)[name] ?? OperationShape.shape.notes
  const noneOr = (read: ReadCell): ReadCell => (schema.safeParse(null).success ? orNone(read) : read)
  switch (operationFields[name].kind) {
    case 'hours':
      return noneOr(numberReader(schema, hours(column), 'Enter the hours as a number, such as 7.5'))
    case 'number':
      return noneOr(numberReader(schema, number, 'Enter a number'))
    case 'percent':
      return numberReader(schema, percent(column), 'Enter a number from 0 to 100')
    case 'instant':
    case 'day':
      return date(column)
    case 'yesNo':
      return readYes
    case 'center':
      return readName
    case 'centers':
      return alternativesReader(habits.numbers)
    case 'links':
      return readAnything
    default:
      return bySchema(schema)
  }
}

/** The reader for a project field, by its kind. */
const projectReader = (
  name: ProjectFieldName,
  column: ImportField,
  { number, percent, date }: Pick<TextReaders, 'number' | 'percent' | 'date'>,
): ReadCell => {
  const schema: Schema = (ProjectShape.shape as Readonly<Record<string, Schema>>)[name] ?? ProjectShape.shape.shortName
  switch (projectFields[name].kind) {
    case 'number':
      return numberReader(schema, number, 'Enter a whole number from 0 to 100')
    case 'percent':
      return numberReader(schema, percent(column), 'Enter a number from 0 to 100')
    case 'day':
      return date(column)
    case 'word':
      return readStatus
    case 'phase':
      return readPhase
    default:
      return bySchema(schema)
  }
}

/** The reader for each field of one table. */
const cellReaders = (habits: TableHabits, zone: string): Readonly<Record<ImportField, ReadCell>> => {
  const operation = OperationShape.shape
  const date = (field: ImportField) => dateReader(habits.dateOrderOf(field), zone)
  const number = (text: string) => readNumber(text, habits.numbers)
  const hours = (field: ImportField) => (text: string) => readHours(text, habits.numbers, habits.hoursOfPlain(field))
  const percent = (field: ImportField) => (text: string) => {
    const value = number(text.replace(/\s*%$/, ''))
    return habits.isShare(field) && !text.includes('%') ? Math.round(value * 1e8) / 1e6 : value
  }
  const externalId = bySchema(operation.materialNote)
  return {
    ...recordOf(columnsOfProject, (column) => {
      const name = projectFieldInColumn(column)
      return name ? projectReader(name, column, { number, percent, date }) : readAnything
    }),
    ...recordOf(columnsOfOperation, (column) => {
      const name = fieldInColumn(column)
      return name ? operationReader(name, column, { number, hours, percent, date, habits }) : readAnything
    }),
    projectExternalId: externalId,
    operationExternalId: externalId,
    sequence: numberReader(operation.sequence, (text) => sequenceNumber(text, habits.numbers), 'Enter a whole number'),
  }
}

/** Fields that the import itself resolves. */
const resolved: ReadonlySet<ImportField> = new Set(['workCenter', 'pool', 'alternatives', 'predecessors'])
const ofProject: ReadonlySet<ImportField> = new Set(columnsOfProject)
const externalIds: ReadonlySet<ImportField> = new Set(['projectExternalId', 'operationExternalId'])

/** The name of a column in the inputs of its record. */
export const inputNameOf = (column: ImportField): string =>
  fieldInColumn(column) ?? projectFieldInColumn(column) ?? column

export interface RowReader {
  readonly habits: TableHabits
  /** Column index of each field. */
  readonly columnOf: ReadonlyMap<ImportField, number>
  readonly read: (row: number) => ReadRow
}

/** What the texts of each column stand for. */
const meaningsOf = ({ valueMeanings = [] }: ImportTable): ReadonlyMap<ImportField, ReadonlyMap<string, string>> => {
  const meanings = new Map<ImportField, Map<string, string>>()
  for (const { field, typed, means } of valueMeanings) {
    const ofField = meanings.get(field) ?? new Map<string, string>()
    meanings.set(field, ofField.set(textKey(typed.trim()), means))
  }
  return meanings
}

/** Reads the rows of a table one by one, so that long tables can be read in parts. `zone` is the organization's. */
export const rowReader = (table: ImportTable, zone: string): RowReader => {
  const columnOf = new Map<ImportField, number>()
  for (const [column, field] of table.columns.entries()) if (field) columnOf.set(field, column)
  const meanings = meaningsOf(table)
  const columns = [...columnOf].map(([field, column]) => {
    return { field, column, name: inputNameOf(field), isProject: ofProject.has(field), meant: meanings.get(field) }
  })
  const habits = decideHabits(table, columnOf)
  const readers = cellReaders(habits, zone)
  const hoursColumn = columnOf.get('durationHours')
  const isRun = areRunHours(table.header[hoursColumn ?? -1] ?? '')
  const isList = listsResources(table.header[columnOf.get('workCenter') ?? -1] ?? '')
  // If a table gives hours for each piece, setup time and run time are already separate.
  const splits = hoursColumn !== undefined && columnOf.has('setupHours') && !columnOf.has('hoursPerPiece')
  const read = (row: number): ReadRow => {
    const cells = table.rows[row] ?? []
    const project: Record<string, unknown> = {}
    const operation: Record<string, unknown> = {}
    const names: Record<string, unknown> = {}
    const problems: CellProblem[] = []
    let [hasProject, hasOperation] = [false, false]
    for (const { field, column, name, isProject, meant } of columns) {
      const typed = cells[column] ?? ''
      const text = meant?.get(textKey(typed.trim())) ?? typed
      if (text.trim() === '') continue
      if (isProject) hasProject = true
      else hasOperation = true
      const cell = readCell(text, { row, column }, readers[field])
      if (!cell.ok) problems.push(cell.problem)
      else if (field === 'workCenter' && isList && cell.value !== null) names.resources = readResources(text)
      else if (resolved.has(field) || externalIds.has(field)) names[field] = cell.value
      else if (isProject) project[name] = cell.value
      else operation[name] = cell.value
    }
    const split = splits ? splitHours(operation, { isRun }) : { ok: true as const, fields: operation }
    if (!split.ok) problems.push({ row, column: hoursColumn ?? null, message: split.message })
    return {
      row,
      problems,
      isEmpty: !hasProject && !hasOperation,
      ...assembled(project, hasOperation ? (split.ok ? split.fields : operation) : null, names),
    }
  }
  return { habits, columnOf, read }
}

const assembled = (
  project: ProjectInput,
  operation: OperationInput | null,
  { projectExternalId, operationExternalId, ...names }: Readonly<Record<string, unknown>>,
): Pick<ReadRow, 'project' | 'operation'> => ({
  project: { ...(typeof projectExternalId === 'string' && { externalId: projectExternalId }), fields: project },
  operation: operation && {
    ...names,
    ...(typeof operationExternalId === 'string' && { externalId: operationExternalId }),
    fields: operation,
  },
})
