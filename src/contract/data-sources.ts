import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { AddressSignIn, ClockSchedule, ExchangePlaces, ExchangeUrl, FilePattern, SignInSecret } from './exchange.ts'
import { Id, Instant, RequiredLine } from './fields.ts'
import { CellProblem, ChoiceList, PlanQuestion, SimilarName } from './import-previews.ts'
import { HeaderRow, ReadingChoice, sourceLimits, TextEncoding } from './import-sources.ts'
import {
  CenterMeaning,
  DateOrder,
  DayOrder,
  DecimalSign,
  ImportField,
  PlanAnswer,
  ReadTable,
  ValueMeaning,
} from './imports.ts'

export const mostDataSources = 20
/** Pushed files that wait for their run. */
export const mostWaitingFiles = 20
/** Runs of each data source that are listed. */
export const keptSourceRuns = 50
export const mostListedDifferences = 500

/** Where the file comes from: the organization's folder on the server, an address, or a program that sends it. */
const origins = {
  folder: { kind: z.literal('folder'), pattern: FilePattern },
  address: { kind: z.literal('address'), url: ExchangeUrl, signIn: AddressSignIn },
  pushed: { kind: z.literal('pushed') },
} as const
export const SourceOrigin = z.discriminatedUnion('kind', [
  z.object(origins.folder),
  z.object(origins.address),
  z.object(origins.pushed),
])
export type SourceOrigin = z.infer<typeof SourceOrigin>

/**
 * When it runs: at set times, or when a file arrives. The latter is for folders and pushed files only, and the only way for pushed
 * files.
 */
export const SourceSchedule = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('arrival') }),
  ...ClockSchedule.def.options,
])
export type SourceSchedule = z.infer<typeof SourceSchedule>

/** How its file is read, as chosen when it was set up. The columns are found by their titles, wherever they are. */
export const SourceReading = z.object({
  encoding: z.optional(TextEncoding),
  /** The name of the sheet; absent = as detected. */
  sheet: z.optional(z.string().check(z.maxLength(200))),
  headerRow: z.optional(HeaderRow),
  headerRows: ReadingChoice.shape.headerRows,
  columns: z
    .array(
      z.object({
        title: z.string().check(z.maxLength(10_000)),
        /** 1 = the first column with this title. */
        nth: z.int().check(z.minimum(1), z.maximum(100)),
        field: ImportField,
      }),
    )
    .check(z.minLength(1, 'Choose at least one column'), z.maxLength(100)),
  dateOrder: DateOrder,
  usualOrder: z.optional(DayOrder),
  decimalSign: z.optional(DecimalSign),
  chained: z.boolean(),
  createsWorkCenters: z.optional(z.boolean()),
  isPlan: z.optional(z.boolean()),
  centerMeanings: z.optional(z.array(CenterMeaning).check(z.maxLength(1_000))),
  planAnswers: z.optional(z.array(PlanAnswer).check(z.maxLength(1_000))),
  valueMeanings: z.optional(z.array(ValueMeaning).check(z.maxLength(1_000))),
})
export type SourceReading = z.infer<typeof SourceReading>

/**
 * What happens to an open project or operation that the source has brought before and that is missing now: nothing, it is put on hold, or
 * the project is cancelled and the operation removed (or put on hold, if it has started). Each once: a record that a person takes up again
 * stays so until it returns and goes missing again.
 */
export const VanishedRule = z.enum(['keep', 'hold', 'cancel'])
export type VanishedRule = z.infer<typeof VanishedRule>

export const SourceRules = z.object({
  vanished: VanishedRule,
  /** Columns in which a value that was changed here stays. In all others the source wins. */
  ours: z.array(ImportField).check(z.maxLength(100)),
  /** A run that would change a larger share of its records than this waits for a person, in %. */
  mostChangedPercent: z.int().check(z.minimum(1), z.maximum(100)),
})
export type SourceRules = z.infer<typeof SourceRules>

