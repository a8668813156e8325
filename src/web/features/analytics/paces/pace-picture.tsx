import type { Pace } from '#contract/analytics.ts'
import { formatFactor } from '#web/lib/format-number.ts'

const [width, height] = [240, 28]
/** Ratios from a quarter of the estimate to four times as much; others are drawn at the ends. */
const reach = Math.log(4)
const at = (ratio: number): number =>
  width / 2 + (Math.max(-1, Math.min(1, Math.log(ratio) / reach)) * (width - 12)) / 2

/** The ratios of finished operations as dots, with the median and the range of 80 %; the thin line is the estimate. */
export const PacePicture = ({ pace: { ratios, factor, low, high } }: { pace: Pace }) => (
  <svg
    role="img"
    viewBox={`0 0 ${width} ${height}`}
    className="h-7 w-full min-w-0"
    aria-label={`Median ${formatFactor(factor)} of the estimate; 80 % of operations between ${formatFactor(low)} and ${formatFactor(high)}`}
  >
    <line x1={at(1)} x2={at(1)} y1={2} y2={height - 2} stroke="var(--line-2)" />
    <rect x={at(low)} y={height / 2 - 5} width={Math.max(1, at(high) - at(low))} height={10} fill="var(--h2)" rx={2} />
    {ratios.map((ratio, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: equal ratios have no other difference.
      <circle key={index} cx={at(ratio)} cy={height / 2 + ((index % 5) - 2) * 4} r={1.5} fill="var(--ink-3)" />
    ))}
    <line x1={at(factor)} x2={at(factor)} y1={4} y2={height - 4} stroke="var(--primary)" strokeWidth={3} />
  </svg>
)
