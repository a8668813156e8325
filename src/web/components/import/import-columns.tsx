import type { RowAction } from '#contract/import-previews.ts'
import { fieldTitles } from '#domain/import/column-names.ts'
import { type ListColumn, listColumns } from '#web/components/data-list/list-table.ts'
import { Mark, type MarkKind } from '#web/ui/mark.tsx'
import { CellField, type CellFieldProps } from './cell-field.tsx'
import { type ImportDraft, type ImportRow, problemText } from './import-rows.ts'

export interface ImportScene {
  readonly onCell: CellFieldProps['onCell']
}

export const actionLooks: Readonly<Record<RowAction, { kind: MarkKind; word: string }>> = {
  create: { kind: 'done', word: 'Create' },
  update: { kind: 'running', word: 'Update' },
  unchanged: { kind: 'planned', word: 'No change' },
  skip: { kind: 'cancelled', word: 'Empty' },
  failed: { kind: 'late', word: 'Error' },
}

const widthOf: Partial<Record<string, number>> = {
  operationName: 180,
  projectName: 180,
  predecessors: 130,
  projectDescription: 220,
  operationDescription: 220,
  notes: 220,
  sequence: 90,
  priority: 84,
  durationHours: 84,
  progress: 96,
  capacity: 120,
  shiftStart: 84,
  shiftEnd: 84,
  closedFrom: 100,
  closedTo: 90,
}

const helper = listColumns<ImportRow, ImportScene>()

/** Id of the column with the problem of a row. */
export const problemColumn = 'problem'

/** The imported columns of the table, after the action and the problem of each row. */
export const importColumns = (
  { header, columns }: Pick<ImportDraft, 'header' | 'columns'>,
  onCell: ImportScene['onCell'],
  isFixed = false,
): readonly ListColumn<ImportRow, ImportScene>[] => {
  const titleOf = (column: number): string => {
    const field = columns[column]
    return field ? fieldTitles[field] : (header[column] ?? '')
  }
  const cells = header.flatMap((_, column) => {
    const field = columns[column]
    if (!field) return []
    const title = fieldTitles[field]
    return helper.display({
      id: `c${column}`,
      header: title,
      cell: ({ row }) => (
        <CellField row={row.original} column={column} title={title} onCell={onCell} isFixed={isFixed} />
      ),
      meta: {
        widthPx: widthOf[field] ?? 140,
        onDemand: true,
        plain: (row) => {
          const problem = row.problems.get(column)
          const look = problem
            ? 'text-crit-text underline decoration-dotted'
            : row.changed.has(column)
              ? 'font-semibold'
              : ''
          const text = row.cells[column] || (problem ? '(empty)' : '')
          const meant = row.meant.get(column)
          return (
            <span className={`truncate ${look}`} title={problem}>
              {meant === undefined ? text : `${text} → ${meant}`}
            </span>
          )
        },
      },
    })
  })
  const problems = helper.display({
    id: problemColumn,
    header: 'Problem',
    meta: {
      widthPx: 360,
      plain: (row) => {
        const text = problemText(row, titleOf)
        return (
          <span data-fault className="truncate text-crit-text" title={text}>
            {text}
          </span>
        )
      },
    },
  })
  return [
    helper.display({
      id: 'row',
      header: 'Row',
      meta: {
        widthPx: 52,
        end: true,
        plain: ({ number }) => <span className="text-ink-3 tabular-nums">{number}</span>,
      },
    }),
    helper.display({
      id: 'action',
      header: 'Action',
      meta: {
        widthPx: 108,
        plain: ({ action }) =>
          action ? (
            <Mark kind={actionLooks[action].kind}>{actionLooks[action].word}</Mark>
          ) : (
            <span className="text-ink-3">…</span>
          ),
      },
    }),
    problems,
    ...cells,
  ]
}
