import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  defaultParseSearch,
  RouterProvider,
} from '@tanstack/react-router'
import { render, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Dashboard, LateProject } from '#contract/dashboard.ts'
import type { LatePart } from '#contract/late-parts.ts'
import { ProjectsSearch } from '#web/features/projects/projects-search.ts'
import { DecisionTable } from './decision-table.tsx'

const dates = { dateFormat: 'MM/dd/yyyy', timeFormat: '12h', zone: 'America/Chicago' } as const
const nowMs = Date.parse('2026-11-18T16:24:00Z')

const late: LateProject = {
  projectId: 'a',
  projectNumber: '1027',
  projectName: 'Mezzanine',
  priority: 74,
  phase: 'production',
  state: 'late',
  plannedShipDate: '2026-11-06T16:00:00Z',
  projectedCompletionDate: '2026-11-25T16:00:00Z',
  projectedFrom: 'schedule',
  forecastCompletionDate: '2026-12-01T16:00:00Z',
  latenessDays: 25,
  pastDueDays: 12,
  odds: null,
  mainCause: null,
  nextStep: null,
  remedy: null,
}
const held: LateProject = {
  ...late,
  projectId: 'b',
  projectNumber: '1035',
  state: 'onHold',
  forecastCompletionDate: null,
  latenessDays: null,
  pastDueDays: 1,
}

const nowhere = { operation: null, workCenter: null }
const about = { ...nowhere, holiday: null, available: null, hours: 108, days: 18, until: null }

const show = async (change: Partial<Dashboard>) => {
  const dashboard = {
    figures: { late: 1, pastDue: 2 },
    late: [late],
    pastDue: [late, held],
    unlikely: [],
    shipping: [],
    ...change,
  }
  const table = () => (
    <DecisionTable dates={dates} nowMs={nowMs} dashboard={dashboard as unknown as Dashboard} tight={false} />
  )
  const router = createRouter({ routeTree: createRootRoute({ component: table }), history: createMemoryHistory() })
  render(<RouterProvider router={router as never} />)
  await screen.findByText(/^Late(,| and) past due/)
}

it('the decision table lists a late project in one group only, with its forecast, days late and days past due', async () => {
  await show({})
  const group = within(screen.getByRole('region', { name: 'Late' }))
  const [row] = group.getAllByRole('listitem')
  expect(row?.textContent).toContain('Tue 12/01')
  expect(row?.textContent).toContain('25 d late12 d past due')
  const rest = within(screen.getByRole('region', { name: 'Past due' }))
  expect(rest.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    expect.stringContaining('On hold1 d past due'),
  ])
  expect(rest.getByRole('heading').textContent).toBe('Past due, not scheduled')
  expect(rest.getByRole('link', { name: 'Show all 2 past due' })).toBeTruthy()
})

it('the decision table shows the ship date for a forecast that ends at the end of that day', async () => {
  const nearly: LateProject = { ...late, plannedShipDate: '2026-11-30T14:00:00Z', latenessDays: 0 }
  await show({ late: [{ ...nearly, forecastCompletionDate: '2026-12-01T06:00:00Z' }] })
  const [row] = within(screen.getByRole('region', { name: 'Late' })).getAllByRole('listitem')
  expect(row?.textContent).toContain('Mon 11/30Mon 11/30')
})

it('the decision table names a next step for another cause if nothing can be done about the main one', async () => {
  const mainCause: LatePart = {
    operation: null,
    lateMs: 2,
    cause: { ...about, code: 'startedLate' },
    remedy: { ...nowhere, code: 'none' },
  }
  const nextStep: LatePart = {
    operation: { operationId: 'fit', name: 'Trial fit' },
    lateMs: 1,
    cause: { ...about, code: 'longerThanEstimated' },
    remedy: { ...nowhere, code: 'reportProgress' },
  }
  await show({ late: [{ ...late, mainCause, nextStep }] })
  const [row] = within(screen.getByRole('region', { name: 'Late' })).getAllByRole('listitem')
  expect(row?.textContent).toContain('Started 18 working days late')
  const link = screen.getByRole('link', { name: 'Report progress' })
  expect(link.getAttribute('href')).toBe('/projects/a/operations/fit')
})

it('the decision table marks past due differently from late, and adds details only for projects without dates', async () => {
  await show({ pastDue: [late, held, { ...held, projectId: 'c', state: 'complete' }] })
  const signOf = (group: string) =>
    within(screen.getByRole('region', { name: group }))
      .getByRole('heading')
      .querySelector('svg')?.innerHTML
  expect(signOf('Past due')).not.toBe(signOf('Late'))
  expect(screen.getByRole('heading', { name: 'Also past due' })).toBeTruthy()
})

