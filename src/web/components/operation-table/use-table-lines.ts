import { useActiveLine } from '#web/components/data-list/use-active-line.ts'
import { useLineKeys } from './use-line-keys.ts'
import { useListWindow } from '#web/components/data-list/use-list-window.ts'
import type { OperationList } from './use-operation-list.ts'
import { useRowClicks } from '#web/components/data-list/use-row-clicks.ts'

type TableLines = { list: OperationList; rowPx: number; headPx: number; onSearch: () => void }

/** The lines of a list in sight, the one that has the keyboard, and what clicks and keys do with them. */
export function useTableLines({ list, rowPx, headPx, onSearch }: TableLines) {
  const { data, selecting, query } = list
  const { layout } = data
  const { active, setActive, focusLine, takesFocus } = useActiveLine(layout.count)
  const { scroller, lines, totalPx, showLine } = useListWindow({
    layout,
    rowPx,
    headPx,
    active,
    bulkOpen: selecting.count > 0,
    onSight: data.show,
    listKey: JSON.stringify(query),
  })
  useRowClicks(scroller, (offset, extend) => {
    const row = data.rowAt(offset)
    if (row) list.selectRow(row, offset, extend)
  })
  useLineKeys({
    list,
    active,
    onLine: (line) => {
      showLine(line)
      focusLine(line)
    },
    onSearch,
  })
  return { scroller, shown: lines, totalPx, active, setActive, takesFocus }
}
