import {
  type CellProblem,
  type ChoiceList,
  type ImportWarning,
  type LeftOutColumn,
  mostCellProblems,
  mostWarnings,
  type RowAction,
  type SimilarName,
} from '#contract/import-previews.ts'
import type { ColumnField } from '#contract/imports.ts'

/** A problem of a row. `field` is null if it does not belong to one cell. */
export interface RowProblem<F extends ColumnField = ColumnField> {
  readonly row: number
  readonly field: F | null
  readonly message: string
  readonly choices?: ChoiceList
}

/** Collects what happens to each row. */
export class RowOutcomes<F extends ColumnField> {
  readonly actions: RowAction[]
  readonly problems: CellProblem[] = []
  readonly warnings: ImportWarning[] = []
  readonly changed = new Map<number, Set<number>>()
  readonly #columnOf: ReadonlyMap<F, number>

  constructor(rows: number, columnOf: ReadonlyMap<F, number>) {
    this.actions = Array.from({ length: rows }, () => 'skip')
    this.#columnOf = columnOf
  }

  fail({ row, field, message, choices }: RowProblem<F>): void {
    const column = field === null ? null : (this.#columnOf.get(field) ?? null)
    this.problems.push({ row, column, message, ...(choices && { choices }) })
    this.actions[row] = 'failed'
  }

  failCell(problem: CellProblem): void {
    this.problems.push(problem)
    this.actions[problem.row] = 'failed'
  }

  /** Adds a note about rows that are imported anyway. Without rows, the note is about the whole table. */
  warn(message: string, rows: readonly number[], field: F | null): void {
    const column = field === null ? null : (this.#columnOf.get(field) ?? null)
    this.warnings.push({ message, rows: rows.slice(0, mostWarnings), column })
  }

  readonly hasFailed = (row: number): boolean => this.actions[row] === 'failed'

  /** A row that creates a project or an operation creates; one that changes either updates. */
  mark(row: number, action: 'create' | 'update' | 'unchanged'): void {
    const before = this.actions[row]
    if (before === 'failed' || before === 'create' || (before === 'update' && action === 'unchanged')) return
    this.actions[row] = action
  }

  markCells(row: number, fields: Iterable<F | null | undefined>): void {
    const columns = this.changed.get(row) ?? new Set<number>()
    for (const field of fields) {
      const column = field ? this.#columnOf.get(field) : undefined
      if (column !== undefined) columns.add(column)
    }
    this.changed.set(row, columns)
  }

  /** The problems in the order of the table, and the cells of the rows that update something. */
  listed() {
    return {
      actions: this.actions,
      problems: this.problems.sort((a, b) => a.row - b.row || (a.column ?? -1) - (b.column ?? -1)),
      warnings: this.warnings,
      changed: [...this.changed]
        .filter(([row, columns]) => columns.size > 0 && this.actions[row] === 'update')
        .map(([row, columns]) => ({ row, columns: [...columns].sort((x, y) => x - y) })),
    }
  }
}

/** Collects the outcome of each row of a table. */
export interface PlannedRows {
  readonly actions: readonly RowAction[]
  readonly problems: readonly CellProblem[]
  readonly warnings: readonly ImportWarning[]
  readonly changed: readonly { readonly row: number; readonly columns: number[] }[]
  readonly notes: readonly string[]
  readonly leftOut: readonly LeftOutColumn[]
  readonly similar: readonly SimilarName[]
  /** The choices of each list, by list. */
  readonly choices: Readonly<Partial<Record<ChoiceList, readonly string[]>>>
  /** Names this plan: the same rows and records give the same. */
  readonly seen: string
}

const letters = { create: 'c', update: 'u', unchanged: 'n', skip: 's', failed: 'f' } as const

/** The lists that the problems name. */
export const namedChoices = ({ problems, choices }: Pick<PlannedRows, 'problems' | 'choices'>) => {
  const named = new Set(problems.flatMap((problem) => problem.choices ?? []))
  return Object.fromEntries([...named].map((list) => [list, [...(choices[list] ?? [])]]))
}

const presentWarnings = (warnings: readonly ImportWarning[]): ImportWarning[] => {
  const more = warnings.length - mostWarnings
  const last = more > 0 ? [{ message: `And ${more} more warnings.`, rows: [], column: null }] : []
  return [...warnings.slice(0, mostWarnings), ...last]
}

/** The outcome of each row, as shown in the preview. */
export const presentRows = ({
  actions,
  problems,
  warnings,
  changed,
  notes,
  leftOut,
  similar,
  choices,
  seen,
}: PlannedRows) => ({
  counts: countsOf(actions),
  actions: actions.map((action) => letters[action]).join(''),
  problems: problems.slice(0, mostCellProblems),
  problemCount: problems.length,
  choices: namedChoices({ problems: problems.slice(0, mostCellProblems), choices }),
  warnings: presentWarnings(warnings),
  changed: changed.slice(0, mostCellProblems),
  leftOut: [...leftOut],
  similar: [...similar],
  notes: [...notes],
  seen,
})

const sampleCharacters = 80

/** The columns with content that are not imported. */
export const leftOutColumns = ({
  header,
  rows,
  columns,
}: {
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly columns: readonly (ColumnField | null)[]
}): LeftOutColumn[] =>
  header.flatMap((title, column) => {
    if (columns[column]) return []
    const texts = rows.flatMap((row) => (row[column] ?? '').trim() || [])
    const [first] = texts
    return first === undefined
      ? []
      : [{ column, header: title, sample: first.slice(0, sampleCharacters), filled: texts.length }]
  })

export const countsOf = (actions: readonly RowAction[]): Record<RowAction, number> => {
  const counts = { create: 0, update: 0, unchanged: 0, skip: 0, failed: 0 }
  for (const action of actions) counts[action] += 1
  return counts
}
