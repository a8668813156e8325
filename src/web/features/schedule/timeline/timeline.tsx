import {
  type KeyboardEvent,
  type Ref,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useShortcuts } from '#web/components/shortcuts/use-shortcuts.ts'
import { turnPx } from '../frame/plan-view.ts'
import { type ScrollerHandle, TimeScroller } from '../frame/time-scroller.tsx'
import { barId } from '../gantt/row-id.ts'
import { useGantt } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import { firstEndingAfter } from '../model/lanes.ts'
import { xOf } from '../model/time-scale.ts'
import { markByKeys, moveByKeys, pickByKeys } from '../move/move-by-keys.ts'
import { operationKeys } from '../move/plan-keys.ts'
import { bandLayout, barTopOf, lanePx, neighbor } from './band-layout.ts'
import { OverPattern } from './band-shapes.tsx'
import { TimelineWindow } from './timeline-window.tsx'

const columnPx = 248
const arrows = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']

const listed = [
  { keys: 'ArrowRight', label: 'Next operation' },
  { keys: 'ArrowLeft', label: 'Previous operation' },
  { keys: 'ArrowDown', label: 'Lane below' },
  { keys: 'ArrowUp', label: 'Lane above' },
]

/** Rows of work centers: as many lanes as operations run at once, and a strip with the load. */
export function Timeline({ handle }: { handle: Ref<ScrollerHandle> }) {
  const gantt = useGantt()
  const { model, scale, nowMs, selected } = gantt
  const layout = bandLayout(gantt, gantt.look.order)
  const scroller = useRef<ScrollerHandle>(null)
  const container = useRef<HTMLDivElement>(null)
  const [walked, setWalked] = useState(-1)
  useImperativeHandle(handle, () => scroller.current as ScrollerHandle)

  const firstLane = layout.lanes.find(({ operations }) => operations.length > 0)?.operations
  const begin = firstLane
    ? at(firstLane, Math.min(firstLane.length - 1, firstEndingAfter(model, firstLane, nowMs)))
    : -1
  const active = walked >= 0 && walked < model.operationCount && barTopOf(layout, walked) !== null ? walked : begin

  useShortcuts('Timeline', [...listed, ...operationKeys(gantt)])

  const show = (operation: number) => {
    const top = barTopOf(layout, operation)
    if (top === null) return
    scroller.current?.revealY(top - 4, top + lanePx)
    scroller.current?.revealX(xOf(scale, at(model.startMs, operation)), xOf(scale, at(model.endMs, operation)))
  }
  const showSelected = useEffectEvent(show)
  useLayoutEffect(() => {
    if (selected >= 0) showSelected(selected)
  }, [selected])

  const goTo = (operation: number) => {
    setWalked(operation)
    show(operation)
    // The bar may get its element only with the next frame.
    requestAnimationFrame(() =>
      container.current?.querySelector<HTMLElement>(`#${barId(operation)}`)?.focus({ preventScroll: true }),
    )
  }
  const keys = {
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const bar = (event.target as Element).closest<HTMLElement>('[data-operation]')
      if (!bar) return
      const operation = Number(bar.dataset.operation)
      if (pickByKeys(gantt, event, operation)) return event.preventDefault()
      if (event.ctrlKey || event.metaKey) return
      if (moveByKeys(gantt, event, operation, scroller.current) || markByKeys(gantt, event, operation))
        return event.preventDefault()
      if (event.key === 'Enter' || event.key === ' ') gantt.select(operation)
      else if (!event.altKey && arrows.includes(event.key)) goTo(neighbor(layout, model, operation, event.key))
      else return
      event.preventDefault()
    },
  }
  const head = <div className="flex h-full items-end pb-1.5 pl-5 text-ink-3 text-label">Work center</div>
  return (
    <div ref={container} className="flex min-h-0 min-w-0 flex-1" {...keys}>
      <OverPattern />
      <TimeScroller leftPx={columnPx} contentPx={layout.heightPx} handle={scroller} head={head} turnPx={turnPx}>
        {(view) => (
          <TimelineWindow view={view} layout={layout} columnPx={columnPx} active={active} onWalk={setWalked} />
        )}
      </TimeScroller>
    </div>
  )
}
