import { dayMs } from '#domain/time/units.ts'
import type { GanttScene } from '../gantt-context.ts'
import { timeTicks } from '../model/time-ticks.ts'
import type { SheetRow } from './sheet-rows.ts'

/** Widths and heights of a picture of the plan, in px. */
const [listPx, timePx, rowPx, headPx, titlePx] = [330, 900, 20, 36, 24]
const sheetWidthPx = listPx + timePx

/** Number of rows that fit on a page of the given size. */
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

/** Part of the plan as one picture: title, axis, and a row for each row of the view, in the colors of the theme. */
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
        <Row key={row.key} row={row} xAt={xAt} fromMs={fromMs} toMs={toMs} nowMs={gantt.nowMs} top={top + i * rowPx} />
      ))}
      {gantt.nowMs > fromMs && gantt.nowMs < toMs && (
        <path d={`M${xAt(gantt.nowMs)} ${top}V${height}`} style={{ stroke: 'var(--primary)', strokeWidth: 1.5 }} />
      )}
    </svg>
  )
}

interface RowProps extends Pick<PlanSheetProps, 'fromMs' | 'toMs'> {
  readonly nowMs: number
  readonly row: SheetRow
  readonly top: number
  readonly xAt: (ms: number) => number
}

/** The longest text that fits into a width, assuming about 6 px per letter. */
const fitted = (words: string, px: number): string =>
  words.length * 6 <= px ? words : `${words.slice(0, Math.max(0, Math.floor(px / 6) - 1))}…`

/** Half of the height of a ship-date mark, in px. */
const markPx = 5

/** The extent of a drawing in a row, in px. */
type Span = readonly [fromPx: number, toPx: number]

/** Space between a ship-date mark, or a bar, and the label. */
const gapPx = 3

/**
 * Position of a ship-date label: beside its mark, or beside everything that is drawn in the row, so that it covers no
 * bar; null if there is no room, and it appears in the list instead.
 */
export const dayPlace = (markX: number, widthPx: number, drawn: readonly Span[]): number | null => {
  const mark: Span = [markX - markPx, markX + markPx]
  const first = Math.min(mark[0], ...drawn.map(([from]) => from))
  const last = Math.max(mark[1], ...drawn.map(([, to]) => to))
  const isFree = (x: number) =>
    x >= listPx && x + widthPx <= sheetWidthPx && [mark, ...drawn].every(([from, to]) => x >= to || x + widthPx <= from)
  const places = [mark[1] + gapPx, mark[0] - gapPx - widthPx, last + gapPx, first - gapPx - widthPx]
  return places.find(isFree) ?? null
}

interface DueMarkProps extends Pick<RowProps, 'top' | 'xAt'> {
  readonly due: NonNullable<SheetRow['due']>
  /** Start of the label; null if it is not beside the bars. */
  readonly textX: number | null
}

/** The ship date of a project: a diamond with its label, at the edge if it is outside the printed time range. */
function DueMark({ due, top, xAt, textX }: DueMarkProps) {
  const x = xAt(due.ms)
  const color = due.isLate ? 'var(--crit)' : 'var(--ink-2)'
  return (
    <g data-due="">
      <path
        d={`M${x} ${top + 10 - markPx}l${markPx} ${markPx}l-${markPx} ${markPx}l-${markPx} -${markPx}z`}
        style={{ fill: due.isLate ? color : 'var(--surface)', stroke: color, strokeWidth: 1.25 }}
      />
      {textX !== null && (
        <text x={textX} y={top + 14} style={{ fill: color, fontSize: 10 }}>
          {due.text}
        </text>
      )}
    </g>
  )
}

function Row({ row, top, xAt, fromMs, toMs, nowMs }: RowProps) {
  const bars = row.bars.filter(({ startMs, endMs }) => endMs > fromMs && startMs < toMs)
  const drawn = bars.map(({ startMs, endMs }): Span => [xAt(startMs), xAt(endMs)])
  const { forecastMs = 0 } = row
  const isBehind = forecastMs > fromMs
  if (nowMs > fromMs && nowMs < toMs) drawn.push([xAt(nowMs) - 1, xAt(nowMs) + 1])
  if (isBehind) drawn.push([xAt(row.bars[0]?.endMs ?? fromMs), xAt(forecastMs)])
  const { due } = row
  const textX = due ? dayPlace(xAt(due.ms), due.text.length * 6, drawn) : null
  const note = due && textX === null ? `${row.note}, ship ${due.text}` : row.note
  return (
    <g>
      <path d={`M0 ${top + rowPx}H${sheetWidthPx}`} style={{ stroke: 'var(--line)' }} />
      <text x={row.isGroup ? 4 : 16} y={top + 14} style={{ fontWeight: row.isGroup ? 600 : 400 }}>
        {fitted(row.title, listPx - 28 - note.length * 6)}
      </text>
      <text x={listPx - 6} y={top + 14} textAnchor="end" style={{ fill: 'var(--ink-2)' }}>
        {note}
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
      {isBehind && (
        <path
          d={`M${xAt(row.bars[0]?.endMs ?? fromMs)} ${top + 10}H${xAt(forecastMs)}`}
          style={{ stroke: 'var(--ink-2)', strokeDasharray: '3 2' }}
          data-forecast=""
        />
      )}
      {due && <DueMark due={due} top={top} xAt={xAt} textX={textX} />}
    </g>
  )
}
