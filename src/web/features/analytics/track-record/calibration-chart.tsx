import { scaleLinear } from '@visx/scale'
import { useWidth } from '#web/lib/use-width.ts'
import type { KnownShare } from './record-words.ts'

const margin = { top: 16, right: 24, bottom: 40, left: 52 } as const
const height = 260
const ticks = [0, 25, 50, 75, 100]
const label = { fill: 'var(--ink-3)', fontSize: 11 } as const

/** Dates given with a probability in percent, and the share that came true. */
export interface CalibrationPoint extends KnownShare {
  readonly said: number
}

/**
 * The probability that was given against the share that came true, with the range in which it is likely to lie. On the dashed line both
 * are the same. Screen readers skip the drawing and read its table.
 */
export function CalibrationChart({ points }: { points: readonly CalibrationPoint[] }) {
  const [ref, width] = useWidth<HTMLDivElement>(420)
  const inner = {
    width: Math.max(60, width - 8 - margin.left - margin.right),
    height: height - margin.top - margin.bottom,
  }
  const x = scaleLinear<number>({ domain: [0, 100], range: [0, inner.width] })
  const y = scaleLinear<number>({ domain: [0, 100], range: [inner.height, 0] })
  return (
    <div ref={ref} className="p-1">
      <svg aria-hidden="true" width={width - 8} height={height} className="block overflow-visible tabular-nums">
        <g transform={`translate(${margin.left},${margin.top})`}>
          {ticks.map((tick) => (
            <g key={tick}>
              <line x1={0} x2={inner.width} y1={y(tick)} y2={y(tick)} stroke="var(--line)" />
              <text {...label} x={-6} y={y(tick) + 4} textAnchor="end">
                {tick}
              </text>
              <text {...label} x={x(tick)} y={inner.height + 16} textAnchor="middle">
                {tick}
              </text>
            </g>
          ))}
          <text {...label} x={inner.width / 2} y={inner.height + 33} textAnchor="middle">
            given, %
          </text>
          <text {...label} transform={`translate(-38,${inner.height / 2}) rotate(-90)`} textAnchor="middle">
            came true, %
          </text>
          <line x1={x(0)} y1={y(0)} x2={x(100)} y2={y(100)} stroke="var(--ink-2)" strokeDasharray="3 3" />
          <polyline
            points={points.map(({ said, percent }) => `${x(said)},${y(percent)}`).join(' ')}
            fill="none"
            stroke="var(--primary)"
            strokeWidth={2}
          />
          {points.map(({ said, percent, low, high }) => (
            <g key={said}>
              <line x1={x(said)} x2={x(said)} y1={y(low)} y2={y(high)} stroke="var(--primary)" strokeWidth={1.5} />
              {[low, high].map((end) => (
                <line key={end} x1={x(said) - 4} x2={x(said) + 4} y1={y(end)} y2={y(end)} stroke="var(--primary)" />
              ))}
              <circle cx={x(said)} cy={y(percent)} r={4.5} fill="var(--primary)">
                <title>{`Given with ${said} %: ${percent} % came true, likely ${low} to ${high} %`}</title>
              </circle>
              <text
                x={x(said) + 7}
                y={y(percent) + 15}
                textAnchor="start"
                fontSize={11}
                fontWeight={600}
                fill="var(--ink)"
              >
                {percent}
              </text>
            </g>
          ))}
        </g>
      </svg>
    </div>
  )
}
