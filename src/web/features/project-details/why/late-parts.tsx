import type { LatePart, ProjectLateness } from '#contract/late-parts.ts'
import { dayMs, hourMs } from '#domain/time/units.ts'
import { causeName } from '#web/components/operation-table/cause-words.ts'
import { type DateSettings, formatShortDateTime } from '#web/lib/format-date.ts'
import { formatSpan } from '#web/lib/format-hours.ts'
import { formatPercent } from '#web/lib/format-number.ts'
import { type Tone, toneSurface } from '#web/ui/tones.ts'

type LatePartsProps = { lateness: ProjectLateness; dates: DateSettings; nowMs: number }

interface Cause {
  readonly name: string
  readonly ms: number
}

/** The causes by name, the largest first: operations with the same cause share one. */
const causesOf = (parts: readonly LatePart[], dayTime: (instant: string) => string): Cause[] => {
  const sums = new Map<string, number>()
  for (const { cause, lateMs } of parts) {
    const name = causeName(cause, dayTime)
    sums.set(name, (sums.get(name) ?? 0) + lateMs)
  }
  return [...sums].map(([name, ms]) => ({ name, ms })).sort((a, b) => b.ms - a.ms)
}

const tones: readonly Tone[] = ['late', 'primary', 'projectedLate', 'onHold']
const toneOf = (index: number): Tone => tones[index] ?? 'neutral'

/** A segment with a smaller share of the bar has no room for its time, which the list shows. */
const leastSaid = 0.2

const spanWords = (ms: number): string => formatSpan(ms > dayMs ? Math.round(ms / hourMs) * hourMs : ms)

/** The causes as lengths, hidden from screen readers. Those without a color of their own are one segment. */
const Bar = ({ causes, allMs }: { causes: readonly Cause[]; allMs: number }) => {
  const restMs = causes.slice(tones.length).reduce((sum, { ms }) => sum + ms, 0)
  const segments = restMs > 0 ? [...causes.slice(0, tones.length), { name: 'rest', ms: restMs }] : causes
  return (
    <div aria-hidden="true" className="flex gap-0.5">
      {segments.map(({ ms, name }, index) => (
        <span
          key={name}
          className={`h-5 min-w-1 basis-0 truncate rounded-mark border text-center text-label tabular-nums ${toneSurface[toneOf(index)]}`}
          style={{ flexGrow: ms }}
        >
          {ms >= allMs * leastSaid && spanWords(ms)}
        </span>
      ))}
    </div>
  )
}

/** The causes of the lateness, which add up to it, the main cause first: as a bar, and with their shares as a list. */
export function LateParts({ lateness: { lateMs, parts }, dates, nowMs }: LatePartsProps) {
  if (parts.length === 0) return null
  const causes = causesOf(parts, (instant) => formatShortDateTime(instant, dates, nowMs))
  return (
    <section aria-labelledby="late-parts" className="border-line border-b px-4 pb-3">
      <h3 id="late-parts" className="sr-only">
        What makes it late
      </h3>
      <Bar causes={causes} allMs={lateMs} />
      <ul className="mt-2 flex flex-col gap-1">
        {causes.map(({ ms, name }, index) => (
          <li key={name} className="flex items-baseline gap-2">
            <span
              aria-hidden="true"
              className={`size-2.5 shrink-0 rounded-mark border ${toneSurface[toneOf(index)]}`}
            />
            <span className="min-w-0 grow break-words">{name}</span>{' '}
            <span className="shrink-0 text-ink-2 tabular-nums">{formatPercent((ms / lateMs) * 100)}</span>{' '}
            <span className="shrink-0 tabular-nums">{formatSpan(ms)}</span>
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
