import { useRef } from 'react'
import type { OperationListRow } from '#contract/operation-lists.ts'
import { valueAt } from '#domain/value-at.ts'
import { useActiveLine } from '#web/components/data-list/use-active-line.ts'
import { useListKeys } from '#web/components/data-list/use-list-keys.ts'
import type { useRowRanges } from '#web/components/data-list/use-row-ranges.ts'
import { useActionKeys } from '#web/components/operation-table/use-action-keys.ts'
import type { OperationList } from '#web/components/operation-table/use-operation-list.ts'

/** The data of a column for the keyboard shortcuts of the board. */
interface BoardColumn {
  readonly count: number
  readonly rowAt: (index: number) => OperationListRow | undefined
  readonly ranges: ReturnType<typeof useRowRanges<OperationListRow>>
  /** Scrolls to a card. */
  readonly show: (index: number) => void
}

/** Line numbers reserved for each column. The cards of a column are consecutive lines. */
const columnLines = 10_000_000

/** The columns of a board and its active card, which moves within a column and between columns. */
function useActiveCard() {
  const columns = useRef<(BoardColumn | undefined)[]>([])
  const { active, setActive, focusLine, takesFocus } = useActiveLine(Number.POSITIVE_INFINITY)
  const focus = { column: Math.floor(active / columnLines), index: active % columnLines }

  /** The active card with its column; null if there is no column, or it is empty. */
  const here = () => {
    const lent = active < 0 ? undefined : columns.current[focus.column]
    return lent && lent.count > 0
      ? { ...lent, column: focus.column, index: Math.min(focus.index, lent.count - 1) }
      : null
  }
  const goTo = (column: number, index: number): number => {
    const { count, show } = valueAt(columns.current, column)
    const next = Math.min(count - 1, Math.max(0, index))
    show(next)
    focusLine(column * columnLines + next)
    return next
  }
  /** The next column with cards, searching from `from` in steps of `by`. */
  const nextColumn = (from: number, by: number): number | null => {
    for (let column = from; column >= 0 && column < columns.current.length; column += by) {
      if ((columns.current[column]?.count ?? 0) > 0) return column
    }
    return null
  }
  const goFirst = () => {
    const first = nextColumn(0, 1)
    if (first !== null) goTo(first, 0)
  }

  return {
    here,
    goTo,
    nextColumn,
    goFirst,
    /** Registers a column while it is mounted. Returns the function that removes it. */
    register: (column: number, lent: BoardColumn) => {
      columns.current[column] = lent
      return () => {
        columns.current[column] = undefined
      }
    },
    /** Index of the active card in a column with `count` cards; -1 if none. */
    activeIn: (column: number, count: number) =>
      active >= 0 && focus.column === column ? Math.min(focus.index, count - 1) : -1,
    lineOf: (column: number, index: number) => ({
      index: column * columnLines + index,
      onActive: setActive,
      takesFocus,
    }),
  }
}

/** Keyboard shortcuts of a board: those of a list within a column, and Left and Right between columns. */
export function useBoardKeys(list: OperationList, onSearch: () => void) {
  const { selecting } = list
  const { here, goTo, nextColumn, goFirst, register, activeIn, lineOf } = useActiveCard()
  const activeRow = () => {
    const at = here()
    return at?.rowAt(at.index) ?? null
  }

  useListKeys({
    onMove: (by, extend) => {
      const at = here()
      if (!at) return goFirst()
      const next = goTo(at.column, at.index + by)
      if (extend) void at.ranges.extendTo(next, at.index)
    },
    onEdge: (edge) => {
      const at = here()
      if (at) goTo(at.column, edge === 'first' ? 0 : at.count - 1)
    },
    onSelect: () => {
      const at = here()
      const row = activeRow()
      if (at && row) at.ranges.toggle(row, at.index)
    },
    onSelectAll: selecting.all,
    onClear: selecting.none,
    groups: {
      onSelect: () => {
        const at = here()
        if (!at) return
        const isSelected = (index: number) => {
          const row = at.rowAt(index)
          return row !== undefined && selecting.isSelected(row)
        }
        const all = Array.from({ length: at.count }, (_, index) => index).every(isSelected)
        void at.ranges.selectRange(0, at.count - 1, !all)
      },
      onFold: (toTheRight) => {
        const at = here()
        const by = toTheRight ? 1 : -1
        const column = at && nextColumn(at.column + by, by)
        if (at && column !== null) goTo(column, at.index)
      },
      labels: ['Column to the left', 'Column to the right'],
    },
    onSearch,
    hasSelection: selecting.count > 0,
  })
  useActionKeys(list, activeRow)

  return { register, activeIn, lineOf }
}
export type BoardFocus = ReturnType<typeof useBoardKeys>