const count = z.int()
const RecordFigures = z.object({ create: count, update: count, vanished: count })

const runOutcomes = ['applied', 'unchanged', 'waiting', 'failed', 'dismissed', 'superseded'] as const
const SourceRunOutcome = z.enum(runOutcomes)

export const SourceRunFigures = z.object({
  rows: count,
  /** Rows that wait for a person because they could not be understood. */
  doubtful: count,
  projects: RecordFigures,
  operations: RecordFigures,
  /** Values that the source has otherwise and that stay because they were changed here. */
  keptOurs: count,
  /** Share of its records that the run changes, in %. */
  changedPercent: z.number(),
})
export type SourceRunFigures = z.infer<typeof SourceRunFigures>

/**
 * One run. `waiting`: it would change more than the rule allows, and a person decides. `dismissed`: a person decided against it.
 * `superseded`: a newer file came before a person decided.
 */
export const SourceRun = z.object({
  runId: z.string(),
  startedAt: Instant,
  endedAt: z.nullable(Instant),
  trigger: z.enum(['clock', 'arrival', 'person']),
  /** null = it is running. */
  outcome: z.nullable(SourceRunOutcome),
  fileName: z.string(),
  fileBytes: count,
  /** null = it failed before the rows were compared. */
  figures: z.nullable(SourceRunFigures),
  /** Why it failed; a sentence for people. */
  problem: z.nullable(z.string()),
  /** Its change set, for `POST /changes/:changeId/undo`; null = it changed nothing. */
  changeId: z.nullable(z.string()),
  isUndone: z.boolean(),
  /** Who applied or dismissed a waiting run; null = no person had to. */
  decidedBy: z.nullable(z.string()),
  /** Doubtful rows that still wait. */
  openDoubts: count,
})
export type SourceRun = z.infer<typeof SourceRun>

/** An import that repeats by itself. */
export const DataSource = z.object({
  sourceId: z.string(),
  version: count,
  name: z.string(),
  origin: SourceOrigin,
  /** Whether a secret for the sign-in is stored. */
  hasSecret: z.boolean(),
  schedule: SourceSchedule,
  reading: SourceReading,
  rules: SourceRules,
  isPaused: z.boolean(),
  createdBy: z.string(),
  createdAt: Instant,
  /** Whether the reader may change it: its author and admins may. */
  isMine: z.boolean(),
  /** null = it has no set times, or is paused. */
  nextRunAt: z.nullable(Instant),
  failures: count,
  /** Whether it has failed so often that people are notified. */
  isBroken: z.boolean(),
  /** The newest run; null = none yet. */
  lastRun: z.nullable(SourceRun),
  /** The run that waits for a person. */
  waitingRunId: z.nullable(z.string()),
  openDoubts: count,
})
export type DataSource = z.infer<typeof DataSource>

const params = z.object({ id: Id })
const runParams = z.object({ id: Id, runId: Id })

export const listDataSources = endpoint({
  method: 'GET',
  path: '/sources',
  access: 'importWork',
  summary: 'Imports that repeat by themselves, and where this server may read files',
  failed: 'Failed to fetch data sources',
  response: z.object({ places: ExchangePlaces, sources: z.array(DataSource) }),
})

/** What the dashboard shows: the data sources and scheduled exports that need a person. An export is only ever broken. */
export const SourceAttention = z.object({
  kind: z.enum(['source', 'export']),
  /** Id of the data source or the export. */
  sourceId: z.string(),
  name: z.string(),
  /** Why it needs a person. */
  about: z.enum(['broken', 'waiting', 'doubts']),
  problem: z.nullable(z.string()),
  /** For an export: when its last file arrived, or when it was set up. */
  since: Instant,
  changedPercent: z.nullable(z.number()),
  openDoubts: count,
})
export type SourceAttention = z.infer<typeof SourceAttention>

