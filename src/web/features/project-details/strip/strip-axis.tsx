import { type DateSettings, formatShipDate } from '#web/lib/format-date.ts'
import { labelStep, type StripRange, stripX } from './strip-scale.ts'

type StripAxisProps = { range: StripRange; widthPx: number; nowMs: number; dates: DateSettings }

/** The days above the bars, with as many labels as fit. 24 px high. */
export function StripAxis({ range, widthPx, nowMs, dates }: StripAxisProps) {
  const { days } = range
  const dayPx = widthPx / Math.max(1, days.length)
  const step = labelStep(dayPx, 48)
  return (
    <div
      aria-hidden="true"
      className="relative h-6 overflow-hidden border-line border-b bg-sunken text-axis text-ink-3"
    >
      {days.map(({ startMs, endMs, label }, index) => {
        if (index % step !== 0) return null
        const today = nowMs >= startMs && nowMs < endMs
        const text = step === 1 ? label : formatShipDate(startMs, dates, startMs).replace(/^\S+ /, '')
        return (
          <span
            key={startMs}
            className={`absolute inset-y-0 flex items-center tabular-nums ${step === 1 ? 'justify-center' : 'pl-1.5'} ${today ? 'font-semibold text-primary-text' : ''}`}
            style={{ left: stripX(range, widthPx, startMs), width: dayPx * step }}
          >
            {text}
          </span>
        )
      })}
    </div>
  )
}
