import { memo, useMemo } from 'react'
import { ChangeoverBar } from '../frame/changeover-bar.tsx'
import { cellRole, named, rowRole } from '../frame/grid-roles.ts'
import { barId } from '../gantt/row-id.ts'
import { type GanttScene, useGantt } from '../gantt-context.ts'
import { workOf } from '../model/schedule-model.ts'
import { type BandDrawing, bandDrawing, type LabelDrawing, type TimePart } from './band-drawing.ts'
import { BandName } from './band-head.tsx'
import type { Band } from './band-layout.ts'
import { BandShapes } from './band-shapes.tsx'
import { capacityDrawings } from './capacity-marks.ts'
import { loadDrawing } from './load-drawing.ts'

interface BandRowProps {
  readonly band: Band
  /** Where the band is on the surface. */
  readonly top: number
  readonly part: TimePart
  /** The closed time of its work center in this part, as path data that is 1 px high. */
  readonly closed: string
  /** The operation that can take the focus; -1 = it is in another band. */
  readonly active: number
}

/** What is drawn of a work center. A newer plan leaves it as it is, unless its own work has changed. */
const useBandDrawing = (
  gantt: GanttScene,
  { band, part, active }: Pick<BandRowProps, 'band' | 'part' | 'active'>,
): BandDrawing => {
  const { scale, look, words, refusals, isSettled, critical, forecast, baseline } = gantt
  const work = workOf(gantt.model, band.category)
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the plan, only the work of this center is drawn.
  return useMemo(
    () => bandDrawing(gantt, band, part, active),
    [band, part, active, work, scale, look, words, refusals, isSettled, critical, forecast, baseline],
  )
}

/** A work center: its name, its bars with their labels, and its load. Scrolling up and down leaves it as it is. */
export const BandRow = memo(function BandRow({ band, top, part, closed, active }: BandRowProps) {
  const gantt = useGantt()
  const { labels, changeovers, ...shapes } = useBandDrawing(gantt, { band, part, active })
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
