import { type MouseEvent, memo, type PointerEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { isMovable } from '#domain/schedule/movable-plan.ts'
import { ChangeoverBar } from '../frame/changeover-bar.tsx'
import { named, treegridRole } from '../frame/grid-roles.ts'
import { hoverHandlers } from '../frame/hover-handlers.ts'
import type { PlanView } from '../frame/plan-view.ts'
import { TimeBackdrop } from '../frame/time-backdrop.tsx'
import { useKeptScenes } from '../frame/use-kept-scenes.ts'
import { type GanttScene, PartContext, useGantt, useGanttState } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import { planRefusal } from '../model/center-refusals.ts'
import { isProjectRow } from '../model/row-groups.ts'
import { MoveLayer } from '../move/move-layer.tsx'
import { TipLayer } from '../move/move-tip.tsx'
import { pickOperation, pickRange } from '../move/pick-operation.ts'
import { edgeAt, startBarDrag } from '../move/start-bar-drag.ts'
import { startLinkDrag } from '../move/start-link-drag.ts'
import { startRefusedDrag } from '../move/start-refused-drag.ts'
import { clearPicked, isRowOpen, toggleRow } from '../schedule-store.ts'
import { GanttBar, isBarInView } from './gantt-bar.tsx'
import { LinkHandle } from './link-handle.tsx'
import { LinkLayer, MovingLinks } from './link-layer.tsx'
import { RowGrounds } from './row-grounds.tsx'
import { rowId } from './row-id.ts'
import { rowPx } from './row-px.ts'
import { SelectedLinkMark } from './selected-link.tsx'
import { SummaryBar } from './summary-bar.tsx'
import { TreeRow } from './tree-row.tsx'
import { useLinkPointer } from './use-link-pointer.ts'

interface GanttWindowProps {
  readonly view: PlanView
  readonly treePx: number
  readonly rows: Int32Array
}

/** Presses beside the tree: on a bar, on the end of a bar to draw a link, or else on a link. */
const usePress = (
  surface: RefObject<HTMLDivElement | null>,
  pressLink: (event: PointerEvent<HTMLDivElement>) => void,
) => {
  const gantt = useGantt()
  const { model, store } = gantt
  return (event: PointerEvent<HTMLDivElement>) => {
    const target = event.target as HTMLElement
    const bar = target.closest<HTMLElement>('[data-operation]')
    if (event.button !== 0 || !surface.current) return
    if (target.dataset.linkHandle) return startLinkDrag(gantt, surface.current, Number(target.dataset.linkHandle))
    if (!bar) return pressLink(event)
    store.setState({ selectedLink: null })
    const operation = Number(bar.dataset.operation)
    if (event.ctrlKey || event.metaKey) return void pickOperation(gantt, operation)
    const onClick = () => gantt.select(operation)
    if (!isMovable(model, operation)) return onClick()
    const refusal = planRefusal(gantt, operation)
    if (refusal !== null) return startRefusedDrag(gantt, surface.current, event, { refusal, onClick })
    const edge = edgeAt(bar.getBoundingClientRect(), event.clientX)
    startBarDrag(gantt, surface.current, event, { operation, edge, onClick })
  }
}

/** The rendered rows: the tree on the left and the bars beside it. Both scroll together. */
export function GanttWindow({ view, treePx, rows }: GanttWindowProps) {
  const gantt = useGantt()
  const { model, store, selected } = gantt
  const { positions } = store.getState()
  const surface = useRef<HTMLDivElement>(null)
  const { fromX, toX, originX, endX, originY, endY } = view
  const firstRow = Math.min(rows.length, view.fromY / rowPx)
  const lastRow = Math.min(rows.length, Math.ceil(view.toY / rowPx))
  const shown = [...rows.subarray(firstRow, lastRow)]
  const scenes = useKeptScenes(
    shown,
    (row) => row,
    (look, row) => (row >= 0 ? look.operation(row) : !isProjectRow(model, row) || look.project(-1 - row)),
  )
  useKeepFocus()

  const drawn = { firstRow, lastRow, fromX, toX, originX, originRow: originY / rowPx }
  const links = useLinkPointer(drawn, shown)
  const press = usePress(surface, links.press)
  const bottomPx = Math.max(view.toY, view.fromY + view.heightPx) - originY
  const hovers = hoverHandlers(gantt)
  const topOf = (operation: number) => {
    const index = at(positions.ofOperation, operation)
    return index >= firstRow && index < lastRow ? index * rowPx - originY + 6 : null
  }

  return (
    <>
      <Tree view={view} treePx={treePx} rows={rows} firstRow={firstRow} shown={shown} scenes={scenes} />
      {/* It is opaque, so that it can be put together with the rest of the screen quickly. */}
      <div
        ref={surface}
        role="presentation"
        className="absolute top-12 left-0 z-[1] bg-surface"
        style={{
          width: endX - originX,
          height: endY - originY,
          transform: `translate3d(${treePx + originX}px,${view.offsetY}px,0)`,
        }}
        {...hovers}
        onPointerDown={press}
        onPointerMove={(event) => {
          hovers.onPointerMove(event)
          links.hover(event)
        }}
      >
        <TimeBackdrop originX={originX} endX={endX} heightPx={endY - originY} />
        <RowGrounds view={view} rows={rows} firstRow={firstRow} lastRow={lastRow} />
        {shown.map((row, i) => (
          <BarRow
            key={rowId(row)}
            scene={scenes[i] ?? gantt}
            row={row}
            top={(firstRow + i) * rowPx - originY}
            originX={originX}
            endX={endX}
            hasBar={row >= 0 && isBarInView(gantt, row, fromX, toX)}
            isSelected={row >= 0 && row === selected}
          />
        ))}
        {gantt.look.links && (
          <>
            <LinkLayer {...drawn} />
            <MovingLinks {...drawn} />
          </>
        )}
        <SelectedLinkMark {...drawn} bottomPx={bottomPx} />
        <LinkHandle originX={originX} topOf={topOf} />
        <MoveLayer fromX={fromX} toX={toX} originX={originX} topOf={topOf} />
      </div>
      <TipLayer view={view} topOf={topOf} bottomPx={bottomPx} fixedPx={treePx} />
    </>
  )
}

interface BarRowProps {
  readonly scene: GanttScene
  readonly row: number
  /** Where the row is on the surface. */
  readonly top: number
  readonly originX: number
  readonly endX: number
  /** Whether the bar of the operation is in the window. */
  readonly hasBar: boolean
  readonly isSelected: boolean
}

/** The time of one row. It stays as it is while the window moves, except that its bar comes and goes. */
const BarRow = memo(function BarRow({ scene, row, top, originX, endX, hasBar, isSelected }: BarRowProps) {
  return (
    <PartContext value={scene}>
      <div
        role="presentation"
        className={`absolute h-8 w-full border-line border-b ${isSelected ? 'bg-primary-tint' : ''}`}
        style={{ top }}
      >
        {isProjectRow(scene.model, row) && <SummaryBar project={-1 - row} originX={originX} endX={endX} />}
        {row >= 0 && (
          <>
            <ChangeoverBar operation={row} fromX={originX} toX={endX} originX={originX} top={6} />
            {hasBar && <GanttBar operation={row} originX={originX} />}
          </>
        )}
      </div>
    </PartContext>
  )
})

interface TreeProps extends GanttWindowProps {
  readonly firstRow: number
  /** The rendered part of `rows`, from `firstRow` on, and its scenes. */
  readonly shown: readonly number[]
  readonly scenes: readonly GanttScene[]
}

/** The rows of the tree in columns that do not scroll sideways. */
function Tree({ view, treePx, rows, firstRow, shown, scenes }: TreeProps) {
  const gantt = useGantt()
  const { store, look, selected, select } = gantt
  const state = store.getState()
  const activeRow = useGanttState(({ activeRow }) => activeRow)
  const picked = useGanttState((all) => all.picked)
  const isPicked = (row: number) => row >= 0 && picked.has(gantt.model.data.operations.ids[row] ?? '')
  const pick = (row: number) => (row < 0 ? toggleRow(store, row) : select(row))

  // use-gantt-keys.ts has the keys for the same actions.
  const picks = {
    onClick: (event: MouseEvent) => {
      const index = Number((event.target as Element).closest<HTMLElement>('[data-row]')?.dataset.row ?? -1)
      if (index < 0) return
      const { activeRow } = store.getState()
      const row = at(rows, index)
      store.setState({ activeRow: index })
      if (event.shiftKey) return pickRange(gantt, activeRow, index)
      if ((event.ctrlKey || event.metaKey) && row >= 0) return void pickOperation(gantt, row)
      clearPicked(store)
      pick(row)
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
        style={{ height: view.endY - view.originY, transform: `translate3d(0,${view.offsetY}px,0)` }}
      >
        {shown.map((row, i) => (
          <TreeRow
            key={rowId(row)}
            scene={scenes[i] ?? gantt}
            row={row}
            index={firstRow + i}
            top={(firstRow + i) * rowPx - view.originY}
            expanded={isRowOpen(state, row)}
            active={firstRow + i === activeRow}
            selected={(row >= 0 && row === selected) || isPicked(row)}
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
