import { z } from 'zod/mini'

const count = z.int()

/** What an import does with a row. A skipped row is empty; a failed one has an error and stores nothing. */
const rowActions = ['create', 'update', 'unchanged', 'skip', 'failed'] as const
export const RowAction = z.enum(rowActions)
export type RowAction = z.infer<typeof RowAction>

/** Lists of possible cell values; their names are the keys of `choices` in a preview. */
const choiceLists = ['workCenters', 'pools', 'shiftPatterns', 'kinds', 'phases', 'statuses'] as const
export const ChoiceList = z.enum(choiceLists)
export type ChoiceList = z.infer<typeof ChoiceList>

/** Rows and columns count from 0. `column` null = the whole row. */
export const CellProblem = z.object({
  row: count,
  column: z.nullable(count),
  message: z.string(),
  /** The list in `choices` from which the cell can be corrected. */
  choices: z.optional(ChoiceList),
})
export type CellProblem = z.infer<typeof CellProblem>

export const mostCellProblems = 5_000

export const LeftOutColumn = z.object({
  column: count,
  header: z.string(),
  /** Its first value. */
  sample: z.string(),
  /** Number of rows with a value in it. */
  filled: count,
})
export type LeftOutColumn = z.infer<typeof LeftOutColumn>

export const mostWarnings = 500
export const ImportWarning = z.object({
  message: z.string(),
  /** The affected rows, at most 500; empty = the whole table. */
  rows: z.array(count),
  column: z.nullable(count),
})
export type ImportWarning = z.infer<typeof ImportWarning>

export const SimilarName = z.object({
  name: z.string(),
  /** Similar stored names, most similar first. */
  resembles: z.array(z.string()),
  /** Number of rows with the name. */
  rows: count,
})
export type SimilarName = z.infer<typeof SimilarName>

/** What an import does with each row of any table. */
export const previewFields = {
  /** One letter per row, the first of its action: c, u, n for unchanged (nothing new), s, f. */
  actions: z.string(),
  counts: z.record(RowAction, count),
  /** The first 5,000. */
  problems: z.array(CellProblem),
  problemCount: count,
  /** Cells that differ from the stored values, in the first 5,000 rows that update something. */
  changed: z.array(z.object({ row: count, columns: z.array(count) })),
  /** The contents of each list that a problem names. */
  choices: z.partialRecord(ChoiceList, z.array(z.string())),
  /** Columns with content that are not imported. The user can assign them in `columns` of the table. */
  leftOut: z.array(LeftOutColumn),
  /** Imported content that may be a mistake, as messages for the user. */
  warnings: z.array(ImportWarning),
  /** Names of work centers or pools that resemble stored ones. Their rows fail until `centerMeanings` resolves them. */
  similar: z.array(SimilarName),
  /** How ambiguous dates and numbers were read, as messages for the user. */
  notes: z.array(z.string()),
  /** A fingerprint of this preview; the import is refused if its effect would differ. */
  seen: z.string(),
}

/** A project of a plan that may match a stored one. If it would change one, its rows fail until `planAnswers` has its key. */
export const PlanQuestion = z.object({
  key: z.string(),
  /** Its first row. */
  row: count,
  name: z.string(),
  /** Stored projects that came from a plan with the same ids or name. */
  projects: z.array(z.object({ projectId: z.string(), projectNumber: z.string(), projectName: z.string() })),
})
export type PlanQuestion = z.infer<typeof PlanQuestion>

export const Figures = z.object({ create: count, update: count })
