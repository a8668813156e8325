import type { ListedProject, ProjectsAnswer } from '#contract/projects.ts'
import { packProjects } from '#domain/projects/pack-projects.ts'

/** The answer with these projects, as for lists and boards. */
export const projectsAnswer = (projects: readonly ListedProject[]): ProjectsAnswer => ({
  change: 0,
  day: 0,
  touched: null,
  rest: null,
  rows: packProjects(projects),
})
