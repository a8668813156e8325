import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { SchedulingRun } from '#contract/scheduling-runs.ts'
import { forecastDatesQuery, runDatesQuery } from '#web/api/schedule/schedule.queries.ts'
import { runsQuery } from '#web/api/schedule/scheduling-runs.queries.ts'
import { useNarrow } from '#web/lib/use-narrow.ts'
import { keepScheduleWidths, readScheduleWidths } from '#web/stores/schedule-widths.ts'
import { type GanttLook, usualLook } from '../model/schedule-choices.ts'

/** The runs over all projects whose plans were applied and are still stored, latest first: the plan can be compared with them. */
export const comparableRuns = (runs: readonly SchedulingRun[]): SchedulingRun[] =>
  runs.filter(
    ({ projectId, selectedProjects, revertedAt, isKept }) =>
      projectId === null && selectedProjects === null && !revertedAt && isKept,
  )

/** The dates that the Gantt draws beside the plan, if the reader has switched them on. */
const useOtherDates = ({ forecast, baseline, columns }: GanttLook) => {
  const needsForecast = forecast || columns.includes('due') || columns.includes('end')
  const runs = useQuery({ ...runsQuery(), enabled: baseline === 'last' }).data
  const runId = baseline === 'last' ? comparableRuns(runs ?? [])[0]?.runId : baseline
  const forecastDates = useQuery({ ...forecastDatesQuery(), enabled: needsForecast }).data
  const runDates = useQuery({ ...runDatesQuery(runId ?? ''), enabled: Boolean(runId) }).data
  const name = baseline === 'last' ? 'the last run' : 'the run before'
  const compared = useMemo(() => runDates && { name, ...runDates }, [runDates, name])
  return {
    ...(needsForecast && forecastDates && { forecast: forecastDates }),
    ...(runId && compared && { baseline: compared }),
  }
}

/** The most important columns, shown beside the name. */
const decisionColumns: GanttLook['columns'] = ['state']

/** The columns of the list. If they would leave too little room for the bars, only the most important ones are shown. */
const columnsOf = (columns: GanttLook['columns'], isTight: boolean): GanttLook['columns'] =>
  isTight && columns.join() === usualLook.columns.join() ? decisionColumns : columns

/** What the Gantt draws according to the URL, with the dates needed for it, and the widths of its list. */
export const useLook = (asked: GanttLook) => {
  const { color, links, done, critical, forecast, baseline, order, group } = asked
  const columns = columnsOf(asked.columns, useNarrow(1024))
  const look = useMemo(
    () => ({ color, links, done, critical, forecast, baseline, columns, order, group }),
    [color, links, done, critical, forecast, baseline, columns, order, group],
  )
  const [widths] = useState(readScheduleWidths)
  return { look, widths, onWidths: keepScheduleWidths, ...useOtherDates(look) }
}
