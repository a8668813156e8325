import { memo } from 'react'
import type { PlanView } from '../frame/plan-view.ts'
import { leastGapPx } from '../frame/time-backdrop.tsx'
import { mixed } from '../gantt/bar-look.ts'
import { type GanttScene, useGantt, useGanttState } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import { barPath, boxPath } from '../model/bar-path.ts'
import { msAt, xOf } from '../model/time-scale.ts'
import type { PlacedBand } from './band-layout.ts'
import { CapacityMarks, CapacityWords } from './capacity-marks.tsx'
import type { VisibleBar, VisibleBars } from './visible-bars.ts'

/** Outlines all visible operations of the project from which a link is drawn, of that under the pointer, or else of the selected one. */
function ProjectRing({ bars }: { bars: readonly VisibleBar[] }) {
  const { model, selected } = useGantt()
  const hovered = useGanttState(({ linking, hovered: bar }) => linking?.from ?? bar?.operation ?? -1)
  const operation = hovered >= 0 ? hovered : selected
  if (operation < 0) return null
  const project = at(model.projectOf, operation)
  const mine = bars.filter((bar) => at(model.projectOf, bar.operation) === project)
  return (
    <path
      d={mine.map(({ x, y, width }) => barPath(x + 0.5, y + 0.5, width - 1, 19)).join('')}
      className="fill-none stroke-primary-fill"
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
  return (
    <path
      d={mine.map(({ x, y, width }) => barPath(x + 0.5, y + 0.5, width - 1, 19)).join('')}
      className="fill-none stroke-primary"
      strokeWidth={3}
      data-picked=""
    />
  )
}

/** Closed time of all bands as one path, each by its own calendar. */
const closedPath = (
  { model, scale }: GanttScene,
  bands: readonly PlacedBand[],
  { fromX, toX, fromY }: PlanView,
): string => {
  let path = ''
  for (const band of bands) {
    const calendar = model.calendars[model.data.categories[band.category]?.calendar ?? 0]
    const gaps = calendar?.closedBetween(msAt(scale, fromX), msAt(scale, toX), leastGapPx / scale.pxPerMs) ?? []
    for (let i = 0; i < gaps.length; i += 2) {
      const x = xOf(scale, gaps[i] ?? 0)
      path += boxPath(x - fromX, band.top - fromY, xOf(scale, gaps[i + 1] ?? 0) - x, band.heightPx - 1)
    }
  }
  return path
}

interface BarShapesProps {
  readonly view: PlanView
  readonly bands: readonly PlacedBand[]
  readonly visible: VisibleBars
}

/** All bars of the window in a few paths, with closed time above them but below their labels. */
export const BarShapes = memo(function BarShapes({ view, bands, visible }: BarShapesProps) {
  const gantt = useGantt()
  const closed = closedPath(gantt, bands, view)
  const width = view.toX - view.fromX
  const lines = bands.flatMap(({ top, heightPx, heading }) => (heading ? [top, top + heightPx] : [top + heightPx]))
  const edges = lines.map((y) => `M0 ${y - view.fromY - 0.5}H${width}`).join('')
  return (
    <svg
      className="pointer-events-none absolute top-0 left-0"
      width={width}
      height={view.toY - view.fromY}
      aria-hidden="true"
    >
      <path d={closed} className="fill-off-time" />
      <path d={edges} className="fill-none stroke-line-2" />
      <CapacityMarks bands={bands} view={view} />
      <path d={visible.shapes.done} className="fill-bar-done" />
      <path d={visible.shapes.planned} className="fill-bar stroke-primary-line" />
      <path d={visible.shapes.late} className="fill-bar-late stroke-crit-line" />
      <path d={visible.shapes.hold} className="fill-hold-tint stroke-hold-line" />
      {[...visible.colored].map(([color, path]) => (
        <path key={color} d={path} style={{ fill: mixed(color), stroke: color }} />
      ))}
      <path d={visible.progress} className="fill-bar-prog" />
      <path d={closed} className="fill-off-time opacity-55" />
      <CapacityWords bands={bands} view={view} />
      <path
        d={visible.materials}
        className="fill-warn stroke-surface"
        paintOrder="stroke"
        strokeWidth={2}
        data-materials=""
      />
      <path
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