it('the decision table repeats dates and cause under the name, for screens without room for their columns', async () => {
  const mainCause: LatePart = {
    operation: null,
    lateMs: 2,
    cause: { ...about, code: 'material' },
    remedy: { ...nowhere, code: 'none' },
  }
  await show({ late: [{ ...late, mainCause }] })
  const [row] = within(screen.getByRole('region', { name: 'Late' })).getAllByRole('listitem')
  expect(row?.textContent).toMatch(/#1027Mezzanine\s*Fri 11\/06 → Tue 12\/01 · Waits for material/)
})

it('the decision table shows what helps a late project most, with its gain, before the step of its cause', async () => {
  const nowhere = { operation: null, workCenter: null }
  const step = { ...nowhere, code: 'scheduleAgain' as const, again: true, latenessDays: 21, gainMs: 4 * 86_400_000 }
  await show({ late: [{ ...late, remedy: step }] })
  const link = screen.getByRole('link', { name: '4 d sooner: schedule again' })
  expect(link.getAttribute('href')).toBe('/projects/a')
})

it('the decision table shows the whole next step and cause, on a phone under the line of the project', async () => {
  const step = { ...nowhere, code: 'scheduleAgain' as const, again: true, latenessDays: 21, gainMs: 4 * 86_400_000 }
  const cause = { ...about, code: 'material' as const }
  const mainCause: LatePart = { operation: null, lateMs: 2, cause, remedy: { ...nowhere, code: 'none' } }
  await show({ late: [{ ...late, remedy: step, mainCause }] })
  const [row] = within(screen.getByRole('region', { name: 'Late' })).getAllByRole('listitem')
  expect(row?.textContent).toMatch(/Next step · 4 d sooner: schedule again$/)
  const shown = [screen.getByRole('link', { name: /schedule again$/ }), ...screen.getAllByText('Waits for material')]
  for (const text of shown) expect(text.closest('.truncate, .max-md\\:hidden')).toBeNull()
})

it('the decision table leaves out a step that was not tried', async () => {
  const nowhere = { operation: null, workCenter: null }
  const nextStep: LatePart = {
    operation: { operationId: 'fit', name: 'Trial fit' },
    lateMs: 1,
    cause: { ...nowhere, holiday: null, available: null, hours: null, days: null, until: null, code: 'workCentreBusy' },
    remedy: { ...nowhere, code: 'raisePriority' },
  }
  await show({ late: [{ ...late, nextStep }] })
  expect(screen.queryByText('Raise the priority')).toBeNull()
})

it('the decision table says if no project is late or past due', async () => {
  await show({ late: [], pastDue: [], figures: { late: 0, pastDue: 0 } as Dashboard['figures'] })
  expect(screen.getByText('Nothing is late')).toBeTruthy()
})

it('the decision table shows the 80 % date and the chance of a late project, and no chance once its ship date has passed', async () => {
  const odds = {
    p50: '2026-11-30T16:00:00Z',
    p80: '2026-12-02T16:00:00Z',
    p90: '2026-12-03T16:00:00Z',
    onTimeChance: 0.12,
  }
  const coming = { ...late, projectId: 'c', pastDueDays: null, odds }
  await show({ late: [{ ...late, odds }, coming], pastDue: [] })
  const [passed, open] = within(screen.getByRole('region', { name: 'Late' })).getAllByRole('listitem')
  for (const row of [passed, open]) expect(row?.textContent).toContain('80 % Wed 12/02')
  expect(open?.textContent).toContain('12 % on time')
  expect(passed?.textContent).not.toContain('% on time')
})

it('the decision table lists projects that are on time in the forecast but unlikely, with a link to all of them', async () => {
  const odds = {
    p50: '2026-11-30T16:00:00Z',
    p80: '2026-12-02T16:00:00Z',
    p90: '2026-12-03T16:00:00Z',
    onTimeChance: 0.3,
  }
  const project: LateProject = { ...late, state: 'onTime', latenessDays: -1, pastDueDays: null, odds }
  const figures = { late: 0, pastDue: 0, unlikely: 7 } as Dashboard['figures']
  await show({ late: [], pastDue: [], unlikely: [project], figures })
  expect(screen.getByText('Late, past due or unlikely')).toBeTruthy()
  const group = within(screen.getByRole('region', { name: 'Unlikely on time' }))
  expect(group.getByRole('heading', { name: /On time in the forecast, but unlikely · 7/ })).toBeTruthy()
  expect(group.getByRole('listitem').textContent).toContain('30 % on time')
  const all = group.getByRole('link', { name: 'Show all 7 unlikely on time' }).getAttribute('href') ?? ''
  const search = ProjectsSearch.parse(defaultParseSearch(all.slice(all.indexOf('?'))))
  expect(search).toMatchObject({ view: 'open', state: ['onTime', 'atRisk'], chance: ['unlikely'], sort: 'chance' })
})
