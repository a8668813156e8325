import { useQuery } from '@tanstack/react-query'
import type { SchedulingEffect } from '#contract/proposals.ts'
import { schedulingEffectQuery } from '#web/api/schedule/proposals.queries.ts'
import { changesNothing, outcomeWords } from '#web/components/proposals/outcome-words.ts'
import { PreviewButton } from '#web/components/proposals/preview-button.tsx'
import { useTryFirst } from '#web/components/proposals/use-try-first.ts'
import { formatCount, formatNumber } from '#web/lib/format-number.ts'
import { useRefusal } from '#web/stores/actor.ts'
import { gaveOnlyFirstDates } from './run-effect-words.ts'
import { comparedFigure } from './run-sentences.ts'

const effectWords = (effect: SchedulingEffect): string =>
  changesNothing(effect)
    ? 'Scheduling again would change nothing.'
    : `Scheduling again: ${outcomeWords(effect)} ${comparedFigure('Late days', effect.lateDays, gaveOnlyFirstDates(effect.effect) ? null : effect.lateDaysBefore)}`

/**
 * How many operations are behind plan, and what "Schedule all" would do about it now. The server computes a whole plan
 * for this, which takes a few seconds; until then the strip says so.
 */
export function SchedulingEffectNow() {
  const { data, isError } = useQuery(schedulingEffectQuery())
  return (
    <section
      aria-label="Scheduling again"
      className="flex min-h-31 flex-col items-start gap-2 border-line border-t p-3"
    >
      {data && (
        <>
          <p>
            {data.behindPlan > 0 && <>{formatCount(data.behindPlan, 'operation is', 'operations are')} behind plan. </>}
            {effectWords(data)}
          </p>
          {!changesNothing(data) && <PreviewButton className="mt-auto" />}
        </>
      )}
      {isError && <p className="text-ink-3">The effect of scheduling again is not available right now.</p>}
      {!data && !isError && <p className="text-ink-3">Calculating the effect of scheduling again…</p>}
    </section>
  )
}

/** The gain alone: recovered projects, otherwise the saved late days. */
const gainWords = ({ effect: { recovered }, lateDays, lateDaysBefore }: SchedulingEffect): string | null => {
  if (recovered > 0) return `${formatNumber(recovered)} could recover`
  return lateDays < lateDaysBefore ? `${formatCount(lateDaysBefore - lateDays, 'fewer late day')}` : null
}

/** The gain of "Schedule all" as a button that opens the preview. Hidden if there is no gain. */
export function SchedulingGain() {
  const { data } = useQuery(schedulingEffectQuery())
  const { tryFirst, isBusy } = useTryFirst()
  const refusal = useRefusal('tryPlans')
  const gain = data && gainWords(data)
  if (!gain) return null
  return (
    <button
      type="button"
      title={refusal ?? effectWords(data)}
      className="truncate text-primary-text hover:underline max-xl:hidden"
      aria-disabled={refusal !== null || undefined}
      disabled={isBusy}
      onClick={() => refusal ?? void tryFirst({ changes: [], method: 'optimize' })}
    >
      {gain}
    </button>
  )
}
