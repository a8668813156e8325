import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, RequiredLine } from './fields.ts'
import { Figures, PlanQuestion, previewFields } from './import-previews.ts'
import { ImportFormat, Reading, ReadingChoice, sourceLimits, sourceShapes } from './import-sources.ts'
import { IsoDate, ShiftPeriod } from './shifts.ts'

export const importLimits = {
  ...sourceLimits,
  rows: 20_000,
  /** For work centers, shift patterns or holidays. */
  settingsRows: 1_000,
  columns: 100,
  cellCharacters: 10_000,
} as const

/** Fields of a column in an imported table. The first group belongs to the project, the others to its operation. */
export const columnsOfProject = [
  'projectExternalId',
  'projectNumber',
  'projectName',
  'shortName',
  'customerName',
  'projectDescription',
  'priority',
  'phase',
  'status',
  'projectProgress',
  'customerRelease',
  'engineeringRelease',
  'productionStart',
  'shipDate',
  'actualShipDate',
] as const
export const columnsOfOperation = [
  'operationExternalId',
  'sequence',
  'operationName',
  'operationDescription',
  'partNumber',
  'workCenter',
  'pool',
  'durationHours',
  'predecessors',
  'progress',
  'onHold',
  'holdReason',
  'scheduledStart',
  'scheduledEnd',
  'pinned',
  'actualStart',
  'actualEnd',
  'materialReady',
  'materialNote',
  'setupHours',
  'hoursPerPiece',
  'quantity',
  'transferBatch',
  'setupFamily',
  'alternatives',
  'workCenterFixed',
  'notes',
] as const
export const importFields = [...columnsOfProject, ...columnsOfOperation] as const
export const ImportField = z.enum(importFields)
export type ImportField = z.infer<typeof ImportField>

/** Tables other than projects: the working time of the shop, which admins manage. */
const settingsKinds = ['workCenters', 'shifts', 'holidays'] as const
export const SettingsKind = z.enum(settingsKinds)
export type SettingsKind = z.infer<typeof SettingsKind>
export const settingsFields = {
  workCenters: ['centerName', 'centerKind', 'capacity', 'centerShift', 'color', 'supplier'],
  shifts: ['shiftName', 'weekdays', 'shiftStart', 'shiftEnd', 'breaks', 'effectiveFrom', 'shiftDescription'],
  holidays: ['holidayName', 'holidayDate', 'closedFrom', 'closedTo', 'closedCenter'],
} as const satisfies Readonly<Record<SettingsKind, readonly string[]>>
export const SettingsField = z.enum(settingsKinds.flatMap((kind) => [...settingsFields[kind]]))
export type SettingsField = z.infer<typeof SettingsField>

export const importKinds = ['projects', ...settingsKinds] as const
export const ImportKind = z.enum(importKinds)
export type ImportKind = z.infer<typeof ImportKind>

export const ColumnField = z.enum([...importFields, ...SettingsField.options])
export type ColumnField = z.infer<typeof ColumnField>

/** Which of the first two numbers of a date such as 03/04/2026 is the month. */
export const DayOrder = z.enum(['mdy', 'dmy'])
export type DayOrder = z.infer<typeof DayOrder>
/** How such dates are read: as detected in the column, month first, or day first. */
export const DateOrder = z.enum(['auto', ...DayOrder.options])
export type DateOrder = z.infer<typeof DateOrder>

/** The decimal sign of numbers; the other sign separates thousands. */
export const DecimalSign = z.enum(['auto', 'point', 'comma'])

const Cell = z
  .string()
  .check(z.maxLength(importLimits.cellCharacters, `At most ${importLimits.cellCharacters} characters in a cell`))
const Name = z.string().check(z.maxLength(importLimits.cellCharacters))
const Row = z.array(Cell).check(z.maxLength(importLimits.columns, `At most ${importLimits.columns} columns`))

/** The columns of a table of projects. */
export const projectColumns = (columns: readonly (ColumnField | null)[]): (ImportField | null)[] =>
  columns.map((field) => ImportField.safeParse(field).data ?? null)
/** The columns of a table of work centers, shift patterns or holidays. */
export const settingsColumns = (columns: readonly (ColumnField | null)[]): (SettingsField | null)[] =>
  columns.map((field) => SettingsField.safeParse(field).data ?? null)

