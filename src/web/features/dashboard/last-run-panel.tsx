import { Link } from '@tanstack/react-router'
import type { Dashboard } from '#contract/dashboard.ts'
import { type RunEffectKind, runEffectKinds } from '#contract/run-effects.ts'
import type { SchedulingRun } from '#contract/scheduling-runs.ts'
import { madeByWords, type RunMoves, runMovedWords } from '#domain/scheduling/moved-words.ts'
import { openRun } from '#web/components/scheduling-run/opened-run.ts'
import { effectTitles, gaveOnlyFirstDates } from '#web/components/scheduling-run/run-effect-words.ts'
import { SchedulingEffectNow } from '#web/components/scheduling-run/scheduling-effect.tsx'
import { type DateSettings, formatShortDateTime } from '#web/lib/format-date.ts'
import { formatCount, formatNumber } from '#web/lib/format-number.ts'
import { Mark } from '#web/ui/mark.tsx'
import { Panel } from '#web/ui/panel.tsx'

const Figure = ({ label, value }: { label: string; value: number | null | undefined }) => (
  <div className="flex flex-col">
    <dt className="text-ink-3 text-label">{label}</dt>
    <dd className="font-semibold text-lead tabular-nums">{formatNumber(value)}</dd>
  </div>
)

/** Kinds of effect that are shown even if their count is 0. */
const alwaysShown: readonly RunEffectKind[] = ['becameLate', 'later', 'recovered', 'earlier']

interface LateDaysProps {
  run: Pick<SchedulingRun, 'lateDays' | 'lateDaysBefore' | 'effect'>
}

/** Late days of the new plan, compared with those of the previous plan if there is one. */
export const LateDays = ({ run: { lateDays, lateDaysBefore, effect } }: LateDaysProps) => {
  if (lateDays === null || lateDaysBefore === null) return null
  const change = gaveOnlyFirstDates(effect) ? 0 : lateDays - lateDaysBefore
  return (
    <p className="flex flex-wrap items-center gap-x-2">
      <span className="text-ink-3 text-label">Late days of all projects</span>
      <b className="tabular-nums">{formatNumber(lateDays)}</b>
      {change !== 0 && (
        <Mark kind={change < 0 ? 'onTime' : 'projectedLate'}>
          {formatNumber(Math.abs(change))} {change < 0 ? 'fewer' : 'more'} than without the run
        </Mark>
      )}
    </p>
  )
}

/** The categories of the run's moves, or the origin of a plan without a run. */
const RunMoved = ({ run }: { run: RunMoves }) => {
  if (run.movedAsForecast === undefined && !run.madeBy) return null
  const title = run.madeBy ? `${madeByWords(run, '')}: ` : ''
  return (
    <p className="text-ink-2">
      {title}
      {runMovedWords(run)}.
    </p>
  )
}

/** The number of unscheduled operations in the current schedule, not in the run. */
const NotScheduled = ({ count }: { count: number }) =>
  count > 0 && (
    <Link to="/schedule" search={{ show: 'unplaced' }} className="text-primary-text hover:underline">
      {formatCount(count, 'operation')} not scheduled
    </Link>
  )

/** The current plan: its time and author, the changes it made, and whether it is still valid. */
export const LastRunPanel = ({
  dashboard: { lastRun, figures },
  dates,
  nowMs,
}: {
  dashboard: Pick<Dashboard, 'lastRun' | 'figures'>
  dates: DateSettings
  nowMs: number
}) => {
  if (!lastRun) {
    return (
      <Panel title="Last run">
        <div className="flex flex-col items-center gap-3 px-3 py-6">
          <p className="text-ink-3">Nothing has been scheduled yet.</p>
          <NotScheduled count={figures.notPlaced} />
        </div>
        <SchedulingEffectNow />
      </Panel>
    )
  }
  const { run, changesSince } = lastRun
  return (
    <Panel
      title="Last run"
      meta={
        <span className="truncate text-ink-3 text-label">
          {formatShortDateTime(run.endedAt ?? run.startedAt, dates, nowMs)} · {run.startedBy}
        </span>
      }
    >
      <div className="flex flex-col gap-3 p-3">
        <dl className="grid grid-cols-3 gap-x-4 gap-y-2">
          <Figure label="Operations moved" value={run.changedOperations} />
          {runEffectKinds
            .filter((kind) => alwaysShown.includes(kind) || (run.effect?.[kind] ?? 0) > 0)
            .map((kind) => (
              <Figure key={kind} label={effectTitles[kind]} value={run.effect?.[kind]} />
            ))}
        </dl>
        <RunMoved run={run} />
        <LateDays {...lastRun} />
        <button
          type="button"
          className="self-start text-primary-text hover:underline"
          onClick={() => openRun(run.runId)}
        >
          See what it changed
        </button>
        <NotScheduled count={figures.notPlaced} />
        {changesSince !== null && changesSince > 0 && (
          <Mark kind="projectedLate">{formatCount(changesSince, 'change')} since, the plan may be out of date</Mark>
        )}
      </div>
      <SchedulingEffectNow />
    </Panel>
  )
}
