import { Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import { BulkBar, BulkButton } from '#web/components/data-list/bulk-bar.tsx'
import { DataTable } from '#web/components/data-list/data-table.tsx'
import { useListTable } from '#web/components/data-list/list-table.ts'
import { useClientRows } from '#web/components/data-list/row-source.ts'
import { useListLines } from '#web/components/data-list/use-list-lines.ts'
import type { TakesClick } from '#web/components/data-list/use-row-clicks.ts'
import { type RowList, useRowList } from '#web/components/data-list/use-row-list.ts'
import { rowHeightPx } from '#web/lib/row-height.ts'
import { focusCell } from './focus-cell.ts'
import { type ImportScene, importColumns, problemColumn } from './import-columns.tsx'
import type { ImportDraft, ImportRow } from './import-rows.ts'

const idOf = ({ id }: ImportRow) => id
const noSearch = () => {}
const selectLabels = {
  selectAllLabel: 'Select all rows shown',
  selectLabel: ({ number }: ImportRow) => `Select row ${number}`,
}
/** A press on a row without a field does nothing instead of selecting the row. */
const takeFixed: TakesClick = (event, row) => event.type === 'click' || focusCell(event, row)

const nothing = () => {}
const withoutSelection = (list: RowList<ImportRow>): RowList<ImportRow> => ({
  ...list,
  selectRow: nothing,
  selecting: { ...list.selecting, all: nothing, extendTo: async () => {} },
})

type ImportTableProps = {
  draft: Pick<ImportDraft, 'header' | 'columns'>
  /** True if any row of the table has an error. */
  hasProblems: boolean
  rows: readonly ImportRow[]
  /** Another key scrolls back to the start. */
  listKey: string
  onCell: ImportScene['onCell']
  /** Null if the rows come from a source each time, so that they cannot be removed or corrected here. */
  onRemove: ((indexes: ReadonlySet<number>) => void) | null
  label?: string
}

/** The rows with their actions and errors. The cells of the row under the pointer or the focus are editable. */
export function ImportTable(props: ImportTableProps) {
  const { draft, hasProblems, rows, listKey, onCell, onRemove, label = 'Rows to import' } = props
  const { header, columns } = draft
  const isFixed = onRemove === null
  // The columns stay the same when the first error appears or the last one goes, because a cell may be in use.
  const all = useMemo(() => importColumns({ header, columns }, onCell, isFixed), [header, columns, onCell, isFixed])
  const table = useListTable({
    columns: useMemo(() => (hasProblems ? all : all.filter(({ id }) => id !== problemColumn)), [all, hasProblems]),
    rows,
    idOf,
  })
  const selectable = useRowList(useClientRows(rows, idOf), listKey)
  const list = isFixed ? withoutSelection(selectable) : selectable
  const rowPx = rowHeightPx('comfortable')
  const lines = useListLines({ list, rowPx, listKey, takesClick: isFixed ? takeFixed : focusCell, onSearch: noSearch })
  const scene = useMemo(() => ({ onCell }), [onCell])
  const { selecting } = list
  return (
    <>
      <DataTable list={list} table={table} lines={lines} scene={scene} label={label} {...(!isFixed && selectLabels)} />
      {onRemove && (
        <BulkBar label="Selected rows" count={selecting.count} onClear={selecting.none}>
          <BulkButton
            icon={<Trash2 />}
            onClick={() => {
              onRemove(new Set(selecting.chosen.map(({ index }) => index)))
              selecting.none()
            }}
          >
            Do not import
          </BulkButton>
        </BulkBar>
      )}
    </>
  )
}
