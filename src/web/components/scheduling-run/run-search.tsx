import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ArrowRight, TrendingDown } from 'lucide-react'
import type { SchedulingRun } from '#contract/scheduling-runs.ts'
import { type RunEffort, runEfforts } from '#contract/vocabulary.ts'
import { searchLimitMs } from '#domain/scheduling/run-effort.ts'
import { endRunSearchMutation } from '#web/api/schedule/scheduling-runs.mutations.ts'
import { formatNumber } from '#web/lib/format-number.ts'
import { useRefusal } from '#web/stores/actor.ts'
import { Button } from '#web/ui/button.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { FallingCurve, useFalling } from './falling-curve.tsx'
import { isLeastLate, moreTimeWords, remaining } from './run-sentences.ts'
import { useRunRefusal } from './use-run-refusal.ts'
import { useStartRun } from './use-start-run.ts'

const Falling = ({ label, from, to }: { label: string; from: number | null; to: number | null }) => (
  <div className="flex flex-col">
    <dt className="text-ink-3 text-label">{label}</dt>
    <dd className="flex items-center gap-1.5 font-semibold text-lead tabular-nums">
      <span className="text-ink-3">{formatNumber(from)}</span>
      <ArrowRight aria-hidden="true" className="size-4 text-ink-3" />
      <VisuallyHidden>to</VisuallyHidden>
      {formatNumber(to)}
    </dd>
  </div>
)

/** '12 % fewer' late days than in the current plan; null if there are no fewer. */
const gainWords = (from: number | null, to: number): string | null =>
  from === null || to >= from ? null : `${Math.round((1 - to / from) * 100)} % fewer`

/** The best plan that a running search has found so far, compared with the current plan, and a chart of its late days. */
export function RunImprovement({ run }: { run: SchedulingRun }) {
  const isSearching = run.status === 'Running' && run.phase === 'improving'
  const { points, nowMs } = useFalling(isSearching ? run.lateDays : null)
  if (!isSearching || run.lateDays === null) return null
  const gain = gainWords(run.lateDaysBefore, run.lateDays)
  return (
    <section aria-label="Best plan so far" className="flex flex-col gap-2 rounded border border-line px-3 py-2">
      <p className="flex items-center gap-2 font-semibold">
        Searching for a better plan
        {gain && (
          <span className="ml-auto flex items-center gap-1.5 font-normal text-ok-text tabular-nums">
            <TrendingDown aria-hidden="true" className="size-4" />
            {gain}
          </span>
        )}
      </p>
      <dl className="grid grid-cols-2">
        <Falling label="Late days" from={run.lateDaysBefore} to={run.lateDays} />
        <Falling label="Late projects" from={run.lateProjectsBefore} to={run.lateProjects} />
      </dl>
      <FallingCurve
        points={points}
        nowMs={nowMs}
        fromDays={run.lateDaysBefore ?? run.lateDays}
        fullMs={searchLimitMs(run.effort)}
      />
    </section>
  )
}

/** Ends the search with its best plan so far; a preview only shows that plan. */
export function UseThisPlan({ run }: { run: SchedulingRun }) {
  const endSearch = useMutation(endRunSearchMutation(useQueryClient()))
  return (
    <Button
      variant="primary"
      busy={endSearch.isPending || endSearch.isSuccess}
      busyLabel="Stopping…"
      onClick={() => endSearch.mutate(run.runId)}
    >
      {run.preview ? 'Stop searching' : 'Use this plan'}
    </Button>
  )
}

const names: Record<RunEffort, string> = { quick: 'Quick', balanced: 'Balanced', thorough: 'Thorough' }

/** While something is late: what more time is likely to bring, and unless that is nothing, the same run with more effort. */
export function SearchLonger({ run }: { run: SchedulingRun }) {
  const start = useStartRun()
  const toTry = useRefusal('tryPlans')
  const toRun = useRunRefusal(run.projectId !== null)
  const isShown = run.status === 'Succeeded' && run.selectedProjects === null && (run.lateDays ?? 0) > 0
  if (!isShown) return null
  const more = isLeastLate(run) ? [] : runEfforts.slice(runEfforts.indexOf(run.effort) + 1)
  const isQuiet = run.searchEnd === 'settled'
  const words = moreTimeWords(run, more.length > 0)
  if (!words && more.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-2">
      {words && <p className="w-full text-ink-2">{words}</p>}
      {more.length > 0 && !isQuiet && <span className="text-ink-2">Search longer for a better plan:</span>}
      {more.map((effort) => (
        <Button
          key={effort}
          size="small"
          variant={isQuiet ? 'ghost' : 'default'}
          busy={start.isPending}
          busyLabel="Starting…"
          disabledReason={run.preview ? toTry : toRun}
          onClick={() => start.mutate({ projectId: run.projectId ?? undefined, preview: run.preview, effort })}
        >
          {isQuiet && 'Search longer: '}
          {names[effort]} (up to {remaining(searchLimitMs(effort) / 1_000)})
        </Button>
      ))}
    </div>
  )
}
