import { memo, useMemo } from 'react'
import { ChangeoverBar } from '../frame/changeover-bar.tsx'
import { cellRole, named, rowRole } from '../frame/grid-roles.ts'
import { barId } from '../gantt/row-id.ts'
import { type GanttScene, useGantt } from '../gantt-context.ts'
import { workOf } from '../model/schedule-model.ts'
import { bandDrawing, bandLabels, type LabelDrawing } from './band-drawing.ts'
import { BandName } from './band-head.tsx'
import type { Band } from './band-layout.ts'
import { BandShapes } from './band-shapes.tsx'
import { capacityDrawings } from './capacity-marks.ts'
import { loadDrawing } from './load-drawing.ts'

interface BandRowProps {
  readonly band: Band
  /** Where the band is on the surface. */
  readonly top: number
  readonly originX: number
  /** The part of the time with shapes, and that with labels, in px of the plan. */
  readonly fromX: number
  readonly toX: number
  readonly labelsFromX: number
  readonly labelsToX: number
  /** Where the time in sight begins until the labels are drawn again: between these. */
  readonly leastSeenX: number
  readonly mostSeenX: number
  /** The closed time of its work center in the part with shapes, as path data that is 1 px high. */
  readonly closed: string
  /** The operation that can take the focus; -1 = it is in another band. */
  readonly active: number
}

/** What is drawn of a work center. A newer plan leaves it as it is, unless its own work has changed. */
const useBandDrawing = (gantt: GanttScene, { band, active, originX, ...props }: BandRowProps) => {
  const { fromX, toX, labelsFromX, labelsToX, leastSeenX, mostSeenX } = props
  const { scale, look, words, refusals, isSettled, critical, forecast, baseline } = gantt
  const work = workOf(gantt.model, band.category)
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the plan, only the work of this center is drawn.
  const drawing = useMemo(
    () => bandDrawing(gantt, band, { fromX, toX, originX }),
    [band, fromX, toX, originX, work, scale, look, isSettled],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the plan, only the work of this center is labeled.
  const labels = useMemo(
    () => bandLabels(gantt, band, { fromX: labelsFromX, toX: labelsToX, originX, leastSeenX, mostSeenX }, active),
    [
      band,
      labelsFromX,
      labelsToX,
      originX,
      active,
      work,
      scale,
      words,
      refusals,
      isSettled,
      critical,
      forecast,
      baseline,
    ],
  )
  return { drawing, labels }
}

/** A work center: its name, its bars with their labels, and its load. Scrolling up and down leaves it as it is. */
export const BandRow = memo(function BandRow(props: BandRowProps) {
  const { band, top, originX, fromX, toX, closed, active } = props
  const part = { fromX, toX, originX }
  const gantt = useGantt()
  const { drawing, labels } = useBandDrawing(gantt, props)
  const { changeovers, ...shapes } = drawing
  return (
    // A layer of its own, which must have a height: then the browser paints only this row again when something changes in it.
    <div
      {...rowRole}
      className="absolute left-0 w-full border-line-2 border-b will-change-transform"
      style={{ top, height: band.heightPx }}
    >
      <BandName band={band} />
      <BandShapes
        {...shapes}
        widthPx={part.toX - part.originX}
        heightPx={band.heightPx}
        hasHeading={band.heading !== null}
        closed={closed}
        capacities={capacityDrawings(gantt, band, part)}
        load={loadDrawing(gantt, band, part)}
      />
      {changeovers.map((changeover) => (
        <ChangeoverBar key={`${changeover.left} ${changeover.top}`} {...changeover} />
      ))}
      {labels.map((label) => (
        <BarLabel key={label.operation} {...label} isActive={label.operation === active && !label.isCopy} />
      ))}
    </div>
  )
})

/**
 * The label of a bar, which can take the focus. Nothing clips it, because it fits: clipping costs a browser much.
 * The shape below it is drawn together with all others.
 */
const BarLabel = memo(function BarLabel(props: LabelDrawing & { readonly isActive: boolean }) {
  const { operation, left, top, width, words, number, name, canMove, isCopy, isActive } = props
  return (
    <div
      id={isCopy ? undefined : barId(operation)}
      {...named(cellRole, words)}
      tabIndex={isActive ? 0 : -1}
      data-operation={operation}
      className={`absolute h-5 whitespace-nowrap rounded text-axis text-ink leading-5 ${name ? 'px-2' : 'px-1 font-semibold tabular-nums'} ${
        canMove ? 'cursor-grab [touch-action:pan-y]' : 'cursor-pointer'
      }`}
      style={{ left, top, width }}
    >
      {name && number ? <b className="mr-1.5 font-semibold tabular-nums">{number}</b> : number}
      {name}
    </div>
  )
})
