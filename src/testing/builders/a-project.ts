import type { Project } from '#contract/projects.ts'

/** Wed 11/18/2026 10:24 in Chicago. */
export const fixtureNowMs = Date.parse('2026-11-18T16:24:00Z')
export const fixtureZone = 'America/Chicago'

/** A project in production that ships on time, for tests of pure functions. */
export const aProject = (change: Partial<Project>): Project => ({
  projectId: `id-${change.projectNumber ?? '1'}`,
  projectNumber: '1',
  projectName: 'Frame',
  shortName: '',
  customerName: '',
  priority: 50,
  status: 'In Progress',
  currentPhase: 'production',
  progressPercentage: 0,
  customerReleaseDate: null,
  engineeringReleaseDate: null,
  productionStartDate: null,
  plannedShipDate: null,
  actualShipDate: null,
  description: '',
  operationCount: 0,
  completedOperationCount: 0,
  heldOperationCount: 0,
  hoursLeft: 0,
  hoursPlanned: 0,
  projectedCompletionDate: null,
  projectedFrom: 'none',
  forecastCompletionDate: null,
  latenessDays: null,
  odds: null,
  oddsGap: null,
  pastDueDays: null,
  state: 'onTime',
  currentOperation: null,
  version: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  modifiedAt: '2026-01-01T00:00:00.000Z',
  modifiedBy: 'Dana Wells',
  ...change,
})