export const listSourceAttention = endpoint({
  method: 'GET',
  path: '/sources/attention',
  access: 'importWork',
  summary: 'Data sources and exports that need a person: broken ones, runs that wait, doubtful rows',
  failed: 'Failed to fetch data sources',
  response: z.array(SourceAttention),
})

const secret = z.optional(SignInSecret)

/** Fetches the file once and reads its table, for setting up. Stores nothing. 422 with the reason if there is no file. */
export const readSourceSample = endpoint({
  method: 'POST',
  readsOnly: true,
  path: '/sources/read',
  access: 'importWork',
  summary: 'Fetch the file of a data source that is being set up, and read its table',
  failed: 'Failed to read the file',
  body: z.object({
    origin: SourceOrigin,
    secret,
    /** The source whose stored secret is used, if it is changed and no secret is given. */
    sourceId: z.optional(Id),
    choice: z.optional(ReadingChoice),
  }),
  response: z.object({ fileName: z.string(), table: ReadTable }),
})

export const DataSourceInput = z.object({
  name: RequiredLine('Name', 80),
  origin: SourceOrigin,
  secret,
  schedule: SourceSchedule,
  reading: SourceReading,
  rules: SourceRules,
})
export type DataSourceInput = z.infer<typeof DataSourceInput>

export const postDataSource = endpoint({
  method: 'POST',
  path: '/sources',
  access: 'importWork',
  summary: 'Set up an import that repeats by itself',
  failed: 'Failed to set up the data source',
  body: DataSourceInput,
  response: DataSource,
  status: 201,
})

export const DataSourceChange = z.extend(z.partial(DataSourceInput), { isPaused: z.optional(z.boolean()) })
export type DataSourceChange = z.infer<typeof DataSourceChange>

/**
 * 403 for those who are neither its author nor an admin. An admin who changes more than whether it is paused becomes its author: from then
 * on, it imports with the rights of that admin. 422 when a stored secret would go to another host or sign-in than it was entered for.
 */
export const patchDataSource = endpoint({
  method: 'PATCH',
  path: '/sources/:id',
  access: 'importWork',
  summary: 'Change, pause or resume a data source',
  failed: 'Failed to change the data source',
  params,
  body: DataSourceChange,
  response: DataSource,
  versioned: true,
})

/** What it imported stays. 403 for those who are neither its author nor an admin. */
export const deleteDataSource = endpoint({
  method: 'DELETE',
  path: '/sources/:id',
  access: 'importWork',
  summary: 'Delete a data source; what it imported stays',
  failed: 'Failed to delete the data source',
  params,
  response: z.undefined(),
  status: 204,
})

/**
 * Starts soon. 409 if it is running, or if it takes pushed files only and none waits. 403 with `appliesAll` for those who are neither its
 * author nor an admin.
 */
export const runDataSource = endpoint({
  method: 'POST',
  path: '/sources/:id/run',
  access: 'importWork',
  summary: 'Run a data source now',
  failed: 'Failed to run the data source',
  params,
  body: z.object({
    /** Whether the run is applied whatever share it changes: the person has seen a preview. */
    appliesAll: z._default(z.boolean(), false),
  }),
  response: DataSource,
  status: 202,
})

/**
 * Takes a file of at most 5 MB as it is, not as JSON: `curl -T orders.csv`. It is stored, and imported soon. 409 when too many files
 * wait, or when the source takes no pushed files; 415 for a form.
 */
export const putSourceFile = endpoint({
  method: 'PUT',
  path: '/sources/:id/file',
  access: 'importWork',
  summary: 'Send the file of a data source: CSV, XLSX, JSON or MS Project XML, as it is',
  failed: 'Failed to take the file',
  params,
  query: z.object({ name: z.optional(RequiredLine('File name', 255)) }),
  takesFile: true,
  bodyBytes: sourceLimits.fileBytes,
  response: z.object({ runId: z.string() }),
  status: 202,
})

