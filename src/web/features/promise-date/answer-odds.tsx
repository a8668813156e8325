import type { PromiseOdds } from '#contract/promise-date.ts'
import { errorSentence } from '#web/api/api-error.ts'
import { type DateSettings, dayOfEnd, formatShipDate } from '#web/lib/format-date.ts'
import { Button } from '#web/ui/button.tsx'
import type { AnswerOdds } from './use-promise-odds.ts'

const reasons: Record<NonNullable<PromiseOdds['reason']>, string> = {
  tooLittleKnown: 'No odds: too little of this kind of work has been finished to know how long it takes.',
  shopTooLarge: 'No odds: they are not computed for organizations with more than 50,000 operations.',
}

type AnswerOddsLineProps = { odds: AnswerOdds; dates: DateSettings; nowMs: number }

/** How sure the date of an answer is, or why that is not known. */
export function AnswerOddsLine({ odds: { data, error, isStopped, stop }, dates, nowMs }: AnswerOddsLineProps) {
  if (data?.odds) {
    const { p50, p80, p90 } = data.odds
    const day = (end: string) => formatShipDate(dayOfEnd(end), dates, nowMs)
    return (
      <p className="flex flex-wrap items-baseline gap-x-3 tabular-nums">
        <span className="font-semibold">Promise 80 %: {day(p80)}</span>
        <span className="text-ink-2">
          50 %: {day(p50)} · 90 %: {day(p90)}
        </span>
      </p>
    )
  }
  if (data?.reason) return <p className="text-ink-2">{reasons[data.reason]}</p>
  if (error) return <p className="text-ink-2">No odds. {errorSentence(error)}</p>
  if (isStopped) return <p className="text-ink-2">The odds were not computed.</p>
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-ink-2">
      Computing how sure this date is…
      <Button size="small" onClick={stop}>
        Stop
      </Button>
    </p>
  )
}