/** The field of each column; null = not imported. */
const columnsOf = <T extends z.ZodMiniType>(field: T) =>
  z.array(z.nullable(field)).check(
    z.maxLength(importLimits.columns),
    z.refine((fields) => {
      const chosen = fields.filter((one) => one !== null)
      return new Set(chosen).size === chosen.length
    }, 'Two columns hold the same field'),
  )

const tableFields = {
  header: Row.check(z.minLength(1, 'The table has no columns')),
  rows: z.array(Row).check(z.maxLength(importLimits.rows, `At most ${importLimits.rows} rows`)),
  dateOrder: DateOrder,
  /** The order in which the user writes dates. It applies if no date in the table shows its order. */
  usualOrder: z.optional(DayOrder),
}

export const mostCalendars = 20
export const mostClosedDays = 1_000

/** A calendar in a project plan, which becomes a shift pattern with its closed days as holidays. */
export const ImportCalendar = z.object({
  name: RequiredLine('Name', 120),
  periods: z.array(ShiftPeriod).check(z.maxLength(200)),
  closedDays: z.array(z.object({ name: RequiredLine('Name', 120), date: IsoDate })).check(z.maxLength(mostClosedDays)),
})
export type ImportCalendar = z.infer<typeof ImportCalendar>

/** The meaning of a name in the table that resembles a stored one: the stored name, or null = a new work center. */
export const CenterMeaning = z.object({ typed: Name, means: z.nullable(Name) })
export type CenterMeaning = z.infer<typeof CenterMeaning>
const centerMeanings = z.optional(z.array(CenterMeaning).check(z.maxLength(1_000)))

/** How a value of a column is read: `typed` stands for `means`, such as "Released" for "In Progress". */
export const ValueMeaning = z.object({ field: ImportField, typed: Name, means: Name })
export type ValueMeaning = z.infer<typeof ValueMeaning>

/** The stored project that a project of a plan matches, see `PlanQuestion`; null = a new one. */
export const PlanAnswer = z.object({ key: z.string().check(z.maxLength(600)), projectId: z.nullable(Id) })
export type PlanAnswer = z.infer<typeof PlanAnswer>

/** Projects and operations. */
export const ImportTable = z.object({
  ...tableFields,
  columns: columnsOf(ImportField),
  /** Absent = auto, as detected from the numbers of the table. */
  decimalSign: z.optional(DecimalSign),
  /** Whether new operations without predecessors wait for the operation before them. */
  chained: z.boolean(),
  /** Whether unknown work centers and pools in the table are created, if the person may do that. */
  createsWorkCenters: z.optional(z.boolean()),
  /** The calendars to import with it. Only admins may do that. */
  calendars: z.optional(z.array(ImportCalendar).check(z.maxLength(mostCalendars))),
  centerMeanings,
  /** Whether names and ids of the projects come from a plan, in which case another plan saved from the same template has them too. */
  isPlan: z.optional(z.boolean()),
  planAnswers: z.optional(z.array(PlanAnswer).check(z.maxLength(importLimits.rows))),
  /** Values that stand for others, wherever a cell of their column holds them. */
  valueMeanings: z.optional(z.array(ValueMeaning).check(z.maxLength(1_000))),
})
export type ImportTable = z.infer<typeof ImportTable>

/** Work centers, shift patterns or holidays. */
export const SettingsTable = z.object({
  ...tableFields,
  rows: z.array(Row).check(z.maxLength(importLimits.settingsRows, `At most ${importLimits.settingsRows} rows`)),
  kind: SettingsKind,
  columns: columnsOf(SettingsField),
  centerMeanings,
})
export type SettingsTable = z.infer<typeof SettingsTable>

/** Kind of the table; absent = projects. The way it is read may be chosen. */
const of = { kind: z.optional(ImportKind), ...ReadingChoice.shape }
export const ImportSource = z.union([
  z.object({ ...of, ...sourceShapes.file }),
  z.object({ ...of, ...sourceShapes.text }),
])
export type ImportSource = z.infer<typeof ImportSource>

