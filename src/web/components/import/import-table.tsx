import { Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import { BulkBar, BulkButton } from '#web/components/data-list/bulk-bar.tsx'
import { DataTable } from '#web/components/data-list/data-table.tsx'
import { useListTable } from '#web/components/data-list/list-table.ts'
import { useClientRows } from '#web/components/data-list/row-source.ts'
import { useListLines } from '#web/components/data-list/use-list-lines.ts'
import { useRowList } from '#web/components/data-list/use-row-list.ts'
import { rowHeightPx } from '#web/lib/row-height.ts'
import { focusCell } from './focus-cell.ts'
import { type ImportScene, importColumns, problemColumn } from './import-columns.tsx'
import type { ImportDraft, ImportRow } from './import-rows.ts'

const idOf = ({ id }: ImportRow) => id
const noSearch = () => {}

type ImportTableProps = {
  draft: ImportDraft
  /** True if any row of the table has an error. */
  hasProblems: boolean
  rows: readonly ImportRow[]
  /** Another key scrolls back to the start. */
  listKey: string
  onCell: ImportScene['onCell']
  onRemove: (indexes: ReadonlySet<number>) => void
}

/** The rows with their actions and errors. The cells of the row under the pointer or the focus are editable. */
export function ImportTable({ draft, hasProblems, rows, listKey, onCell, onRemove }: ImportTableProps) {
  const { header, columns } = draft
  // The columns stay the same when the first error appears or the last one goes, because a cell may be in use.
  const all = useMemo(() => importColumns({ header, columns }, onCell), [header, columns, onCell])
  const table = useListTable({
    columns: useMemo(() => (hasProblems ? all : all.filter(({ id }) => id !== problemColumn)), [all, hasProblems]),
    rows,
    idOf,
  })
  const list = useRowList(useClientRows(rows, idOf), listKey)
  const rowPx = rowHeightPx('comfortable')
  const lines = useListLines({ list, rowPx, listKey, takesClick: focusCell, onSearch: noSearch })
  const scene = useMemo(() => ({ onCell }), [onCell])
  const { selecting } = list
  return (
    <>
      <DataTable
        list={list}
        table={table}
        lines={lines}
        scene={scene}
        label="Rows to import"
        selectAllLabel="Select all rows shown"
        selectLabel={({ index }) => `Select row ${index + 1}`}
      />
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
    </>
  )
}
