import type { GanttScene } from '../gantt-context.ts'
import { timeTicks } from '../model/time-ticks.ts'
import { dayMs } from '../model/units.ts'
import type { SheetRow } from './sheet-rows.ts'

/** Widths and heights of a picture of the plan, in px. */
const [listPx, timePx, rowPx, headPx, titlePx] = [330, 900, 20, 36, 24]
export const sheetWidthPx = listPx + timePx

/** How many rows fit on a page of these millimeters. */
export const rowsPerPage = (widthMm: number, heightMm: number): number =>
  Math.max(1, Math.floor(((sheetWidthPx * heightMm) / widthMm - headPx - titlePx) / rowPx))

interface PlanSheetProps {
  readonly gantt: GanttScene
  readonly rows: readonly SheetRow[]
  readonly fromMs: number
  readonly toMs: number
  /** The line above the axis: organization, range and date. */
  readonly title: string
}

const text = { fontFamily: 'Inter, sans-serif', fontSize: 11, fill: 'var(--ink)' } as const

/** Part of the plan as one picture: title, axis, and a row for each row of the view. Colors are those of the theme. */
export function PlanSheet({ gantt, rows, fromMs, toMs, title }: PlanSheetProps) {
  const pxPerMs = timePx / (toMs - fromMs)
  const xAt = (ms: number) => listPx + (Math.min(Math.max(ms, fromMs), toMs) - fromMs) * pxPerMs
  const source = { zoom: gantt.scale.zoom, pxPerDay: pxPerMs * dayMs }
  const { upper, lower } = timeTicks(gantt, source, fromMs, toMs - 1)
  const top = titlePx + headPx
  const height = top + rows.length * rowPx
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`0 0 ${sheetWidthPx} ${height}`}
      width={sheetWidthPx}
      height={height}
      style={text}
      role="img"
      aria-label={title}
    >
      <rect width={sheetWidthPx} height={height} style={{ fill: 'var(--surface)' }} />
      <text x={4} y={16} style={{ fontWeight: 600 }}>
        {title}
      </text>
      {upper.map((tick) => (
        <text key={tick.fromMs} x={xAt(tick.fromMs) + 3} y={titlePx + 13}>
          {(xAt(tick.toMs) - xAt(tick.fromMs)) / 6 > tick.label.length ? tick.label : ''}
        </text>
      ))}
      {lower.map((tick) => (
        <g key={tick.fromMs}>
          <path d={`M${xAt(tick.fromMs)} ${titlePx + 18}V${height}`} style={{ stroke: 'var(--line)' }} />
          <text x={xAt(tick.fromMs) + 3} y={titlePx + 31} style={{ fill: 'var(--ink-2)' }}>
            {(xAt(tick.toMs) - xAt(tick.fromMs)) / 6 > tick.label.length ? tick.label : ''}
          </text>
        </g>
      ))}
      {rows.map((row, i) => (
        <Row key={row.key} row={row} top={top + i * rowPx} xAt={xAt} fromMs={fromMs} toMs={toMs} />
      ))}
      {gantt.nowMs > fromMs && gantt.nowMs < toMs && (
        <path d={`M${xAt(gantt.nowMs)} ${top}V${height}`} style={{ stroke: 'var(--primary)', strokeWidth: 1.5 }} />
      )}
    </svg>
  )
}

interface RowProps extends Pick<PlanSheetProps, 'fromMs' | 'toMs'> {
  readonly row: SheetRow
  readonly top: number
  readonly xAt: (ms: number) => number
}

/** The longest text that fits in some px, about 6 px for each letter. */
const fitted = (words: string, px: number): string =>
  words.length * 6 <= px ? words : `${words.slice(0, Math.max(0, Math.floor(px / 6) - 1))}…`

/** Half of the height of the mark of a ship date, in px. */
const markPx = 5

/** The ship date of a project: a diamond with the day beside it, at the edge where it is outside the printed time. */
function DueMark({ due, top, xAt }: Pick<RowProps, 'top' | 'xAt'> & { due: NonNullable<SheetRow['due']> }) {
  const x = xAt(due.ms)
  const isRight = x < sheetWidthPx - 70
  const color = due.isLate ? 'var(--crit)' : 'var(--ink-2)'
  return (
    <g data-due="">
      <path
        d={`M${x} ${top + 10 - markPx}l${markPx} ${markPx}l-${markPx} ${markPx}l-${markPx} -${markPx}z`}
        style={{ fill: due.isLate ? color : 'var(--surface)', stroke: color, strokeWidth: 1.25 }}
      />
      <text
        x={isRight ? x + markPx + 3 : x - markPx - 3}
        y={top + 14}
        textAnchor={isRight ? 'start' : 'end'}
        style={{ fill: color, fontSize: 10 }}
      >
        {due.text}
      </text>
    </g>
  )
}

function Row({ row, top, xAt, fromMs, toMs }: RowProps) {
  const bars = row.bars.filter(({ startMs, endMs }) => endMs > fromMs && startMs < toMs)
  const noteWidth = row.note.length * 6
  return (
    <g>
      <path d={`M0 ${top + rowPx}H${sheetWidthPx}`} style={{ stroke: 'var(--line)' }} />
      <text x={row.isGroup ? 4 : 16} y={top + 14} style={{ fontWeight: row.isGroup ? 600 : 400 }}>
        {fitted(row.title, listPx - 28 - noteWidth)}
      </text>
      <text x={listPx - 6} y={top + 14} textAnchor="end" style={{ fill: 'var(--ink-2)' }}>
        {row.note}
      </text>
      {bars.map((bar) => {
        const [x, end] = [xAt(bar.startMs), xAt(bar.endMs)]
        return (
          <g key={bar.key}>
            <rect
              x={x}
              y={top + (bar.key < 0 ? 7 : 3)}
              width={Math.max(1.5, end - x)}
              height={bar.key < 0 ? 6 : rowPx - 6}
              rx={bar.key < 0 ? 0 : 2}
              style={{ fill: bar.fill, stroke: bar.edge, strokeWidth: 0.75 }}
            />
            {bar.text !== '' && (
              <text x={x + 3} y={top + 14}>
                {end - x > bar.text.length * 6 + 4 ? bar.text : ''}
              </text>
            )}
          </g>
        )
      })}
      {row.forecastMs !== undefined && row.forecastMs > fromMs && (
        <path
          d={`M${xAt(row.bars[0]?.endMs ?? fromMs)} ${top + 10}H${xAt(row.forecastMs)}`}
          style={{ stroke: 'var(--ink-2)', strokeDasharray: '3 2' }}
          data-forecast=""
        />
      )}
      {row.due && <DueMark due={row.due} top={top} xAt={xAt} />}
    </g>
  )
}
