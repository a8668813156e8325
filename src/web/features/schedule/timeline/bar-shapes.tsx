import { memo } from 'react'
import { Path } from '../frame/path.tsx'
import { leastGapPx } from '../frame/time-backdrop.tsx'
import { mixed } from '../gantt/bar-look.ts'
import { type GanttScene, useGantt, useGanttState } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import { barPath, boxPath } from '../model/bar-path.ts'
import { msAt, xOf } from '../model/time-scale.ts'
import type { Band } from './band-layout.ts'
import { CapacityMarks, CapacityWords } from './capacity-marks.tsx'
import type { TimePart, VisibleBar, VisibleBars } from './visible-bars.ts'

/** Outlines all visible operations of the project from which a link is drawn, of that under the pointer, or else of the selected one. */
function ProjectRing({ bars }: { bars: readonly VisibleBar[] }) {
  const { model, selected } = useGantt()
  const hovered = useGanttState(({ linking, hovered: bar }) => linking?.from ?? bar?.operation ?? -1)
  const operation = hovered >= 0 ? hovered : selected
  if (operation < 0) return null
  const project = at(model.projectOf, operation)
  const mine = bars.filter((bar) => at(model.projectOf, bar.operation) === project)
  if (mine.length === 0) return null
  return (
    <path
      d={mine.map(({ x, y, width }) => barPath(x + 0.5, y + 0.5, width - 1, 19)).join('')}
      className="fill-none stroke-primary-mark"
      strokeWidth={2}
    />
  )
}

/** Outlines the operations that are picked to move together. */
function PickedRing({ bars }: { bars: readonly VisibleBar[] }) {
  const { ids } = useGantt().model.data.operations
  const picked = useGanttState((state) => state.picked)
  if (picked.size === 0) return null
  const mine = bars.filter(({ operation }) => picked.has(ids[operation] ?? ''))
  if (mine.length === 0) return null
  return (
    <path
      d={mine.map(({ x, y, width }) => barPath(x + 0.5, y + 0.5, width - 1, 19)).join('')}
      className="fill-none stroke-primary"
      strokeWidth={3}
      data-picked=""
    />
  )
}

/** Closed time of the work center as one path. */
const closedPath = ({ model, scale }: GanttScene, band: Band, { fromX, toX, originX }: TimePart): string => {
  const calendar = model.calendars[model.data.categories[band.category]?.calendar ?? 0]
  const gaps = calendar?.closedBetween(msAt(scale, fromX), msAt(scale, toX), leastGapPx / scale.pxPerMs) ?? []
  let path = ''
  for (let i = 0; i < gaps.length; i += 2) {
    const x = xOf(scale, gaps[i] ?? 0)
    path += boxPath(x - originX, 0, xOf(scale, gaps[i + 1] ?? 0) - x, band.heightPx - 1)
  }
  return path
}

interface BarShapesProps {
  readonly band: Band
  readonly part: TimePart
  readonly visible: VisibleBars
}

/** All bars of a band in a few paths, with closed time above them but below their labels. */
export const BarShapes = memo(function BarShapes({ band, part, visible }: BarShapesProps) {
  const gantt = useGantt()
  const closed = closedPath(gantt, band, part)
  const [left, right] = [part.fromX - part.originX, part.toX - part.originX]
  const edges = (band.heading ? [0, band.heightPx] : [band.heightPx]).map((y) => `M${left} ${y - 0.5}H${right}`)
  return (
    <svg
      className="pointer-events-none absolute top-0 left-0 overflow-visible"
      width={right}
      height={band.heightPx}
      aria-hidden="true"
    >
      <Path d={closed} className="fill-off-time" />
      <path d={edges.join('')} className="fill-none stroke-line-2" />
      <CapacityMarks band={band} part={part} />
      <Path d={visible.shapes.done} className="fill-bar-done" />
      <Path d={visible.shapes.planned} className="fill-bar stroke-primary-line" />
      <Path d={visible.shapes.late} className="fill-bar-late stroke-crit-line" />
      <Path d={visible.shapes.hold} className="fill-hold-tint stroke-hold-line" />
      {[...visible.colored].map(([color, path]) => (
        <path key={color} d={path} style={{ fill: mixed(color), stroke: color }} />
      ))}
      <Path d={visible.progress} className="fill-bar-prog" />
      <Path d={closed} className="fill-off-time opacity-55" />
      <CapacityWords band={band} part={part} />
      <Path
        d={visible.materials}
        className="fill-warn stroke-surface"
        paintOrder="stroke"
        strokeWidth={2}
        data-materials=""
      />
      <Path
        d={visible.warnings}
        className="fill-warn stroke-surface"
        paintOrder="stroke"
        strokeWidth={2}
        data-warnings=""
      />
      <ProjectRing bars={visible.bars} />
      <PickedRing bars={visible.bars} />
    </svg>
  )
})
