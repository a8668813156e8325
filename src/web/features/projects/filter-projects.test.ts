import { describe, expect, it } from 'vitest'
import { aProject, fixtureNowMs as nowMs, fixtureZone as zone } from '#testing/builders/a-project.ts'
import { filterProjects } from './filter-projects.ts'
import { countViews, startOfDayMs } from './project-views.ts'
import { defaultProjectsSearch, isFiltered, noFilters, ProjectsSearch } from './projects-search.ts'
import { summarizeProjects } from './summarize-projects.ts'

const projects = [
  aProject({ projectNumber: '1027', projectName: 'Mezzanine MZ-4', customerName: 'Acme', state: 'late', priority: 74 }),
  aProject({
    projectNumber: '1042',
    projectName: 'Conveyor CF-200',
    shortName: 'CF',
    state: 'late',
    pastDueDays: 3,
    priority: 90,
  }),
  aProject({
    projectNumber: '1033',
    currentPhase: 'complete',
    state: 'complete',
    plannedShipDate: '2026-11-20T14:00:00Z',
  }),
  aProject({
    projectNumber: '990',
    currentPhase: 'shipped',
    state: 'complete',
    plannedShipDate: '2026-11-19T14:00:00Z',
  }),
  aProject({ projectNumber: '991', currentPhase: 'cancelled', state: 'cancelled' }),
  // 23:30 on 12/02 and 00:30 on 12/03 in Chicago: the last moment of the fourteenth day, and past it.
  aProject({ projectNumber: '1050', plannedShipDate: '2026-12-03T05:30:00Z' }),
  aProject({ projectNumber: '1051', plannedShipDate: '2026-12-03T06:30:00Z' }),
]
const shownBy = (change: Partial<ProjectsSearch>) =>
  filterProjects(projects, { ...defaultProjectsSearch, ...change }, zone, nowMs).map((project) => project.projectNumber)

describe('views', () => {
  it('counts what each view shows', () => {
    const counts = countViews(projects, zone, nowMs)
    expect(counts).toEqual({ open: 5, late: 2, pastDue: 1, shipsSoon: 2, all: 7 })
    for (const [view, count] of Object.entries(counts)) {
      expect(shownBy({ view: view as ProjectsSearch['view'] }), view).toHaveLength(count)
    }
  })

  it('ends the fourteen days at midnight of the reader', () => {
    expect(shownBy({ view: 'shipsSoon' })).toEqual(['1033', '1050'])
    expect(new Date(startOfDayMs(nowMs, zone, 0)).toISOString()).toBe('2026-11-18T06:00:00.000Z')
  })
})

describe('filters', () => {
  it.each<[string, string[]]>([
    ['#1042', ['1042']],
    ['conveyor', ['1042']],
    ['acme mezz', ['1027']],
    ['acme conveyor', []],
    ['  ', ['1027', '1042', '1033', '1050', '1051']],
  ])('search "%s"', (q, numbers) => {
    expect(shownBy({ q })).toEqual(numbers)
  })

  it('narrows by phase, state and band together', () => {
    expect(shownBy({ phase: ['complete', 'production'], state: ['late', 'complete'] })).toEqual([
      '1027',
      '1042',
      '1033',
    ])
    expect(shownBy({ priority: ['90'] })).toEqual(['1042'])
    expect(shownBy({ priority: ['90', '70'] })).toEqual(['1027', '1042'])
    expect(shownBy({ phase: ['complete'], state: ['late'] })).toEqual([])
  })

  it('leaves out that day itself, and what has no ship date', () => {
    expect(shownBy({ shipBefore: '2026-12-03' })).toEqual(['1033', '1050'])
    expect(shownBy({ shipBefore: '2026-12-02' })).toEqual(['1033'])
  })
})

describe('ProjectsSearch', () => {
  it('reads nothing as the defaults', () => {
    expect(ProjectsSearch.parse({})).toEqual(defaultProjectsSearch)
  })

  it('takes a wrong field for its default and keeps the others', () => {
    const read = ProjectsSearch.parse({
      view: 'nothing',
      q: 1042,
      phase: ['production', 'x'],
      shipBefore: 'soon',
      sort: 'priority',
      order: 'desc',
      edit: '../../x',
      unknown: 1,
    })
    expect(read).toEqual({ ...defaultProjectsSearch, q: '1042', sort: 'priority', order: 'desc' })
  })

  it('an address from when projects were projected late opens those that are late', () => {
    const read = ProjectsSearch.parse({ view: 'projectedLate', state: ['projectedLate', 'atRisk'] })
    expect(read).toEqual({ ...defaultProjectsSearch, view: 'late', state: ['late', 'atRisk'] })
  })

  it('knows whether anything is narrowed down', () => {
    const filtered = { ...defaultProjectsSearch, view: 'late', state: ['late'] } as ProjectsSearch
    expect(isFiltered(filtered)).toBe(true)
    expect(isFiltered({ ...filtered, ...noFilters })).toBe(false)
  })
})

describe('summariseProjects', () => {
  it('counts projects, operations and states', () => {
    const totals = summarizeProjects([
      aProject({ operationCount: 3, state: 'late', pastDueDays: 2 }),
      aProject({ operationCount: 4 }),
    ])
    expect(totals).toEqual({ projects: 2, operations: 7, pastDue: 1, states: { late: 1, atRisk: 0 } })
  })
})
