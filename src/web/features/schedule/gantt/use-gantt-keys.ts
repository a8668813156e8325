import type { KeyboardEvent, RefObject } from 'react'
import { flushSync } from 'react-dom'
import { hasFlag, isPlaced } from '#domain/schedule/movable-plan.ts'
import { useShortcuts } from '#web/components/shortcuts/use-shortcuts.ts'
import type { ScrollerHandle } from '../frame/time-scroller.tsx'
import { type GanttScene, useGantt } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import { doneOfRow, groupOfRow, isProjectRow } from '../model/row-groups.ts'
import { projectOfRow } from '../model/row-list.ts'
import { xOf } from '../model/time-scale.ts'
import { markByKeys, moveByKeys, pickByKeys } from '../move/move-by-keys.ts'
import { linkKeys, operationKeys } from '../move/plan-keys.ts'
import { linkByKeys } from '../move/unlink.ts'
import { isRowOpen, setRowOpen, toggleRow } from '../schedule-store.ts'
import { barId, rowId } from './row-id.ts'
import { rowPx } from './row-px.ts'

const listed = [
  { keys: 'ArrowDown', label: 'Next row' },
  { keys: 'ArrowUp', label: 'Previous row' },
  { keys: 'ArrowRight', label: 'Open project, go to bar' },
  { keys: 'ArrowLeft', label: 'Close project, back to row' },
  { keys: 'Shift+Enter', label: 'Open the project' },
]

/** Scrolls to the selected link. */
const showLink = ({ store, model, scale }: GanttScene, scroller: ScrollerHandle | null) => {
  const { selectedLink: link } = store.getState()
  if (!link || !isPlaced(model, link.from) || !isPlaced(model, link.to)) return
  const [end, start] = [xOf(scale, at(model.endMs, link.from)), xOf(scale, at(model.startMs, link.to))]
  scroller?.revealX(Math.min(end, start), Math.max(end, start))
}

/**
 * The row that contains this one. An operation is in its project, its group or the row of completed work. A row of completed work is in
 * its project or its group, and a collapsed project is in its group. -1 = there is none.
 */
const headAbove = ({ model, store }: GanttScene, row: number, index: number): number => {
  const isHead = (other: number): boolean => {
    if (doneOfRow(model, row) >= 0) return isProjectRow(model, other) || groupOfRow(model, other) >= 0
    if (doneOfRow(model, other) >= 0) return row >= 0 && hasFlag(model, row, 'completed')
    return other < 0 && (row >= 0 || groupOfRow(model, other) >= 0)
  }
  return store.getState().rows.subarray(0, index).findLastIndex(isHead)
}

/** Keys of the treegrid: arrows move between rows and bars, Enter opens, Alt+Left and Alt+Right move the bar. */
export const useGanttKeys = (scroller: RefObject<ScrollerHandle | null>, container: RefObject<HTMLElement | null>) => {
  const gantt = useGantt()
  const { store, model, scale } = gantt
  useShortcuts('Gantt', [...listed, ...operationKeys(gantt), ...linkKeys(gantt)])

  const focus = (id: string) => container.current?.querySelector<HTMLElement>(`#${id}`)?.focus({ preventScroll: true })
  const goTo = (index: number) => {
    const { rows } = store.getState()
    const target = Math.min(rows.length - 1, Math.max(0, index))
    if (target < 0) return
    flushSync(() => {
      store.setState({ activeRow: target })
      scroller.current?.revealY(target * rowPx, (target + 1) * rowPx)
    })
    focus(rowId(at(rows, target)))
  }
  const goToBar = (operation: number) => {
    if (!isPlaced(model, operation)) return
    flushSync(() =>
      scroller.current?.revealX(xOf(scale, at(model.startMs, operation)), xOf(scale, at(model.endMs, operation))),
    )
    focus(barId(operation))
  }

  const right = (row: number, index: number, onBar: boolean) => {
    if (row >= 0) return onBar ? undefined : goToBar(row)
    if (isRowOpen(store.getState(), row)) goTo(index + 1)
    else setRowOpen(store, row, true)
  }
  const left = (row: number, index: number, onBar: boolean) => {
    if (onBar) return focus(rowId(row))
    if (row < 0 && (isRowOpen(store.getState(), row) || groupOfRow(model, row) >= 0)) {
      return setRowOpen(store, row, false)
    }
    const head = headAbove(gantt, row, index)
    if (head >= 0) goTo(head)
  }
  const open = (row: number) => (row >= 0 ? gantt.select(row) : toggleRow(store, row))

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { rows, positions, ...state } = store.getState()
    const target = event.target as Element
    // A clicked bar has the focus, although its row is not the active row.
    const bar = target.closest<HTMLElement>('[data-operation]')?.dataset.operation
    const activeRow = bar === undefined ? state.activeRow : at(positions.ofOperation, Number(bar))
    const row = rows[activeRow]
    if (row === undefined || target.closest('input')) return
    if (pickByKeys(gantt, event, row)) return event.preventDefault()
    if (event.ctrlKey || event.metaKey) return
    if (linkByKeys(gantt, event, row)) {
      showLink(gantt, scroller.current)
      return event.preventDefault()
    }
    if (moveByKeys(gantt, event, row, scroller.current) || markByKeys(gantt, event, row)) return event.preventDefault()
    if (event.altKey) return
    const onBar = bar !== undefined
    const page = Math.max(1, Math.floor((scroller.current?.element?.clientHeight ?? 0) / rowPx) - 3)
    const keys = new Map<string, () => void>([
      ['ArrowDown', () => goTo(activeRow + 1)],
      ['ArrowUp', () => goTo(activeRow - 1)],
      ['PageDown', () => goTo(activeRow + page)],
      ['PageUp', () => goTo(activeRow - page)],
      ['Home', () => goTo(0)],
      ['End', () => goTo(rows.length - 1)],
      ['ArrowRight', () => right(row, activeRow, onBar)],
      ['ArrowLeft', () => left(row, activeRow, onBar)],
      ['Enter', () => open(row)],
      [' ', () => open(row)],
    ])
    if (event.key === 'Enter' && event.shiftKey && (row >= 0 || isProjectRow(model, row))) {
      event.preventDefault()
      return gantt.openProject(projectOfRow(model, row))
    }
    const act = target.closest('button') ? undefined : keys.get(event.key)
    if (!act) return
    event.preventDefault()
    act()
  }
  return { onKeyDown }
}
