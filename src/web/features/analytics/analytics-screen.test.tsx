import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Delivery, LoadCell, LoadMatrix, ProjectFlow } from '#contract/analytics.ts'
import { phaseTitles, projectPhases } from '#contract/vocabulary.ts'
import { valueAt } from '#domain/value-at.ts'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import { renderApp } from '#testing/render-app.tsx'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { daysFrom, inNextWeek } from '#testing/test-days.ts'
import { openTab, storedFor, type TestBrowser, useServer } from '#testing/web-harness.ts'
import { csvOf } from '#web/lib/figure-table.ts'

let server: TestServer
let tenant: TestTenant
let browser: TestBrowser
beforeAll(async () => {
  server = await startServer()
  tenant = await server.newTenant({ timeZone: 'UTC' })
  const ctx = await server.contextOf(tenant.planner)
  const admin = await server.contextOf(tenant.admin)
  const centers = [await buildCategory(admin, { name: 'Welding' }), await buildCategory(admin, { name: 'Paint' })]
  const now = server.clock.now()
  const day = (days: number) => `${daysFrom(now, days)}T09:00:00Z`
  for (const late of [-3, 0, 5]) {
    await buildProject(ctx, { currentPhase: 'shipped', plannedShipDate: day(-10 - late), actualShipDate: day(-10) })
  }
  const { projectId } = await buildProject(ctx, { projectName: 'Frame' })
  for (const { categoryId } of centers) {
    const [scheduledStartDate, scheduledEndDate] = [1, 3].map((day) => `${inNextWeek(now, day)}T09:00:00Z`)
    await buildOperation(ctx, projectId, {
      name: 'Big weld',
      categoryId,
      durationHours: 30,
      scheduledStartDate,
      scheduledEndDate,
    })
  }
  // Ten hours of painting that should have been done on Tuesday of last week.
  const [scheduledStartDate, scheduledEndDate] = ['T09:00:00Z', 'T19:00:00Z'].map((time) => inNextWeek(now, -13) + time)
  await buildOperation(ctx, projectId, {
    name: 'Left behind',
    categoryId: centers[1]?.categoryId,
    durationHours: 10,
    scheduledStartDate,
    scheduledEndDate,
  })
})
afterAll(() => server.close())
beforeEach(() => {
  browser = useServer(server.app, tenant.planner)
  openTab(storedFor(tenant.planner, tenant))
})
const ask = async <T,>(path: string) => (await server.as(tenant.planner).get(path)).body as T
const panel = async (name: string | RegExp) => within(await screen.findByRole('region', { name }))
const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) => [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent))

