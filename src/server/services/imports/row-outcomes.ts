import { type CellProblem, type ColumnField, mostCellProblems, type RowAction } from '#contract/imports.ts'

/** What is wrong with a row; `field` null = not with one cell. */
export interface RowProblem<F extends ColumnField = ColumnField> {
  readonly row: number
  readonly field: F | null
  readonly message: string
}

/** Collects what happens to each row. */
export class RowOutcomes<F extends ColumnField> {
  readonly actions: RowAction[]
  readonly problems: CellProblem[] = []
  readonly changed = new Map<number, Set<number>>()
  readonly #columnOf: ReadonlyMap<F, number>

  constructor(rows: number, columnOf: ReadonlyMap<F, number>) {
    this.actions = Array.from({ length: rows }, () => 'skip')
    this.#columnOf = columnOf
  }

  fail({ row, field, message }: RowProblem<F>): void {
    this.problems.push({ row, column: field === null ? null : (this.#columnOf.get(field) ?? null), message })
    this.actions[row] = 'failed'
  }

  failCell(problem: CellProblem): void {
    this.problems.push(problem)
    this.actions[problem.row] = 'failed'
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
      changed: [...this.changed]
        .filter(([row, columns]) => columns.size > 0 && this.actions[row] === 'update')
        .map(([row, columns]) => ({ row, columns: [...columns].sort((x, y) => x - y) })),
    }
  }
}

/** What happens to the rows of a table. */
export interface PlannedRows {
  readonly actions: readonly RowAction[]
  readonly problems: readonly CellProblem[]
  readonly changed: readonly { readonly row: number; readonly columns: number[] }[]
  readonly notes: readonly string[]
  /** Names this plan: the same rows and records give the same. */
  readonly seen: string
}

const letters = { create: 'c', update: 'u', unchanged: 'n', skip: 's', failed: 'f' } as const

/** What happens to each row, as a preview shows it. */
export const presentRows = ({ actions, problems, changed, notes, seen }: PlannedRows) => ({
  counts: countsOf(actions),
  actions: actions.map((action) => letters[action]).join(''),
  problems: problems.slice(0, mostCellProblems),
  problemCount: problems.length,
  changed: changed.slice(0, mostCellProblems),
  notes: [...notes],
  seen,
})

export const countsOf = (actions: readonly RowAction[]): Record<RowAction, number> => {
  const counts = { create: 0, update: 0, unchanged: 0, skip: 0, failed: 0 }
  for (const action of actions) counts[action] += 1
  return counts
}
