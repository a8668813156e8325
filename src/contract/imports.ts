import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { RequiredLine } from './fields.ts'

export const importLimits = {
  /** Of the file itself. */
  fileBytes: 5 * 1024 * 1024,
  /** Of a request: base64 makes a file a third larger. */
  bodyBytes: 7 * 1024 * 1024,
  rows: 20_000,
  columns: 100,
  cellCharacters: 10_000,
} as const

/** What a column of an imported table can hold. The first group belongs to the project, the others to its operation. */
export const projectFields = [
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
export const operationFields = [
  'operationExternalId',
  'sequence',
  'operationName',
  'operationDescription',
  'workCenter',
  'pool',
  'durationHours',
  'predecessors',
  'progress',
  'onHold',
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
  'setupFamily',
  'alternatives',
  'workCenterFixed',
  'notes',
] as const
export const importFields = [...projectFields, ...operationFields] as const
export const ImportField = z.enum(importFields)
export type ImportField = z.infer<typeof ImportField>

/** How dates such as 03/04/2026 are read: as the column shows, month first, or day first. */
export const dateOrders = ['auto', 'mdy', 'dmy'] as const
export const DateOrder = z.enum(dateOrders)
export type DateOrder = z.infer<typeof DateOrder>

const Cell = z.string().max(importLimits.cellCharacters, `At most ${importLimits.cellCharacters} characters in a cell`)
const Row = z.array(Cell).max(importLimits.columns, `At most ${importLimits.columns} columns`)

/** A table of texts, and what each of its columns holds (null = nothing that is imported). */
export const ImportTable = z.object({
  header: Row.min(1, 'The table has no columns'),
  rows: z.array(Row).max(importLimits.rows, `At most ${importLimits.rows} rows`),
  columns: z
    .array(ImportField.nullable())
    .max(importLimits.columns)
    .refine((fields) => {
      const chosen = fields.filter((field) => field !== null)
      return new Set(chosen).size === chosen.length
    }, 'Two columns hold the same field'),
  dateOrder: DateOrder,
  /** New operations without predecessors wait for the operation before them. */
  chained: z.boolean(),
})
export type ImportTable = z.infer<typeof ImportTable>

export const importFormats = ['csv', 'xlsx', 'projectXml'] as const
export const ImportFormat = z.enum(importFormats)
export type ImportFormat = z.infer<typeof ImportFormat>

/** A file as base64, or pasted text. */
export const ImportSource = z.union([
  z.object({ fileName: RequiredLine('File name', 255), base64: z.base64().max(importLimits.bodyBytes) }),
  z.object({ text: z.string().max(importLimits.fileBytes, 'At most 5 MB') }),
])
export type ImportSource = z.infer<typeof ImportSource>

const count = z.number().int()

export const ReadTable = ImportTable.extend({
  format: ImportFormat,
  /** Sentences for the reader about how the file was read. */
  notes: z.array(z.string()),
})
export type ReadTable = z.infer<typeof ReadTable>

/** 400 with the reason when the file cannot be read; 413 when it is too large. Stores nothing. */
export const readImport = endpoint({
  method: 'POST',
  path: '/imports/read',
  access: 'tenant',
  summary: 'Read the table in a CSV, XLSX or MS Project XML file, or in pasted text, and guess its columns',
  failed: 'Failed to read the file',
  bodyBytes: importLimits.bodyBytes,
  body: ImportSource,
  response: ReadTable,
})

/** What an import does with a row. A skipped row is empty; a failed one has an error and stores nothing. */
export const rowActions = ['create', 'update', 'unchanged', 'skip', 'failed'] as const
export const RowAction = z.enum(rowActions)
export type RowAction = z.infer<typeof RowAction>

/** Rows and columns count from 0. `column` null = the whole row. */
export const CellProblem = z.object({ row: count, column: count.nullable(), message: z.string() })
export type CellProblem = z.infer<typeof CellProblem>

export const mostCellProblems = 5_000

export const ImportPreview = z.object({
  /** One letter for each row, the first of its action: c, u, n for unchanged (nothing new), s, f. */
  actions: z.string(),
  counts: z.record(RowAction, count),
  projects: z.object({ create: count, update: count }),
  operations: z.object({ create: count, update: count }),
  /** Names of work centers that the import creates. */
  workCenters: z.array(z.string()),
  /** The first 5,000. */
  problems: z.array(CellProblem),
  problemCount: count,
  /** Cells that differ from what is stored, of the first 5,000 rows that update something. */
  changed: z.array(z.object({ row: count, columns: z.array(count) })),
  /** How ambiguous dates and numbers were read, in the reader's words. */
  notes: z.array(z.string()),
  /** Names what this preview shows; the import is refused when it would do something else. */
  seen: z.string(),
})
export type ImportPreview = z.infer<typeof ImportPreview>

/** Stores nothing. */
export const previewImport = endpoint({
  method: 'POST',
  path: '/imports/preview',
  access: 'tenant',
  summary: 'What an import would do with each row, and the error of each cell',
  failed: 'Failed to check the import',
  bodyBytes: importLimits.bodyBytes,
  body: ImportTable,
  response: ImportPreview,
})

export const ImportCommit = ImportTable.extend({
  /** Of the preview that the reader saw. */
  seen: z.string().max(100),
  /** Import the other rows where some have errors. */
  leavesOutFailed: z.boolean(),
})
export type ImportCommit = z.infer<typeof ImportCommit>

/**
 * All in one transaction and one change set, which one undo removes. 409 when it would do something else than the preview
 * showed, 422 when rows have errors that are not left out, or when nothing is left.
 */
export const commitImport = endpoint({
  method: 'POST',
  path: '/imports',
  access: 'tenant',
  summary: 'Import projects with their operations',
  failed: 'Failed to import',
  bodyBytes: importLimits.bodyBytes,
  body: ImportCommit,
  response: ImportPreview.pick({ counts: true, projects: true, operations: true, workCenters: true }),
})
