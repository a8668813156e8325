import type { ListedProject } from '#contract/projects.ts'
import type { ProjectState } from '#contract/vocabulary.ts'

/** The states that a planner acts on, counted in the footer. */
export const countedStates = ['late', 'atRisk'] as const satisfies readonly ProjectState[]

/** Totals of the displayed projects. */
export function summarizeProjects(projects: readonly ListedProject[]) {
  const states = { late: 0, atRisk: 0 }
  let operations = 0
  let pastDue = 0
  for (const { operationCount, state, pastDueDays } of projects) {
    operations += operationCount
    if (pastDueDays !== null) pastDue += 1
    if (state in states) states[state as keyof typeof states] += 1
  }
  return { projects: projects.length, operations, pastDue, states }
}
