import { memo } from 'react'
import { useGantt, useGanttState } from '../gantt-context.ts'
import { arrowPath, linkPath } from '../model/link-path.ts'
import { firstBetween, type LinkWindow, linkEnds, linksOf } from './link-ends.ts'

const layerClasses = 'pointer-events-none absolute top-0 left-0 z-links h-full w-full overflow-hidden'
const nothing: ReadonlySet<number> = new Set()

/** Links that touch the window, as one path. Those of the selected operation are blue, those of critical paths black. */
export const LinkLayer = memo(function LinkLayer(props: LinkWindow) {
  const gantt = useGantt()
  const rows = useGanttState((state) => state.rows)
  const positions = useGanttState((state) => state.positions)
  // MovingLinks draws the links of moving operations. This layer changes only when other operations start to move.
  const away = useGanttState(({ move }) => move?.moving ?? nothing)
  const gray = { lines: '', arrows: '' }
  const blue = { lines: '', arrows: '' }
  const black = { lines: '', arrows: '' }
  const isFirst = firstBetween()
  const shown = rows.subarray(props.firstRow, props.lastRow).filter((row) => row >= 0)
  for (const link of linksOf(gantt.model, shown)) {
    if (away.has(link[0]) || away.has(link[1])) continue
    const ends = linkEnds(gantt, positions, undefined, link, props)
    if (!ends) continue
    const isCritical = gantt.critical.has(link[0]) && gantt.critical.has(link[1])
    const kind = link[0] === gantt.selected || link[1] === gantt.selected ? 'blue' : isCritical ? 'black' : 'gray'
    if (!isFirst(ends, kind)) continue
    const drawn = { blue, black, gray }[kind]
    drawn.lines += linkPath(ends)
    drawn.arrows += arrowPath(ends)
  }
  return (
    <svg className={layerClasses} aria-hidden="true">
      <path d={gray.lines} className="fill-none stroke-ink-3/70" strokeWidth={1.25} />
      <path d={gray.arrows} className="fill-ink-3" />
      <path d={black.lines} className="fill-none stroke-ink" strokeWidth={1.5} />
      <path d={black.arrows} className="fill-ink" />
      <path d={blue.lines} className="fill-none stroke-primary" strokeWidth={1.5} />
      <path d={blue.arrows} className="fill-primary" />
    </svg>
  )
})

/** Links of a moving bar and its followers at their new positions. Links that leave a moving bar are dashed. */
export const MovingLinks = memo(function MovingLinks(props: LinkWindow) {
  const gantt = useGantt()
  const rows = useGanttState((state) => state.rows)
  const positions = useGanttState((state) => state.positions)
  const move = useGanttState((state) => state.move)
  if (!move) return null
  const drawn = { plain: '', dashed: '', arrows: '' }
  const isFirst = firstBetween()
  const shown = rows.subarray(props.firstRow, props.lastRow).filter((row) => row >= 0)
  for (const link of linksOf(gantt.model, shown)) {
    if (!move.movedTo.has(link[0]) && !move.movedTo.has(link[1])) continue
    const ends = linkEnds(gantt, positions, move.movedTo, link, props)
    if (!ends) continue
    const kind = move.movedTo.has(link[0]) ? 'dashed' : 'plain'
    if (!isFirst(ends, kind)) continue
    drawn[kind] += linkPath(ends)
    drawn.arrows += arrowPath(ends)
  }
  return (
    <svg className={layerClasses} aria-hidden="true">
      <path d={drawn.plain} className="fill-none stroke-primary" strokeWidth={1.5} />
      <path d={drawn.dashed} className="fill-none stroke-primary" strokeWidth={1.5} strokeDasharray="3 2" />
      <path d={drawn.arrows} className="fill-primary" />
    </svg>
  )
})