export const ReadTable = z.object({
  ...z.omit(ImportTable, { calendars: true, centerMeanings: true, planAnswers: true, valueMeanings: true }).shape,
  columns: columnsOf(ColumnField),
  format: ImportFormat,
  reading: Reading,
  /** The calendars of a project plan, to choose from. */
  foundCalendars: z.array(ImportCalendar),
  /** Messages for the user about how the file was read. */
  notes: z.array(z.string()),
})
export type ReadTable = z.infer<typeof ReadTable>

/** A table of projects as read, to be checked and imported; without calendars until some are selected. */
export const projectTable = ({
  format: _format,
  reading: _reading,
  notes: _notes,
  foundCalendars: _found,
  ...table
}: ReadTable): ImportTable => ({
  ...table,
  columns: projectColumns(table.columns),
})

/** 400 with the reason if the file is unreadable; 413 if it is too large. Stores nothing. */
export const readImport = endpoint({
  method: 'POST',
  readsOnly: true,
  path: '/imports/read',
  access: 'importWork',
  summary: 'Read the table in a CSV, XLSX, JSON or MS Project XML file, or in pasted text, and guess its columns',
  failed: 'Failed to read the file',
  bodyBytes: importLimits.bodyBytes,
  body: ImportSource,
  response: ReadTable,
})

export const ImportPreview = z.object({
  ...previewFields,
  projects: Figures,
  operations: Figures,
  /** Names of work centers that the import creates. */
  workCenters: z.array(z.string()),
  /** Names of work centers that it could create if allowed and requested; their rows fail. */
  unknownWorkCenters: z.array(z.string()),
  /** The effect of each selected calendar. */
  calendars: z.array(
    z.object({
      name: z.string(),
      action: z.enum(['create', 'update', 'unchanged']),
      holidays: z.int(),
      /** Why it cannot be imported; null if it can. */
      problem: z.nullable(z.string()),
    }),
  ),
  planQuestions: z.array(PlanQuestion),
})
export type ImportPreview = z.infer<typeof ImportPreview>

/** Stores nothing. */
export const previewImport = endpoint({
  method: 'POST',
  readsOnly: true,
  path: '/imports/preview',
  access: 'importWork',
  summary: 'What an import would do with each row, and the error of each cell',
  failed: 'Failed to check the import',
  bodyBytes: importLimits.bodyBytes,
  body: ImportTable,
  response: ImportPreview,
})

export const ImportCommit = z.extend(ImportTable, {
  /** From the preview that the user saw. */
  seen: z.string().check(z.maxLength(100)),
  /** Whether to import the other rows if some have errors. */
  leavesOutFailed: z.boolean(),
})
export type ImportCommit = z.infer<typeof ImportCommit>

/**
 * All in one transaction and one change set, which a single undo reverts. 409 if its effect would differ from the
 * preview, 422 if rows have errors that are not left out, or if nothing remains to import.
 */
export const commitImport = endpoint({
  method: 'POST',
  path: '/imports',
  access: 'importWork',
  summary: 'Import projects with their operations',
  failed: 'Failed to import',
  bodyBytes: importLimits.bodyBytes,
  body: ImportCommit,
  response: z.pick(ImportPreview, {
    counts: true,
    projects: true,
    operations: true,
    workCenters: true,
    calendars: true,
  }),
})

export const SettingsPreview = z.object({
  ...previewFields,
  /** Records; several rows may describe the same one. */
  records: Figures,
})
export type SettingsPreview = z.infer<typeof SettingsPreview>

/** Stores nothing. */
export const previewSettingsImport = endpoint({
  method: 'POST',
  readsOnly: true,
  path: '/imports/settings/preview',
  access: 'manageShifts',
  summary: 'What an import of work centers, shift patterns or holidays would do with each row',
  failed: 'Failed to check the import',
  bodyBytes: importLimits.bodyBytes,
  body: SettingsTable,
  response: SettingsPreview,
})

export const SettingsCommit = z.extend(SettingsTable, z.pick(ImportCommit, { seen: true, leavesOutFailed: true }).shape)
export type SettingsCommit = z.infer<typeof SettingsCommit>

/** The same rules as for projects. */
export const commitSettingsImport = endpoint({
  method: 'POST',
  path: '/imports/settings',
  access: 'manageShifts',
  summary: 'Import work centers, shift patterns or holidays',
  failed: 'Failed to import',
  bodyBytes: importLimits.bodyBytes,
  body: SettingsCommit,
  response: z.pick(SettingsPreview, { counts: true, records: true }),
})
