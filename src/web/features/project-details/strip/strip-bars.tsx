import { Fragment } from 'react'
import type { Operation } from '#contract/operations.ts'
import { isDone, isLateState } from '#web/components/operation-marks/operation-state.ts'
import { type DateSettings, formatShortDateTime } from '#web/lib/format-date.ts'
import type { StripBar } from './strip-scale.ts'

const cornerPx = 3
const inPx = 3

interface StripLink {
  readonly path: string
  readonly arrow: string
}

interface Ends {
  /** End of the first bar and its middle. */
  readonly fromX: number
  readonly fromY: number
  /** Start of the second bar, and its upper or lower edge, whichever faces the first. */
  readonly toX: number
  readonly toY: number
}

/** A dependency as SVG path data, from the end of one bar to the start of the next, with its arrow head. */
export const stripLink = ({ fromX, fromY, toX, toY }: Ends): StripLink => {
  const down = toY >= fromY ? 1 : -1
  const x = Math.max(toX + inPx, fromX + inPx)
  const r = Math.max(0, Math.min(cornerPx, x - fromX, Math.abs(toY - fromY) - 2))
  const round = (value: number) => Math.round(value * 10) / 10
  const tip = round(toY)
  return {
    path: `M${round(fromX)} ${round(fromY)}H${round(x - r)}q${round(r)} 0 ${round(r)} ${round(down * r)}V${tip - down * 3}`,
    arrow: `M${round(x - 2.5)} ${tip - down * 3.5}h5l-2.5 ${down * 3.5}z`,
  }
}

type StripBarsProps = {
  bars: readonly StripBar[]
  x: (atMs: number) => number
  rowPx: number
  edgePx: number
  chain: ReadonlySet<string>
  late: boolean
  marked: string | null
  onMark: (operationId: string | null) => void
  dates: DateSettings
  nowMs: number
}

const look = (operation: Operation) => {
  if (isDone(operation)) return 'fill-bar-done stroke-bar-done'
  if (operation.onHold) return 'fill-hold-tint stroke-hold-line'
  return isLateState(operation.outlook?.state) ? 'fill-bar-late stroke-crit-line' : 'fill-bar stroke-primary-line'
}

/** One row for each scheduled operation, and the lines of the dependencies. */
export function StripBars(props: StripBarsProps) {
  const { bars, x, rowPx, edgePx, chain, late, marked, onMark, dates, nowMs } = props
  const barPx = Math.max(2, Math.min(9, rowPx - 3))
  const rows = new Map(bars.map((bar, row) => [bar.operation.operationId, { ...bar, row }]))
  const top = (row: number) => edgePx + row * rowPx + (rowPx - barPx) / 2
  const links = bars.flatMap(({ operation, startMs }, row) =>
    operation.dependencies.flatMap((id) => {
      const before = rows.get(id)
      if (!before) return []
      const red = late && chain.has(id) && chain.has(operation.operationId)
      const ends = {
        fromX: x(before.endMs),
        fromY: top(before.row) + barPx / 2,
        toX: x(startMs),
        toY: row >= before.row ? top(row) : top(row) + barPx,
      }
      return [{ key: `${id} ${operation.operationId}`, red, ...stripLink(ends) }]
    }),
  )
  return (
    <>
      {links
        .toSorted((a, b) => Number(a.red) - Number(b.red))
        .map(({ key, red, path, arrow }) => (
          <Fragment key={key}>
            <path d={path} fill="none" strokeWidth={1.25} className={red ? 'stroke-crit' : 'stroke-ink-3/60'} />
            <path d={arrow} className={red ? 'fill-crit' : 'fill-ink-3/60'} />
          </Fragment>
        ))}
      {bars.map(({ operation, startMs, endMs, forecastMs }, row) => {
        const width = Math.max(3, x(endMs) - x(startMs))
        const box = { x: x(startMs), y: top(row), height: barPx }
        const { operationId, progressPercentage } = operation
        const middle = top(row) + barPx / 2
        const words = [
          `${operation.sequence} ${operation.name}`,
          `${formatShortDateTime(startMs, dates, nowMs)} to ${formatShortDateTime(endMs, dates, nowMs)}`,
          ...(forecastMs === null ? [] : [`Forecast ${formatShortDateTime(forecastMs, dates, nowMs)}`]),
        ]
        const running = !isDone(operation) && progressPercentage > 0
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: pointing at a bar only marks its row below; nothing to reach by keyboard.
          <g key={operationId} onMouseEnter={() => onMark(operationId)} onMouseLeave={() => onMark(null)}>
            <title>{words.join('\n')}</title>
            {forecastMs !== null && (
              <path
                d={`M${x(endMs)} ${middle}H${x(forecastMs)}m0 -3v6`}
                fill="none"
                strokeDasharray="3 2"
                className={isLateState(operation.outlook?.state) ? 'stroke-crit' : 'stroke-ink-2'}
                data-forecast=""
              />
            )}
            <rect {...box} width={width} rx={2} className={look(operation)} />
            {running && <rect {...box} width={(width * progressPercentage) / 100} rx={2} className="fill-bar-prog" />}
            {marked === operationId && (
              <rect
                x={box.x - 2}
                y={box.y - 2}
                width={width + 4}
                height={barPx + 4}
                rx={3}
                fill="none"
                strokeWidth={2}
                className="stroke-focus"
              />
            )}
          </g>
        )
      })}
    </>
  )
}
