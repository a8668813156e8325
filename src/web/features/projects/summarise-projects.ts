import type { Project } from '#contract/projects.ts'
import type { ProjectState } from '#contract/vocabulary.ts'

/** The states a planner acts on, as the footer counts them. */
export const countedStates = ['late', 'projectedLate', 'atRisk'] as const satisfies readonly ProjectState[]

/** Totals of what is shown. */
export function summariseProjects(projects: readonly Project[]) {
  const states = { late: 0, projectedLate: 0, atRisk: 0 }
  let operations = 0
  for (const { operationCount, state } of projects) {
    operations += operationCount
    if (state in states) states[state as keyof typeof states] += 1
  }
  return { projects: projects.length, operations, states }
}
