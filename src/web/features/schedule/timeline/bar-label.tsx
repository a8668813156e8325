import { memo } from 'react'
import { isMovable } from '#domain/schedule/movable-plan.ts'
import { barWords, projectNumber } from '../frame/bar-words.ts'
import { cellRole, named } from '../frame/grid-roles.ts'
import { barId } from '../gantt/row-id.ts'
import { useGantt } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import { planRefusal } from '../model/center-refusals.ts'
import type { Band } from './band-layout.ts'
import { textsOn } from './bar-texts.ts'
import { labelledBars, type TimePart, type VisibleBar, visibleBars } from './visible-bars.ts'

/** The size of the text, as `text-axis` has it. */
const textPx = Math.max(11, 0.6875 * (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16))

interface BarLabelProps {
  readonly operation: number
  /** Where it is on the surface and in its band. */
  readonly left: number
  readonly top: number
  readonly width: number
  /** The width of all of the bar, whose beginning may be out of sight. */
  readonly barWidth: number
  readonly active: boolean
  /** The bar of an operation at its pool: the one at its work center takes the focus and can be moved. */
  readonly isCopy: boolean
}

/**
 * The label of a bar, which can take the focus. Nothing clips it, because it fits: clipping costs a browser much, and there are hundreds of labels.
 * The shape below it is drawn together with all others.
 */
const BarLabel = memo(function BarLabel(props: BarLabelProps) {
  const { operation, left, top, width, barWidth, active, isCopy } = props
  const gantt = useGantt()
  const { model } = gantt
  const { names } = model.data.projects
  const project = at(model.projectOf, operation)
  const { isWide, number, name } = textsOn(
    { barWidth, width, textPx },
    projectNumber(gantt, project),
    names[project] ?? '',
  )
  return (
    <div
      id={isCopy ? undefined : barId(operation)}
      {...named(cellRole, `${projectNumber(gantt, project)} ${barWords(gantt, operation)}`)}
      tabIndex={active && !isCopy ? 0 : -1}
      data-operation={operation}
      className={`absolute h-5 whitespace-nowrap rounded text-axis text-ink leading-5 ${isWide ? 'px-2' : 'px-1 font-semibold tabular-nums'} ${
        !isCopy && isMovable(model, operation) && planRefusal(gantt, operation) === null
          ? 'cursor-grab [touch-action:pan-y]'
          : 'cursor-pointer'
      }`}
      style={{ left, top, width }}
    >
      {isWide && number ? <span className="mr-1.5 font-semibold tabular-nums">{number}</span> : number}
      {name}
    </div>
  )
})

/** To hundredths of a px, so that a label that stays where it is gets the same numbers every time. */
const hundredths = (px: number) => Math.round(px * 100) / 100

interface BarLabelsProps extends TimePart {
  readonly band: Band
  /** Where labels begin at the earliest, in px of the plan. */
  readonly leastX: number
  readonly most: number
  /** The operation that can take the focus, and its bar if its label is among these. */
  readonly active: number
  readonly focused: VisibleBar | null
}

/** The labels of the bars that begin in a part of the time. Their order does not depend on dates: a moved bar keeps its element. */
export const BarLabels = memo(function BarLabels(props: BarLabelsProps) {
  const { band, fromX, toX, originX, leastX, most, active, focused } = props
  const bars = visibleBars(useGantt(), band.lanes, { fromX, toX, originX }).bars.filter(
    ({ x, operation }) => x >= fromX - originX && x < toX - originX && operation !== active,
  )
  const labelled = [...labelledBars(bars, { leastPx: 28, most }), ...(focused ? [focused] : [])]
  const leastPx = leastX - originX
  return (
    <div role="presentation" className="absolute top-0 left-0">
      {labelled
        .sort((a, b) => a.operation - b.operation)
        .map(({ operation, x, y, width }) => (
          <BarLabel
            key={operation}
            operation={operation}
            left={hundredths(Math.max(leastPx, x))}
            top={y}
            width={hundredths(width + Math.min(0, x - leastPx))}
            barWidth={hundredths(width)}
            active={operation === active}
            isCopy={band.isPool}
          />
        ))}
    </div>
  )
})
