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
  // 23:30 on 12/02 and 00:30 on 12/03 in Chicago: just before and just after the end of the fourteenth day.
  aProject({ projectNumber: '1050', plannedShipDate: '2026-12-03T05:30:00Z' }),
  aProject({ projectNumber: '1051', plannedShipDate: '2026-12-03T06:30:00Z' }),
]
const shownBy = (change: Partial<ProjectsSearch>) =>
  filterProjects(projects, { ...defaultProjectsSearch, ...change }, zone, nowMs).map((project) => project.projectNumber)

describe('the views of the project list', () => {
  it('have counts that match the projects they show', () => {
    const counts = countViews(projects, zone, nowMs)
    expect(counts).toEqual({ open: 5, late: 2, pastDue: 1, shipsSoon: 2, all: 7 })
    for (const [view, count] of Object.entries(counts)) {
      expect(shownBy({ view: view as ProjectsSearch['view'] }), view).toHaveLength(count)
    }
  })

  it("end the fourteen days at midnight in the reader's time zone", () => {
    expect(shownBy({ view: 'shipsSoon' })).toEqual(['1033', '1050'])
    expect(new Date(startOfDayMs(nowMs, zone, 0)).toISOString()).toBe('2026-11-18T06:00:00.000Z')
  })
})

describe('the filters of the project list', () => {
  it.each<[string, string[]]>([
    ['#1042', ['1042']],
    ['conveyor', ['1042']],
    ['acme mezz', ['1027']],
    ['acme conveyor', []],
    ['  ', ['1027', '1042', '1033', '1050', '1051']],
  ])('find the projects that match "%s"', (q, numbers) => {
    expect(shownBy({ q })).toEqual(numbers)
  })

  it('combine phase, state and priority band', () => {
    expect(shownBy({ phase: ['complete', 'production'], state: ['late', 'complete'] })).toEqual([
      '1027',
      '1042',
      '1033',
    ])
    expect(shownBy({ priority: ['90'] })).toEqual(['1042'])
    expect(shownBy({ priority: ['90', '70'] })).toEqual(['1027', '1042'])
    expect(shownBy({ phase: ['complete'], state: ['late'] })).toEqual([])
  })

  it('find projects by their chance to ship on time, and those without odds as not known', () => {
    const at = (projectNumber: string, onTimeChance: number | null) =>
      aProject({ projectNumber, odds: { p50: '', p80: '', p90: '', onTimeChance } })
    const all = [at('1', 0.49), at('2', 0.5), at('3', 0.8), at('4', null), aProject({ projectNumber: '5' })]
    const found = (...chance: ProjectsSearch['chance']) =>
      filterProjects(all, { ...defaultProjectsSearch, chance }, zone, nowMs).map(({ projectNumber }) => projectNumber)
    expect(found('unlikely')).toEqual(['1'])
    expect(found('unlikely', 'likely')).toEqual(['1', '3'])
    expect(found('uncertain')).toEqual(['2'])
    expect(found('unknown')).toEqual(['4', '5'])
    expect(found()).toEqual(['1', '2', '3', '4', '5'])
  })

  it('exclude the day itself and projects without a ship date for "ships before"', () => {
    expect(shownBy({ shipBefore: '2026-12-03' })).toEqual(['1033', '1050'])
    expect(shownBy({ shipBefore: '2026-12-02' })).toEqual(['1033'])
  })
})

describe('ProjectsSearch', () => {
  it('reads an empty URL as the defaults', () => {
    expect(ProjectsSearch.parse({})).toEqual(defaultProjectsSearch)
  })

  it('replaces an invalid field by its default and keeps the others', () => {
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

  it('reads the former state "projectedLate" in an old URL as "late"', () => {
    const read = ProjectsSearch.parse({ view: 'projectedLate', state: ['projectedLate', 'atRisk'] })
    expect(read).toEqual({ ...defaultProjectsSearch, view: 'late', state: ['late', 'atRisk'] })
  })

  it('counts as filtered only while a filter is set', () => {
    const filtered = { ...defaultProjectsSearch, view: 'late', state: ['late'] } as ProjectsSearch
    expect(isFiltered(filtered)).toBe(true)
    expect(isFiltered({ ...filtered, ...noFilters })).toBe(false)
  })
})

describe('summarizeProjects', () => {
  it('counts projects, operations and states', () => {
    const totals = summarizeProjects([
      aProject({ operationCount: 3, state: 'late', pastDueDays: 2 }),
      aProject({ operationCount: 4 }),
    ])
    expect(totals).toEqual({ projects: 2, operations: 7, pastDue: 1, states: { late: 1, atRisk: 0 } })
  })
})