describe('the analytics screen', () => {
  it('shows the numbers of the server in the table beside each chart', async () => {
    const { user } = await renderApp('/analytics')
    const from = daysFrom(server.clock.now(), -90)
    const delivery = await ask<Delivery>(`/analytics/delivery?from=${from}`)
    expect(delivery).toMatchObject({ shipped: 3, onTime: 2 })
    expect(await screen.findByText('0 in the 3 months before')).toBeTruthy()
    const lateness = await panel('Lateness of 3 shipped projects')
    const rows = rowsOf(lateness.getByRole('table', { name: 'Lateness of shipped projects' }))
    expect(rows.slice(1).map(([, count]) => Number(count))).toEqual(delivery.lateness.map(({ projects }) => projects))
    expect(rows.find(([, count]) => count === '1')).toEqual(['1-3 d early', '1'])
    const onTime = await panel('On-time rate, % of projects shipped')
    const months = rowsOf(onTime.getByRole('table', { name: 'On-time rate' })).slice(1)
    expect(months.map(([month, , shipped, count]) => [month, Number(shipped), Number(count)])).toEqual(
      delivery.months.map(({ month, shipped, onTime: count }) => [month, shipped, count]),
    )
    const flow = await ask<ProjectFlow>(`/analytics/flow?from=${from}`)
    const phases = await panel(/by phase, week by week/)
    const table = phases.getByRole('table', { name: 'Projects by phase' })
    expect(table.parentElement?.className).toContain('sr-only')
    expect(rowsOf(table)).toEqual([
      ['Week of', ...projectPhases.map((phase) => phaseTitles[phase])],
      ...flow.weeks.map(({ week, phases }) => [week, ...projectPhases.map((phase) => String(phases[phase]))]),
    ])
    await user.click(phases.getByRole('button', { name: 'Show as table' }))
    expect(phases.getByRole('table').parentElement?.className).not.toContain('sr-only')
  })

  it('supports the keyboard in the heat map, and opens the operations of a cell', async () => {
    const { user, path } = await renderApp('/analytics?weeks=6')
    const load = await ask<LoadMatrix>('/analytics/load?weeks=6')
    const heat = await panel('Load of capacity by week, %')
    const [first] = heat.getAllByRole('button', { name: /^Welding, week of/ })
    first?.focus()
    await user.keyboard('{ArrowDown}{ArrowRight}')
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Paint, /)
    const week = load.weeks[1]?.week ?? ''
    expect(document.activeElement?.textContent).toBe(
      String(Math.round(((load.workCenters[1]?.loadHours[1] ?? 0) / (load.workCenters[1]?.openHours[1] ?? 1)) * 100)),
    )
    await user.keyboard('{Enter}')
    await waitFor(() => expect(decodeURIComponent(path())).toContain(week))
    const categoryId = load.workCenters[1]?.categoryId
    const cell = await ask<LoadCell>(`/analytics/load/operations?categoryId=${categoryId}&week=${week}`)
    expect(cell.total).toBe(1)
    const list = await screen.findByRole('list', { name: 'Operations of this cell' })
    expect(within(list).getByRole('link').getAttribute('href')).toContain(cell.operations[0]?.operationId)
  })

  it('shows the backlog beside the weeks and lists its operations in the cell of this week', async () => {
    const { user, path } = await renderApp('/analytics?weeks=6')
    const load = await ask<LoadMatrix>('/analytics/load?weeks=6')
    expect(load.workCenters.map(({ backlogHours, loadHours }) => [backlogHours, loadHours[0]])).toEqual([
      [0, 0],
      [10, 0],
    ])
    const heat = await panel('Load of capacity by week, %')
    heat.getByRole('button', { name: /^Welding, week of 11\/16/ }).focus()
    await user.keyboard('{ArrowLeft}{ArrowDown}')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Paint: backlog 10 h')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(decodeURIComponent(path())).toContain(load.weeks[0]?.week))
    const list = await screen.findByRole('list', { name: 'Operations of the backlog' })
    expect(within(list).getByRole('link').textContent).toMatch(/Left behind\s*10 h$/)
    expect(screen.getByText('Nothing is planned here.')).toBeTruthy()
  })

  it('agrees with the load and backlog on the dashboard', async () => {
    await renderApp('/')
    const load = await panel('Load of capacity by week, %')
    expect(rowsOf(load.getByRole('table')).map((cells) => cells.slice(0, 3))).toEqual([
      ['Work center', 'Backlog', 'This week'],
      ['Paint', '10 h', '0'],
      ['Welding', '–', '0'],
    ])
  })

  it('keeps working if one part fails, and can load that part again', async () => {
    let fails = true
    browser.interfere((_method, path) =>
      fails && path === '/api/analytics/delivery'
        ? new Response(JSON.stringify({ error: 'Broken', code: 'internal', requestId: 'r' }), {
            status: 500,
            headers: { 'content-type': 'application/json' },
          })
        : null,
    )
    const { user } = await renderApp('/analytics')
    expect((await screen.findAllByText('Broken')).length).toBeGreaterThan(0)
    await panel('Load of capacity by week, %')
    // The panel that could not be loaded shows the error.
    expect(within(screen.getByRole('region', { name: 'On-time rate and lateness' })).getByText('Broken')).toBeTruthy()
    fails = false
    await user.click(valueAt(screen.getAllByRole('button', { name: 'Try again' }), 0))
    await panel('Lateness of 3 shipped projects')
  })
})

describe('a new organization', () => {
  it('sees what each empty panel will show, and a dashboard with the next steps', async () => {
    const fresh = await server.newTenant()
    browser = useServer(server.app, fresh.planner)
    openTab(storedFor(fresh.planner, fresh))
    const { open } = await renderApp('/analytics')
    expect(await screen.findByText('Work centers and their load will appear here.')).toBeDefined()
    expect((await screen.findAllByText('No project was shipped in this time.')).length).toBe(2)
    expect(await screen.findByText('No project is planned to end after its ship date.')).toBeDefined()
    await open('/')
    expect(await screen.findByText('No projects yet')).toBeDefined()
    await buildProject(await server.contextOf(fresh.planner), { plannedShipDate: '2020-01-02T08:00:00Z' })
    await open('/projects')
    await open('/')
    const figures = within(await screen.findByRole('navigation', { name: "Today's metrics" }))
    await waitFor(() => expect(figures.getByRole('link', { name: /^Past due\s?Past due\s?1/ })).toBeDefined())
  })
})

it('the dashboard counts pools over capacity as well as work centers', async () => {
  const shop = await server.newTenant()
  const admin = await server.contextOf(shop.admin)
  await buildProject(admin)
  for (const kind of ['inside', 'inside', 'outside', 'pool'] as const)
    await buildCategory(admin, { name: `${kind} ${crypto.randomUUID().slice(0, 8)}`, kind })
  browser = useServer(server.app, shop.planner)
  openTab(storedFor(shop.planner, shop))
  await renderApp('/')
  const figures = within(await screen.findByRole('navigation', { name: "Today's metrics" }))
  expect(await figures.findByText('of 2 work centers and 1 pool')).toBeDefined()
  expect(figures.getByTitle(/in a whole week\. A single day can be over capacity/).textContent).toContain(
    'Over capacity',
  )
})

describe('the CSV of a chart', () => {
  it('quotes text, does not round numbers, and prevents formulas in a spreadsheet', () => {
    const table = {
      caption: 'Load',
      columns: ['Work center', 'h'],
      rows: [
        ['=1+1', 1234.5],
        ['He said "no"', null],
      ],
    }
    expect(csvOf(table)).toBe('\uFEFF"Work center","h"\r\n"\'=1+1",1234.5\r\n"He said ""no""",\r\n')
  })
})
