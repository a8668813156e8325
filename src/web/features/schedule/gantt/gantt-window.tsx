import { type MouseEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { named, treegridRole } from '../frame/grid-roles.ts'
import type { PlanView } from '../frame/plan-view.ts'
import { type BarUnderPointer, type PointerPoint, Surface } from '../frame/surface.tsx'
import { useGantt, useGanttState } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import { isProjectRow } from '../model/row-groups.ts'
import { pickOperation, pickRange } from '../move/pick-operation.ts'
import { clearPicked, toggleRow } from '../schedule-store.ts'
import { barDrawing, isBarInView } from './bar-drawing.ts'
import { GanttBar } from './gantt-bar.tsx'
import { LinkLayer, MovingLinks } from './link-layer.tsx'
import { RowGrounds } from './row-grounds.tsx'
import { rowId } from './row-id.ts'
import { rowPx } from './row-px.ts'
import { SelectedLinkMark } from './selected-link.tsx'
import { SummaryBar } from './summary-bar.tsx'
import { summaryDrawing } from './summary-drawing.ts'
import { treeColumnKinds } from './tree-columns.ts'
import { treeDrawing } from './tree-drawing.ts'
import { TreeRow } from './tree-row.tsx'
import { useLinkPointer } from './use-link-pointer.ts'

interface GanttWindowProps {
  readonly view: PlanView
  readonly treePx: number
  readonly rows: Int32Array
}

/** Finds the bar under the pointer, which is an element. */
const barAt = (_: HTMLElement, point: PointerPoint): BarUnderPointer | null => {
  const target = point.target ?? document.elementFromPoint(point.clientX, point.clientY)
  const bar = target instanceof Element ? target.closest<HTMLElement>('[data-operation]') : null
  if (!bar) return null
  const { left, right, bottom } = bar.getBoundingClientRect()
  return { operation: Number(bar.dataset.operation), left, right, bottom, isCopy: false }
}

/** The rendered rows: the tree on the left and the bars beside it. Both scroll together. */
export function GanttWindow({ view, treePx, rows }: GanttWindowProps) {
  const gantt = useGantt()
  const { store } = gantt
  const { positions } = store.getState()
  const surface = useRef<HTMLDivElement>(null)
  const { fromX, toX, originX, originY } = view
  const firstRow = Math.min(rows.length, view.fromY / rowPx)
  const lastRow = Math.min(rows.length, Math.ceil(view.toY / rowPx))
  const shown = rows.subarray(firstRow, lastRow)
  useKeepFocus()

  const drawn = { firstRow, lastRow, fromX, toX, originX, originRow: originY / rowPx }
  const links = useLinkPointer(drawn, shown)
  const bottomPx = Math.max(view.toY, view.fromY + view.heightPx) - originY
  const topOf = (operation: number) => {
    const index = at(positions.ofOperation, operation)
    return index >= firstRow && index < lastRow ? index * rowPx - originY + 6 : null
  }

  return (
    <>
      <Tree view={view} treePx={treePx} rows={rows} firstRow={firstRow} shown={shown} />
      <Surface
        surface={surface}
        aria={{ role: 'presentation' }}
        view={view}
        fixedPx={treePx}
        bottomPx={bottomPx}
        barAt={barAt}
        topOf={topOf}
        onPress={() => store.setState({ selectedLink: null })}
        onPressBeside={links.press}
        onHover={links.hover}
      >
        <RowGrounds view={view} rows={rows} firstRow={firstRow} lastRow={lastRow} />
        <Bars view={view} firstRow={firstRow} shown={shown} />
        {gantt.look.links && gantt.isSettled && (
          <>
            <LinkLayer {...drawn} />
            <MovingLinks {...drawn} />
          </>
        )}
        <SelectedLinkMark {...drawn} bottomPx={bottomPx} />
      </Surface>
    </>
  )
}

interface ShownRows {
  readonly view: PlanView
  readonly firstRow: number
  /** The rendered part of the rows, from `firstRow` on. */
  readonly shown: Int32Array
}

const nothing: ReadonlySet<number> = new Set()

/** The bars in the window. What each shows is found every time, and drawn only where it changed. */
function Bars({ view: { fromX, toX, originX, endX, originY }, firstRow, shown }: ShownRows) {
  const gantt = useGantt()
  const moving = useGanttState(({ move }) => move?.moving ?? nothing)
  const picked = useGanttState((state) => state.picked)
  return Array.from(shown, (row, i) => {
    const place = { originX, endX, top: (firstRow + i) * rowPx - originY }
    if (row >= 0)
      return (
        isBarInView(gantt, row, fromX, toX) && (
          <GanttBar key={row} {...barDrawing(gantt, row, place, { picked, moving })} />
        )
      )
    const summary = isProjectRow(gantt.model, row) ? summaryDrawing(gantt, -1 - row, place) : null
    return summary && <SummaryBar key={row} top={place.top} {...summary} />
  })
}

/** The rows of the tree in columns that do not scroll sideways. */
function Tree({ view, treePx, rows, firstRow, shown }: ShownRows & GanttWindowProps) {
  const gantt = useGantt()
  const { store, look, selected, select, model } = gantt
  const activeRow = useGanttState((state) => state.activeRow)
  const picked = useGanttState((state) => state.picked)
  const { columnPx } = useGanttState(({ widths }) => widths)
  // The widths of all rows, so that a row has no style of its own: equal rows are then styled once.
  const columns = look.columns.map((id) => `${columnPx[id] ?? treeColumnKinds[id].usualPx}px`)
  const isPicked = (row: number) => row >= 0 && picked.has(model.data.operations.ids[row] ?? '')

  // use-gantt-keys.ts has the keys for the same actions.
  const picks = {
    onClick: (event: MouseEvent) => {
      const target = event.target as Element
      const index = Number(target.closest<HTMLElement>('[data-row]')?.dataset.row ?? -1)
      if (index < 0) return
      const row = at(rows, index)
      const opens = target.closest<HTMLElement>('[data-opens]')?.dataset.opens
      if (opens === 'row') return toggleRow(store, row)
      if (opens === 'project') return gantt.openProject(-1 - row)
      const { activeRow: before } = store.getState()
      store.setState({ activeRow: index })
      if (event.shiftKey) return pickRange(gantt, before, index)
      if ((event.ctrlKey || event.metaKey) && row >= 0) return void pickOperation(gantt, row)
      clearPicked(store)
      if (row < 0) toggleRow(store, row)
      else select(row)
    },
  }

  return (
    <div className="sticky left-0 z-[6] h-0" style={{ width: treePx }}>
      <div
        {...named(treegridRole, 'Schedule by project', {
          'aria-rowcount': rows.length + 1,
          'aria-colcount': look.columns.length + 2,
          'aria-multiselectable': true,
        })}
        {...picks}
        className="relative border-line-2 border-r bg-surface"
        style={{
          ...{ '--tree': ['minmax(0,1fr)', ...columns].join(' ') },
          height: view.endY - view.originY,
          paddingTop: firstRow * rowPx - view.originY,
          transform: `translate3d(0,${view.offsetY}px,0)`,
        }}
      >
        {Array.from(shown, (row, i) => (
          <TreeRow
            key={rowId(row)}
            drawing={treeDrawing(gantt, row, store.getState())}
            index={firstRow + i}
            isActive={firstRow + i === activeRow}
            isSelected={(row >= 0 && row === selected) || isPicked(row)}
            hasBar={row >= 0 && isBarInView(gantt, row, view.fromX, view.toX)}
          />
        ))}
      </div>
    </div>
  )
}

/** When the focused row is no longer rendered, the scroller takes the focus, so that the keys still work. */
const useKeepFocus = () => {
  const had = useRef<Element | null>(null)
  useEffect(() => {
    const remember = () => {
      had.current = document.activeElement?.closest('[data-scroller]') ? document.activeElement : null
    }
    document.addEventListener('focusin', remember)
    return () => document.removeEventListener('focusin', remember)
  }, [])
  useLayoutEffect(() => {
    if (!had.current || had.current.isConnected || document.activeElement !== document.body) return
    const scroller = document.querySelector<HTMLElement>('[data-scroller]')
    if (scroller) scroller.tabIndex = -1
    scroller?.focus({ preventScroll: true })
  })
}
