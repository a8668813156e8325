import { type ProjectState, projectStates } from '#contract/vocabulary.ts'
import { latenessWords, pastDueWords } from '#web/components/project-marks/lateness-mark.tsx'
import { at } from './at.ts'
import type { ScheduleModel } from './schedule-model.ts'

export interface ProjectLateness {
  readonly state: ProjectState
  /** "4 d late", "5 d slack", "On hold", "Not scheduled". */
  readonly text: string
  /** "16 d past due"; null before the ship date has passed. */
  readonly pastDue: string | null
  /** Both texts beside each other if they contain days; '' if neither does. */
  readonly days: string
}

/** The lateness of a project, in the same words as on all other screens. */
export const projectLateness = ({ data }: ScheduleModel, project: number): ProjectLateness => {
  const { states, latenessDays, pastDueDays } = data.projects
  const state = projectStates[at(states, project)] ?? 'unscheduled'
  const late = latenessDays[project] ?? null
  const text = latenessWords({ state, latenessDays: late })
  const pastDue = pastDueWords({ pastDueDays: pastDueDays[project] ?? null })
  return { state, text, pastDue, days: [late !== null && text, pastDue].filter(Boolean).join(' · ') }
}
