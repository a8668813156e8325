import { scaleBand, scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import { useWidth } from '#web/lib/use-width.ts'
import { ChartFrame, margin } from './chart-frame.tsx'

interface ColumnSeries {
  readonly name: string
  readonly values: readonly number[]
  /** A color token, or one per column. */
  readonly fill: string | readonly string[]
}

type ColumnChartProps = {
  /** The unique keys of the columns. */
  keys: readonly string[]
  names: readonly string[]
  /** Stacked in this order, the first at the bottom. */
  series: readonly ColumnSeries[]
  height?: number
  /** Whether each column shows its sum above it. */
  labelled?: boolean
  /** Index of the column with a dashed line before it. */
  divideBefore?: number
}

/** A column chart, stacked if there are several series. */
export function ColumnChart({ keys, names, series, height = 220, labelled, divideBefore }: ColumnChartProps) {
  const [ref, width] = useWidth<HTMLDivElement>(560)
  const sums = keys.map((_, column) => series.reduce((sum, { values }) => sum + (values[column] ?? 0), 0))
  const inner = { width: Math.max(60, width - margin.left - margin.right), height: height - margin.top - margin.bottom }
  const x = scaleBand<string>({ domain: [...keys], range: [0, inner.width], padding: keys.length > 30 ? 0.1 : 0.22 })
  const y = scaleLinear<number>({ domain: [0, Math.max(4, ...sums)], range: [inner.height, 0], nice: true })
  const heightOf = (value: number) => y(value) ?? 0
  return (
    <div ref={ref} className="p-1">
      <ChartFrame width={width - 8} height={height} x={x} y={y} names={names}>
        {keys.map((key, column) => {
          let below = 0
          return (
            <g key={key}>
              {series.map(({ name, values, fill }) => {
                const value = values[column] ?? 0
                const from = below
                below += value
                if (value === 0) return null
                return (
                  <Bar
                    key={name}
                    x={x(key)}
                    y={heightOf(below)}
                    width={x.bandwidth()}
                    height={Math.max(1, heightOf(from) - heightOf(below))}
                    fill={typeof fill === 'string' ? fill : fill[column]}
                    stroke="var(--surface)"
                    strokeWidth={series.length > 1 ? 1 : 0}
                    rx={series.length > 1 ? 0 : 2}
                  >
                    <title>{`${names[column] || key}: ${name} ${value.toLocaleString('en-US')}`}</title>
                  </Bar>
                )
              })}
              {labelled && (sums[column] ?? 0) > 0 && (
                <text
                  x={(x(key) ?? 0) + x.bandwidth() / 2}
                  y={heightOf(sums[column] ?? 0) - 4}
                  textAnchor="middle"
                  fontSize={11}
                  fontWeight={600}
                  fill="var(--ink)"
                >
                  {sums[column]}
                </text>
              )}
            </g>
          )
        })}
        {divideBefore !== undefined && (
          <line
            x1={(x(keys[divideBefore] ?? '') ?? 0) - (x.step() * x.padding()) / 2}
            x2={(x(keys[divideBefore] ?? '') ?? 0) - (x.step() * x.padding()) / 2}
            y1={-8}
            y2={inner.height}
            stroke="var(--ink-2)"
            strokeDasharray="3 3"
          />
        )}
      </ChartFrame>
    </div>
  )
}
