import type { Project } from '#contract/projects.ts'
import { type DateSettings, dayOfEnd, formatShipDate } from '#web/lib/format-date.ts'

type Forecast = Pick<Project, 'forecastCompletionDate' | 'state'>

/** While some of its open work has no date, nothing says when a project will end. */
export const endIsUnknown = ({ forecastCompletionDate, state }: Forecast): boolean =>
  forecastCompletionDate === null && state === 'unscheduled'

/** The day on which a project ends by the forecast: 'Wed 12/02', 'Not scheduled', or a dash where nothing is left to forecast. */
export const forecastDayWords = (project: Forecast, dates: DateSettings, nowMs: number): string =>
  endIsUnknown(project) ? 'Not scheduled' : formatShipDate(dayOfEnd(project.forecastCompletionDate), dates, nowMs)
