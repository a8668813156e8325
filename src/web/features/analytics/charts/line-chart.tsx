import { scaleBand, scaleLinear } from '@visx/scale'
import { LinePath } from '@visx/shape'
import { useWidth } from '#web/lib/use-width.ts'
import { ChartFrame, margin } from './chart-frame.tsx'

const height = 220

type LineChartProps = {
  keys: readonly string[]
  names: readonly string[]
  /** Null if there is no value for that column; the line continues after it. */
  values: readonly (number | null)[]
  max: number
}

/** One line with its points. The last point is filled and has a label. */
export function LineChart({ keys, names, values, max }: LineChartProps) {
  const [ref, width] = useWidth<HTMLDivElement>(560)
  const inner = { width: Math.max(60, width - margin.left - margin.right), height: height - margin.top - margin.bottom }
  const x = scaleBand<string>({ domain: [...keys], range: [0, inner.width] })
  const y = scaleLinear<number>({ domain: [0, max], range: [inner.height, 0] })
  const points = keys.flatMap((key, column) => {
    const value = values[column]
    return value == null ? [] : [{ key, value, atX: (x(key) ?? 0) + x.bandwidth() / 2, atY: y(value) ?? 0 }]
  })
  const last = points.at(-1)
  // The label goes on the side of the point where there is no line.
  const comesFromAbove = last !== undefined && (points.at(-2)?.atY ?? last.atY) < last.atY
  return (
    <div ref={ref} className="p-1">
      <ChartFrame width={width - 8} height={height} x={x} y={y} names={names}>
        <LinePath data={points} x={({ atX }) => atX} y={({ atY }) => atY} stroke="var(--primary)" strokeWidth={2} />
        {points.map((point) => (
          <circle
            key={point.key}
            cx={point.atX}
            cy={point.atY}
            r={point === last ? 4.5 : 3}
            fill={point === last ? 'var(--primary)' : 'var(--surface)'}
            stroke="var(--primary)"
            strokeWidth={1.5}
          >
            <title>{`${names[keys.indexOf(point.key)] ?? point.key}: ${point.value} %`}</title>
          </circle>
        ))}
        {last && (
          <text
            x={last.atX}
            y={comesFromAbove ? last.atY + 18 : last.atY - 8}
            textAnchor="middle"
            fontSize={11}
            fontWeight={600}
            fill="var(--ink)"
          >
            {last.value}
          </text>
        )}
      </ChartFrame>
    </div>
  )
}