export const listSourceRuns = endpoint({
  method: 'GET',
  path: '/sources/:id/runs',
  access: 'importWork',
  summary: 'The runs of a data source, the newest first',
  failed: 'Failed to fetch the runs',
  params,
  response: z.array(SourceRun),
})

/** A record that the source no longer has. */
const Vanished = z.object({
  projectId: z.string(),
  projectNumber: z.string(),
  projectName: z.string(),
  /** null = the whole project. */
  operationId: z.nullable(z.string()),
  operationName: z.nullable(z.string()),
  /** What was done, or would be. */
  action: z.enum(['keep', 'hold', 'cancel', 'remove']),
})
export type VanishedRecord = z.infer<typeof Vanished>

/** A value that the source has otherwise. Both as texts of a table. */
const KeptValue = z.object({
  projectId: z.string(),
  projectNumber: z.string(),
  projectName: z.string(),
  operationId: z.nullable(z.string()),
  operationName: z.nullable(z.string()),
  field: ImportField,
  ours: z.string(),
  theirs: z.string(),
})
export type KeptValue = z.infer<typeof KeptValue>

/** Rows that could not be understood, with their cells. */
export const SourceDoubts = z.object({
  header: z.array(z.string()),
  columns: z.array(z.nullable(ImportField)),
  /** `row` = its number in the table of the file, from 0. */
  rows: z.array(z.object({ row: count, cells: z.array(z.string()) })),
  /** Rows as in the table of the file. */
  problems: z.array(CellProblem),
  choices: z.partialRecord(ChoiceList, z.array(z.string())),
  similar: z.array(SimilarName),
  planQuestions: z.array(PlanQuestion),
})
export type SourceDoubts = z.infer<typeof SourceDoubts>

/** A change that a waiting run would make, as texts of a table. */
const ChangeOfRun = z.object({
  action: z.enum(['create', 'update']),
  projectNumber: z.string(),
  projectName: z.string(),
  operationName: z.nullable(z.string()),
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
})
export type ChangeOfRun = z.infer<typeof ChangeOfRun>

/** The lists hold at most 500 each, doubtful rows excepted. */
export const SourceRunDetails = z.object({
  run: SourceRun,
  vanished: z.array(Vanished),
  keptOurs: z.array(KeptValue),
  /** null = none wait. */
  doubts: z.nullable(SourceDoubts),
  /** What a waiting run would change now; null = it does not wait. */
  waiting: z.nullable(z.object({ seen: z.string(), changes: z.array(ChangeOfRun), figures: SourceRunFigures })),
})
export type SourceRunDetails = z.infer<typeof SourceRunDetails>

export const getSourceRun = endpoint({
  method: 'GET',
  path: '/sources/:id/runs/:runId',
  access: 'importWork',
  summary: 'A run of a data source with its doubtful rows, kept values and vanished records',
  failed: 'Failed to fetch the run',
  params: runParams,
  response: SourceRunDetails,
})

/** 409 if its effect would differ from what was seen, or if it no longer waits. */
export const decideSourceRun = endpoint({
  method: 'POST',
  path: '/sources/:id/runs/:runId/decision',
  access: 'importWork',
  summary: 'Apply a run that waits for a person, or dismiss it',
  failed: 'Failed to decide about the run',
  params: runParams,
  body: z.object({ applies: z.boolean(), seen: z.string().check(z.maxLength(100)) }),
  response: SourceRun,
})

/** For rows that a person has imported with the import screen, or does not want. */
export const dismissSourceDoubts = endpoint({
  method: 'DELETE',
  path: '/sources/:id/runs/:runId/doubts',
  access: 'importWork',
  summary: 'Take the doubtful rows of a run off the list',
  failed: 'Failed to dismiss the rows',
  params: runParams,
  response: z.undefined(),
  status: 204,
})
