import type { Project } from '#contract/projects.ts'
import { type ProjectPhase, projectPhases } from '#contract/vocabulary.ts'
import { dayMs } from '#domain/time/units.ts'

/** Distribution of phases: most of a shop is in engineering and production. */
const phaseOf = (index: number): ProjectPhase => {
  const share = index % 20
  if (share < 2) return 'submittals'
  if (share < 7) return 'engineering'
  if (share < 15) return 'production'
  return projectPhases[3 + (share % 4)] ?? 'complete'
}

/** A generated project; the same index and `nowMs` give the same record. */
export const madeProject = (index: number, nowMs: number, overrides: Partial<Project> = {}): Project => {
  const currentPhase = phaseOf(index)
  const done = currentPhase === 'complete' || currentPhase === 'shipped'
  const at = new Date(nowMs + ((index * 37) % 120) * dayMs - 20 * dayMs).toISOString()
  return {
    projectId: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    projectNumber: String(1_000 + index),
    projectName: `Project ${index}`,
    shortName: '',
    customerName: `Customer ${index % 40}`,
    priority: (index * 7) % 101,
    status: done ? 'Completed' : currentPhase === 'on_hold' ? 'On Hold' : 'In Progress',
    currentPhase,
    progressPercentage: done ? 100 : (index * 13) % 100,
    customerReleaseDate: null,
    engineeringReleaseDate: null,
    productionStartDate: null,
    plannedShipDate: at,
    actualShipDate: null,
    description: '',
    operationCount: 5,
    completedOperationCount: 2,
    heldOperationCount: 0,
    hoursLeft: 12,
    hoursPlanned: 40,
    projectedCompletionDate: at,
    odds: null,
    oddsGap: null,
    projectedFrom: 'schedule',
    forecastCompletionDate: at,
    latenessDays: 0,
    pastDueDays: null,
    state: done ? 'complete' : 'onTime',
    currentOperation: null,
    version: 1,
    createdAt: at,
    modifiedAt: at,
    modifiedBy: '',
    ...overrides,
  }
}

export const manyProjects = (count: number, nowMs: number): Project[] =>
  Array.from({ length: count }, (_, index) => madeProject(index, nowMs))
