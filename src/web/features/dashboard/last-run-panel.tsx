import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Dashboard } from '#contract/dashboard.ts'
import { runEffectQuery } from '#web/api/dashboard.queries.ts'
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

type Run = NonNullable<Dashboard['lastRun']>

/** Late days of the new plan, beside those that following the one before would have come to. */
const LateDays = ({ run: { lateDays, lateDaysBefore } }: Run) => {
  if (lateDays === null || lateDaysBefore === null) return null
  const change = lateDays - lateDaysBefore
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

/** As the schedule counts them, whatever the run left behind. */
const NotScheduled = ({ count }: { count: number }) =>
  count > 0 && (
    <Link to="/schedule" search={{ show: 'unplaced' }} className="text-primary-text hover:underline">
      {formatCount(count, 'operation')} not scheduled
    </Link>
  )

/** The plan in use: when it was made and by whom, what it changed, and whether it still fits. */
export const LastRunPanel = ({
  dashboard: { lastRun, figures },
  dates,
  nowMs,
}: {
  dashboard: Pick<Dashboard, 'lastRun' | 'figures'>
  dates: DateSettings
  nowMs: number
}) => {
  const effect = useQuery({ ...runEffectQuery(lastRun?.run.runId ?? ''), enabled: lastRun !== null }).data
  if (!lastRun) {
    return (
      <Panel title="Last run">
        <div className="flex flex-col items-center gap-3 px-3 py-6">
          <p className="text-ink-3">Nothing has been scheduled yet.</p>
          <NotScheduled count={figures.notPlaced} />
        </div>
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
          <Figure label="operations moved" value={run.changedOperations} />
          <Figure label="projects sooner" value={effect?.sooner} />
          <Figure label="projects later" value={effect?.later} />
          <Figure label="recovered" value={effect?.recovered} />
          <Figure label="became late" value={effect?.becameLate} />
        </dl>
        <LateDays {...lastRun} />
        <NotScheduled count={figures.notPlaced} />
        {changesSince !== null && changesSince > 0 && (
          <Mark kind="projectedLate">{formatCount(changesSince, 'change')} since, the plan may be out of date</Mark>
        )}
      </div>
    </Panel>
  )
}
