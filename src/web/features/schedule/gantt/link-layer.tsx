import { memo } from 'react'
import { useGantt, useGanttState } from '../gantt-context.ts'
import { arrowPath, linkPath } from '../model/link-path.ts'
import { type LinkWindow, linkEnds, linksOf } from './link-ends.ts'

const layerClasses = 'pointer-events-none absolute top-0 left-0 z-links h-full w-full overflow-hidden'
const nothing: ReadonlySet<number> = new Set()

/** Dependencies that touch the window, as one path; those of the selected operation in blue. */
export const LinkLayer = memo(function LinkLayer(props: LinkWindow) {
  const gantt = useGantt()
  const rows = useGanttState((state) => state.rows)
  const positions = useGanttState((state) => state.positions)
  // Links of what is being moved are drawn by the other layer; this one changes only when another operation joins in.
  const moving = useGanttState(({ move }) => move?.movingKey ?? '')
  const away = moving ? new Set(moving.split(' ').map(Number)) : nothing
  const grey = { lines: '', arrows: '' }
  const blue = { lines: '', arrows: '' }
  const shown = rows.subarray(props.firstRow, props.lastRow).filter((row) => row >= 0)
  for (const link of linksOf(gantt.model, shown)) {
    if (away.has(link[0]) || away.has(link[1])) continue
    const ends = linkEnds(gantt, positions, undefined, link, props)
    if (!ends) continue
    const drawn = link.includes(gantt.selected) ? blue : grey
    drawn.lines += linkPath(ends)
    drawn.arrows += arrowPath(ends)
  }
  return (
    <svg className={layerClasses} aria-hidden="true">
      <path d={grey.lines} className="fill-none stroke-ink-3/70" strokeWidth={1.25} />
      <path d={grey.arrows} className="fill-ink-3" />
      <path d={blue.lines} className="fill-none stroke-primary" strokeWidth={1.5} />
      <path d={blue.arrows} className="fill-primary" />
    </svg>
  )
})

/** Links of a travelling bar and of what follows it, at their new ends: into it plain, out of it dashed. */
export const MovingLinks = memo(function MovingLinks(props: LinkWindow) {
  const gantt = useGantt()
  const positions = useGanttState((state) => state.positions)
  const move = useGanttState((state) => state.move)
  if (!move) return null
  const drawn = { plain: '', dashed: '', arrows: '' }
  for (const link of linksOf(gantt.model, move.movedTo.keys())) {
    const ends = linkEnds(gantt, positions, move.movedTo, link, props)
    if (!ends) continue
    drawn[move.movedTo.has(link[0]) ? 'dashed' : 'plain'] += linkPath(ends)
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
