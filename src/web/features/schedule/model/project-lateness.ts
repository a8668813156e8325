import { type ProjectState, projectStates } from '#contract/vocabulary.ts'
import { lastInstant } from '#domain/time/last-instant.ts'
import { dayMs } from '#domain/time/units.ts'
import { latenessWords, pastDueWords } from '#web/components/project-marks/lateness-mark.tsx'
import type { DayGrid } from '#web/components/time-chart/day-grid.ts'
import { at } from './at.ts'
import { projectEnd, type ScheduleModel } from './schedule-model.ts'

export interface ProjectLateness {
  readonly state: ProjectState
  /** "4 d late", "5 d slack", "On hold", "Not scheduled". */
  readonly text: string
  /** "16 d past due"; null before the ship date has passed. */
  readonly pastDue: string | null
  /** Both texts beside each other if they contain days; '' if neither does. */
  readonly days: string
}

const lateIndex = projectStates.indexOf('late')

/** Whether a project is past due or projected late. */
export const isLate = ({ data }: ScheduleModel, project: number): boolean => data.projects.states[project] === lateIndex

/** The lateness of a project, in the same words as on all other screens. */
export const projectLateness = ({ data }: ScheduleModel, project: number): ProjectLateness => {
  const { states, latenessDays, pastDueDays } = data.projects
  const state = projectStates[at(states, project)] ?? 'unscheduled'
  const late = latenessDays[project] ?? null
  const text = latenessWords({ state, latenessDays: late })
  const pastDue = pastDueWords({ pastDueDays: pastDueDays[project] ?? null })
  return { state, text, pastDue, days: [late !== null && text, pastDue].filter(Boolean).join(' · ') }
}

/**
 * An instant of the day on which the project ends by the forecast, which its lateness counts to; without a ship date its planned end. 0 =
 * none: some of its open work has no date.
 */
export const forecastDay = (model: ScheduleModel, project: number): number => {
  if (projectLateness(model, project).state === 'unscheduled') return 0
  const [due, days] = [at(model.dueMs, project), model.data.projects.latenessDays[project] ?? null]
  return due > 0 && days !== null
    ? due - dayMs / 2 + days * dayMs
    : Math.max(0, lastInstant(projectEnd(model, project)))
}

/** The middle of the day on which the project ends by the forecast, if that is a later day than in the plan; otherwise 0. */
export const laterByForecast = (model: ScheduleModel, grid: DayGrid, project: number): number => {
  const [planned, forecast] = [projectEnd(model, project), forecastDay(model, project)]
  if (planned === 0) return 0
  return grid.indexAt(forecast) > grid.indexAt(lastInstant(planned)) ? forecast : 0
}
