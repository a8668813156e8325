import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { SchedulingRun } from '#contract/scheduling-runs.ts'
import { proposalQuery } from '#web/api/schedule/proposals.queries.ts'
import { forecastDatesQuery, runDatesQuery } from '#web/api/schedule/schedule.queries.ts'
import { runsQuery } from '#web/api/schedule/scheduling-runs.queries.ts'
import type { KnownSearch } from '../model/known-search.ts'

/** The runs over all projects whose plans were applied and are still stored, latest first: the plan can be compared with them. */
export const comparableRuns = (runs: readonly SchedulingRun[]): SchedulingRun[] =>
  runs.filter(
    ({ projectId, selectedProjects, revertedAt, isKept }) =>
      projectId === null && selectedProjects === null && !revertedAt && isKept,
  )

/** The dates that the Gantt draws beside the plan, if the reader has switched them on, and the proposal that it draws. */
export const useDatesBeside = ({ forecast, baseline, columns, proposal: proposalId }: KnownSearch) => {
  const needsForecast = forecast || columns.includes('due') || columns.includes('end')
  const runs = useQuery({ ...runsQuery(), enabled: baseline === 'last' }).data
  const runId = baseline === 'last' ? comparableRuns(runs ?? [])[0]?.runId : baseline
  const forecastDates = useQuery({ ...forecastDatesQuery(), enabled: needsForecast }).data
  const runDates = useQuery({ ...runDatesQuery(runId ?? ''), enabled: Boolean(runId) }).data
  const proposal = useQuery({ ...proposalQuery(proposalId ?? ''), enabled: proposalId !== undefined }).data
  const name = baseline === 'last' ? 'the last run' : 'the run before'
  const compared = useMemo(() => runDates && { name, ...runDates }, [runDates, name])
  const dates = {
    forecast: needsForecast ? forecastDates : undefined,
    baseline: runId ? compared : undefined,
    proposed: proposal?.moves,
  }
  return { dates, proposal }
}
