import type { LineProps } from './data-row.tsx'
import type { ListRow } from './row-source.ts'
import { useActiveLine } from './use-active-line.ts'
import { useLineKeys } from './use-line-keys.ts'
import { useListWindow } from './use-list-window.ts'
import { openRow, type TakesClick, useRowClicks } from './use-row-clicks.ts'
import type { RowList } from './use-row-list.ts'

type ListLinesOptions<Row extends ListRow> = {
  list: RowList<Row>
  rowPx: number
  /** Another key scrolls the list back to its start. */
  listKey: string
  /** True if a click on a row opens it instead of selecting it. */
  opens?: boolean
  takesClick?: TakesClick
  onSearch: () => void
}

/** Height of the sticky header, in px. */
const headPx = 32

/** The visible lines, the active line, and how clicks and keys affect them. */
export function useListLines<Row extends ListRow>(options: ListLinesOptions<Row>) {
  const { list, rowPx, listKey, opens = false, takesClick, onSearch } = options
  const { data, selecting } = list
  const { active, setActive, focusLine, takesFocus } = useActiveLine(data.layout.count, data.ids)
  const { scroller, lines, totalPx, showLine } = useListWindow({
    layout: data.layout,
    rowPx,
    headPx,
    active,
    bulkOpen: selecting.count > 0,
    onSight: data.show,
    listKey,
  })
  const openOrSelect = (offset: number, event: MouseEvent, element: HTMLElement) => {
    if (opens) return openRow(element, event)
    const row = data.rowAt(offset)
    if (row) list.selectRow(row, offset, event.shiftKey)
  }
  useRowClicks(scroller, openOrSelect, takesClick)
  const activeRow = useLineKeys({
    list,
    active,
    onLine: (line) => {
      showLine(line)
      focusLine(line)
    },
    onSearch,
  })
  return {
    scroller,
    shown: lines,
    totalPx,
    headPx,
    opens,
    activeRow,
    lineOf: (index: number): LineProps => ({
      index,
      topPx: index * rowPx,
      heightPx: rowPx,
      active: index === active,
      onActive: setActive,
      takesFocus,
    }),
  }
}
export type ListLines = ReturnType<typeof useListLines<ListRow>>
