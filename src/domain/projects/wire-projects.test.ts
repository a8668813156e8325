import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type ListedProject, ProjectsAnswer } from '#contract/projects.ts'
import { projectPhases, projectStates, projectStatuses } from '#contract/vocabulary.ts'
import { projectsAnswer } from '#testing/projects-answer.ts'
import { propertyRuns } from '#testing/property-runs.ts'
import { readProjects } from './wire-projects.ts'

const instant = fc
  .option(
    fc
      .integer({ min: Date.parse('1900-01-01T00:00:00Z'), max: Date.parse('2099-12-31T00:00:00Z') })
      .filter((ms) => ms !== 0),
  )
  .map((atMs) => (atMs === null ? null : new Date(atMs).toISOString()))
const text = fc.string({ unit: 'grapheme', maxLength: 12 })
const hours = fc.oneof(fc.nat({ max: 400 }), fc.double({ min: 0, max: 1e5, noNaN: true, noDefaultInfinity: true }))
const count = fc.nat({ max: 2_000 })
const days = fc.option(fc.integer({ min: -40_000, max: 40_000 }))
const project: fc.Arbitrary<ListedProject> = fc.record({
  projectId: fc.uuid(),
  projectNumber: fc.oneof(text, fc.nat({ max: 20_000 }).map(String)),
  projectName: text,
  shortName: text,
  customerName: fc.constantFrom('', 'Blue Ridge', 'Nordwind'),
  description: text,
  priority: fc.nat({ max: 100 }),
  status: fc.constantFrom(...projectStatuses),
  currentPhase: fc.constantFrom(...projectPhases),
  progressPercentage: fc.oneof(fc.nat({ max: 100 }), fc.double({ min: 0, max: 100, noNaN: true })),
  customerReleaseDate: instant,
  engineeringReleaseDate: instant,
  productionStartDate: instant,
  plannedShipDate: instant,
  actualShipDate: instant,
  operationCount: count,
  completedOperationCount: count,
  hoursLeft: hours,
  projectedCompletionDate: instant,
  projectedFrom: fc.constantFrom('schedule', 'shipDate', 'none'),
  forecastCompletionDate: instant,
  latenessDays: days,
  pastDueDays: days,
  state: fc.constantFrom(...projectStates),
  odds: fc.option(
    fc.record({
      p50: fc.constantFrom('2026-12-01T15:00:00.000Z', '2026-12-02T15:00:00.000Z'),
      p80: fc.constantFrom('2026-12-03T15:00:00.000Z', '2026-12-04T15:00:00.000Z'),
      p90: fc.constant('2026-12-07T15:00:00.000Z'),
      onTimeChance: fc.option(fc.constantFrom(0, 0.64, 1)),
    }),
  ),
  oddsGap: fc.option(fc.constantFrom('Paint', 'Mill')),
  currentOperation: fc.option(fc.record({ name: text, categoryId: fc.option(fc.uuid()), running: fc.boolean() })),
  version: fc.integer({ min: 1, max: 1e6 }),
})

it('a list of projects that is sent as columns is read as the same projects', () => {
  fc.assert(
    fc.property(fc.array(project, { maxLength: 12 }), (projects) => {
      const { rows } = ProjectsAnswer.parse(JSON.parse(JSON.stringify(projectsAnswer(projects))))
      expect(readProjects(rows)).toEqual(projects)
    }),
    { seed: 12, numRuns: propertyRuns(300) },
  )
})
