import { memo } from 'react'
import { sameValues } from '#web/lib/same-values.ts'
import { Path } from '../frame/path.tsx'
import { mixed } from '../gantt/bar-look.ts'
import type { BandDrawing } from './band-drawing.ts'
import { stripPx } from './band-layout.ts'
import type { CapacityDrawing } from './capacity-marks.ts'
import type { LoadDrawing } from './load-drawing.ts'

interface BandShapesProps extends Omit<BandDrawing, 'labels' | 'changeovers'> {
  readonly widthPx: number
  readonly heightPx: number
  /** Whether a heading is above the band. */
  readonly hasHeading: boolean
  /** The closed time as path data that is 1 px high. */
  readonly closed: string
  readonly capacities: readonly CapacityDrawing[]
  readonly load: LoadDrawing | null
}

/** The shapes of a work center: closed time, bars with closed time over them but below their labels, and the load. */
export const BandShapes = memo(function BandShapes(props: BandShapesProps) {
  const { widthPx, heightPx, hasHeading, closed, shapes, colored, progress, warnings, materials, capacities, load } =
    props
  const closedScale = `scale(1 ${heightPx - 1})`
  return (
    <svg
      className="pointer-events-none absolute top-0 left-0 overflow-visible"
      width={widthPx}
      height={heightPx}
      aria-hidden="true"
    >
      <Path d={closed} transform={closedScale} className="fill-off-time" />
      {hasHeading && <path d={`M0 -0.5H${widthPx}`} className="fill-none stroke-line-2" />}
      {capacities.map(({ x, width, isLess }) => (
        <rect
          key={x}
          x={x}
          width={width}
          height={heightPx - stripPx}
          className={isLess ? 'fill-warn-tint stroke-warn-line' : 'fill-ok-tint stroke-ok-line'}
          strokeDasharray="3 3"
          data-capacity=""
        />
      ))}
      <Path d={shapes.done} className="fill-bar-done" />
      <Path d={shapes.planned} className="fill-bar stroke-primary-line" />
      <Path d={shapes.late} className="fill-bar-late stroke-crit-line" />
      <Path d={shapes.hold} className="fill-hold-tint stroke-hold-line" />
      {Object.entries(colored).map(([color, path]) => (
        <path key={color} d={path} style={{ fill: mixed(color), stroke: color }} />
      ))}
      <Path d={progress} className="fill-bar-prog" />
      <Path d={closed} transform={closedScale} className="fill-off-time opacity-55" />
      {capacities.map(
        ({ x, words, wordsX }) =>
          wordsX !== null && (
            <text key={x} x={wordsX} y={heightPx - stripPx - 12} className="fill-ink-2 text-axis">
              {words}
            </text>
          ),
      )}
      <Path d={materials} className="fill-warn stroke-surface" paintOrder="stroke" strokeWidth={2} data-materials="" />
      <Path d={warnings} className="fill-warn stroke-surface" paintOrder="stroke" strokeWidth={2} data-warnings="" />
      {load && <Load {...load} />}
    </svg>
  )
}, sameValues)

/** The load of each cell. The part above 100 % is hatched. */
function Load({ low, middle, high, above, full, baseY, numbers, overNumbers }: LoadDrawing) {
  return (
    <>
      <Path d={low} className="fill-h1" />
      <Path d={middle} className="fill-h2" />
      <Path d={high} className="fill-h3" />
      <Path d={above} fill="url(#schedule-over)" />
      <path d={full} className="fill-none stroke-line-input" strokeDasharray="3 3" />
      {numbers.text && (
        <text x={numbers.x} y={baseY} className="fill-ink text-axis tabular-nums">
          {numbers.text}
        </text>
      )}
      {overNumbers.text && (
        <text x={overNumbers.x} y={baseY} className="fill-ink font-semibold text-axis tabular-nums">
          {overNumbers.text}
        </text>
      )}
    </>
  )
}

/** The hatching for load above capacity, defined once per page. */
export const OverPattern = () => (
  <svg className="absolute size-0" aria-hidden="true">
    <defs>
      <pattern id="schedule-over" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="2.4" height="5" className="fill-crit" />
      </pattern>
    </defs>
  </svg>
)
