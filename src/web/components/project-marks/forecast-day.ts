import type { Project } from '#contract/projects.ts'
import { type DateSettings, dayOfEnd, formatShipDate } from '#web/lib/format-date.ts'

type Forecast = Pick<Project, 'forecastCompletionDate' | 'state'>

/** True if some open work has no date, so that the end of the project is unknown. */
export const endIsUnknown = ({ forecastCompletionDate, state }: Forecast): boolean =>
  forecastCompletionDate === null && state === 'unscheduled'

/** The forecast completion date of a project: 'Wed 12/02', 'Not scheduled', or a dash if there is nothing left to forecast. */
export const forecastDayWords = (project: Forecast, dates: DateSettings, nowMs: number): string =>
  endIsUnknown(project) ? 'Not scheduled' : formatShipDate(dayOfEnd(project.forecastCompletionDate), dates, nowMs)
