import type { ListedProject, ProjectsAnswer } from '#contract/projects.ts'
import { writeProjects } from '#domain/projects/wire-projects.ts'

/** The answer with these projects, as for lists and boards. */
export const projectsAnswer = (projects: readonly ListedProject[]): ProjectsAnswer => ({
  change: 0,
  day: 0,
  touched: null,
  rest: null,
  rows: writeProjects(projects),
})
