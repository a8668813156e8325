import { describe, expect, it } from 'vitest'
import type { Category } from '#contract/categories.ts'
import { Operation } from '#contract/operations.ts'
import { Project } from '#contract/projects.ts'
import { operationFlag } from '#contract/schedule.ts'
import { plainDashboard } from './plain-dashboard.ts'
import { type PlainQuery, plainOperationGroups, plainOperationList } from './plain-operations.ts'
import { plainSchedule } from './plain-schedule.ts'
import { completeProjects, type PlainShop } from './plain-shop.ts'

const beheld = { nowMs: Date.parse('2026-11-18T09:00:00Z'), zone: 'UTC' }
const on = (day: string) => `2026-11-${day}T16:00:00Z`
const project = (projectId: string, fields: object) =>
  Project.parse({ projectId, projectNumber: projectId, projectName: `Project ${projectId}`, ...fields })
const operation = (operationId: string, projectId: string, fields: object) =>
  Operation.parse({ operationId, projectId, name: operationId, durationHours: 8, ...fields })

const shop: PlainShop = {
  projects: [
    project('A', { plannedShipDate: on('20'), priority: 95 }),
    project('B', { plannedShipDate: on('10'), priority: 50 }),
    project('C', { status: 'On Hold' }),
    project('D', { currentPhase: 'complete', plannedShipDate: on('25') }),
  ],
  operations: [
    operation('Weld', 'A', { sequence: 20, dependsOnOperationId: 'Cut', scheduledEndDate: on('24'), categoryId: 'w' }),
    operation('Cut', 'A', { sequence: 10, progressPercentage: 50, scheduledEndDate: on('17'), categoryId: 'w' }),
    operation('Paint', 'B', { status: 'Completed', scheduledEndDate: on('02'), notes: 'Two coats' }),
    operation('Pack', 'B', { onHold: true, scheduledEndDate: on('03') }),
    operation('Test', 'B', {}),
    operation('Drill', 'C', { scheduledEndDate: on('01') }),
  ],
  categories: [{ categoryId: 'w', name: 'Welding', color: '#123456', capacity: 1 } as Category],
}
const namesOf = (query: PlainQuery) => plainOperationList(shop, query, beheld).rows.map(({ name }) => name)

it('project values are computed from its operations, and its lateness from the plan', () => {
  const [a, b, c, d] = completeProjects(shop, beheld)
  expect(a).toMatchObject({
    operationCount: 2,
    completedOperationCount: 0,
    hoursPlanned: 16,
    hoursLeft: 12,
    state: 'late',
    latenessDays: 4,
    projectedCompletionDate: '2026-11-24T16:00:00.000Z',
    projectedFrom: 'schedule',
    pastDueDays: null,
    currentOperation: { name: 'Cut', running: true },
  })
  expect(b).toMatchObject({ state: 'unscheduled', pastDueDays: 8, completedOperationCount: 1, heldOperationCount: 1 })
  expect(c).toMatchObject({ state: 'onHold', projectedCompletionDate: '2026-11-01T16:00:00.000Z' })
  expect(d).toMatchObject({ state: 'complete', projectedFrom: 'shipDate' })
})

it('a project from a server with versions keeps the values it came with', () => {
  const own = project('A', { version: 3, state: 'atRisk', operationCount: 7 })
  expect(completeProjects({ ...shop, projects: [own] }, beheld)).toEqual([own])
})

describe('the list of operations', () => {
  it('each tab is counted, and an operation is overdue after its planned end', () => {
    const { tabs, metrics, rows, total } = plainOperationList(shop, { tab: 'overdue' }, beheld)
    expect(tabs).toEqual({ all: 6, overdue: 2, projectedLate: 0, atRisk: 0, behindPlan: 0 })
    expect(rows.map(({ name, daysOverdue, severity }) => [name, daysOverdue, severity])).toEqual([
      ['Pack', 15, 'critical'],
      ['Cut', 1, 'low'],
    ])
    expect([total, metrics.projects, metrics.averageDaysOverdue, metrics.blocked]).toEqual([2, 2, 8, 1])
    expect(metrics.severities).toEqual({ critical: 1, high: 0, medium: 0, low: 1 })
  })

  it.each<[PlainQuery, string[]]>([
    [{ search: 'welding' }, ['Cut', 'Weld']],
    [{ search: 'project b pack' }, ['Pack']],
    [{ categoryIds: ['none'], projectIds: ['C'] }, ['Drill']],
    [{ statuses: ['Completed'] }, ['Paint']],
    [{ phases: ['complete'] }, []],
    [{ priorities: ['critical'], sortBy: 'name', sortOrder: 'desc' }, ['Weld', 'Cut']],
    [{ severities: ['critical'] }, ['Pack']],
    [{ minDaysOverdue: 2 }, ['Pack']],
    [{ onHold: true }, ['Pack']],
    [{ flagged: ['blocked'] }, ['Pack']],
    [{ trend: 'new' }, []],
    [{ fromDate: '2026-11-17', sortBy: 'end' }, ['Cut', 'Weld']],
    [{ sortBy: 'end', sortOrder: 'desc' }, ['Weld', 'Cut', 'Pack', 'Paint', 'Drill', 'Test']],
  ])('%j shows %j', (query, names) => expect(namesOf(query)).toEqual(names))

  it('the list is read in windows, one group after another', () => {
    const query: PlainQuery = { groupBy: 'priority', sortBy: 'name' }
    expect(plainOperationGroups(shop, query, beheld)).toEqual({
      keys: ['critical', 'medium'],
      titles: ['critical', 'medium'],
      offsets: [0, 2],
      counts: [2, 4],
      daysOverdue: [1, 15],
    })
    expect(namesOf(query)).toEqual(['Cut', 'Weld', 'Drill', 'Pack', 'Paint', 'Test'])
    const part = plainOperationList(shop, { ...query, offset: 1, limit: 2 }, beheld)
    expect(part.rows.map(({ name }) => name)).toEqual(['Weld', 'Drill'])
    expect(plainOperationGroups(shop, { groupBy: 'project' }, beheld).titles).toEqual([
      'B Project B',
      'A Project A',
      'C Project C',
    ])
  })
})

it('the schedule has rows, flags, links and an open calendar for the whole plan', () => {
  const { projects, operations, links, calendars, from, to } = plainSchedule(shop, beheld)
  expect(projects.ids).toEqual(['A', 'B', 'C', 'D'])
  expect(projects.firstOperation).toEqual([0, 2, 5, 6, 6])
  expect(operations.ids).toEqual(['Cut', 'Weld', 'Paint', 'Pack', 'Test', 'Drill'])
  const { started, completed, onHold, unplaced } = operationFlag
  expect(operations.flags).toEqual([started, 0, completed, onHold, unplaced, 0])
  expect(operations.category).toEqual([0, 0, -1, -1, -1, -1])
  expect([links.from, links.to]).toEqual([[0], [1]])
  expect(calendars).toEqual([{ name: '', open: [from, to] }])
})

it('the dashboard counts late, past due, held and soon shipping projects', () => {
  const { figures, late, pastDue, shipping, held } = plainDashboard(shop, beheld)
  expect(figures).toEqual({
    late: 1,
    pastDue: 1,
    shipsSoon: 2,
    shipsSoonReady: 1,
    stalled: 0,
    unlikely: 0,
    onHold: 1,
    notPlaced: 1,
    overCapacity: 0,
  })
  expect([late, pastDue, shipping, held].map((list) => list.map(({ projectNumber }) => projectNumber))).toEqual([
    ['A'],
    ['B'],
    ['A', 'D'],
    ['C'],
  ])
})
