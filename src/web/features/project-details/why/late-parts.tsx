import type { LatePart, ProjectLateness } from '#contract/late-parts.ts'
import { causeName } from '#web/components/operation-table/cause-words.ts'
import { type DateSettings, formatShortDateTime } from '#web/lib/format-date.ts'
import { formatSpan } from '#web/lib/format-hours.ts'
import { type Tone, toneSurface } from '#web/ui/tones.ts'

type LatePartsProps = { lateness: ProjectLateness; dates: DateSettings; nowMs: number }

const hourMs = 3_600_000
const dayMs = 24 * hourMs

interface Segment {
  readonly name: string
  readonly ms: number
}

/** The parts by the name of their cause, the greatest first: operations with the same cause share a segment. */
const segmentsOf = (parts: readonly LatePart[], dayTime: (instant: string) => string): Segment[] => {
  const sums = new Map<string, number>()
  for (const { cause, lateMs } of parts) {
    const name = causeName(cause, dayTime)
    sums.set(name, (sums.get(name) ?? 0) + lateMs)
  }
  return [...sums].map(([name, ms]) => ({ name, ms })).sort((a, b) => b.ms - a.ms)
}

/** Segments that fit side by side; the rest is one segment. */
const mostShown = 4
const tones: readonly Tone[] = ['late', 'primary', 'projectedLate', 'onHold']

/** What makes the project late as a bar: causes that add up to its lateness, the main cause first. */
export function LateParts({ lateness: { lateMs, parts }, dates, nowMs }: LatePartsProps) {
  if (parts.length === 0) return null
  const all = segmentsOf(parts, (instant) => formatShortDateTime(instant, dates, nowMs))
  const others = all.slice(mostShown)
  const restMs = others.reduce((sum, { ms }) => sum + ms, 0)
  const segments = restMs > 0 ? [...all.slice(0, mostShown), { name: `${others.length} more`, ms: restMs }] : all
  return (
    <section aria-labelledby="late-parts" className="border-line border-b px-4 pb-3">
      <h3 id="late-parts" className="sr-only">
        What makes it late
      </h3>
      <ul className="flex gap-0.5">
        {segments.map(({ ms, name }, index) => (
          <li key={name} className="min-w-8 basis-0" style={{ flexGrow: ms }} title={`${name}: ${formatSpan(ms)}`}>
            <span
              className={`block truncate rounded-mark border px-1 text-center text-label tabular-nums ${toneSurface[tones[index] ?? 'neutral']}`}
            >
              {formatSpan(ms > dayMs ? Math.round(ms / hourMs) * hourMs : ms)}
            </span>
            <span className="mt-1 block truncate text-ink-2 text-label">{name}</span>
          </li>
        ))}
      </ul>
      <p className="mt-2 flex justify-between gap-3 border-line border-t pt-2">
        <span className="text-ink-2">Adds up to</span>
        <b className="tabular-nums">{formatSpan(lateMs)}</b>
      </p>
    </section>
  )
}
