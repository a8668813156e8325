import { screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayMs, hourMs } from '#domain/time/units.ts'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildFinishedWork, ratiosAround } from '#testing/builders/build-finished-work.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildPastForecasts } from '#testing/builders/build-past-forecasts.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import { renderApp } from '#testing/render-app.tsx'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, storedFor, useServer } from '#testing/web-harness.ts'

let server: TestServer
let full: TestTenant
let empty: TestTenant
let small: TestTenant

/** Projects that were given a date two weeks ahead: each third one ended three days later than its forecast, the others a day earlier. */
const fill = async (tenant: TestTenant, projects: number) => {
  const ctx = await server.contextOf(tenant.admin)
  const { categoryId } = await buildCategory(ctx, { name: 'Weld' })
  for (let index = 0; index < projects; index++) {
    const endMs = server.clock.now().getTime() - (20 + index) * dayMs
    const realMs = endMs + (index % 3 === 0 ? 3 : -1) * dayMs
    const { projectId } = await buildProject(ctx, { projectName: `Frame ${index}` })
    await buildOperation(ctx, projectId, {
      name: 'Cut',
      durationHours: 4,
      progressPercentage: 100,
      actualStartDate: new Date(realMs - 4 * hourMs).toISOString(),
      actualEndDate: new Date(realMs).toISOString(),
    })
    const odds = { p10Ms: endMs - 2 * dayMs, p50Ms: endMs, p80Ms: endMs + dayMs, p90Ms: endMs + 4 * dayMs }
    const cause = { code: 'workCentreBusy', categoryId } as const
    await buildPastForecasts(ctx, projectId, [
      { saidMs: endMs - 14 * dayMs, endMs, odds, chance: 0.9, shipMs: endMs - dayMs, cause },
    ])
  }
  await buildFinishedWork(ctx, { categoryId, ratios: ratiosAround(1.6, 20) })
}

beforeAll(async () => {
  server = await startServer()
  full = await server.newTenant({ timeZone: 'UTC' })
  empty = await server.newTenant({ timeZone: 'UTC' })
  small = await server.newTenant({ timeZone: 'UTC' })
  await fill(full, 12)
  await fill(small, 4)
})
afterAll(() => server.close())

const open = async (tenant: TestTenant, path = '/analytics/track-record') => {
  useServer(server.app, tenant.planner)
  openTab(storedFor(tenant.planner, tenant))
  const app = await renderApp(path)
  await waitFor(() => expect(app.queryClient.isFetching()).toBe(0))
  return app
}
const region = async (name: string) => within(await screen.findByRole('region', { name }))
const problems = async () =>
  (await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } })).violations.map(({ id }) => id)

describe('the screen of the track record', () => {
  it('the verdict comes first, and every panel shows its figures', async () => {
    const { user } = await open(full)
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Was it right?')
    const verdict = await region('Verdict')
    expect(verdict.getByText('Of 12 dates given with 80 % confidence, 8 came true (67 %).')).toBeTruthy()
    expect(
      verdict.getByText('That fits 80 %. With 12 projects, the true share is likely between 39 and 86 %.'),
    ).toBeTruthy()

    const curve = await region('Dates that came true, %')
    await user.click(curve.getByRole('button', { name: 'Show as table' }))
    const row = within(curve.getByRole('row', { name: /^2 weeks ahead/ }))
    expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
      ...['12', '12', '67', '67', '39 to 86 %', '100', '100'],
    ])
    await user.click(curve.getByRole('button', { name: 'Show as table' }))
    await user.click(curve.getByRole('radio', { name: '4 weeks' }))
    expect(curve.getByText('Too little is known: 0 of the 10 projects needed.')).toBeTruthy()

    const errors = within(screen.getByRole('list', { name: 'Forecasts by how far ahead they were made' }))
    expect(
      errors.getByText(
        /Half of 12 dates were off by at most 1 day, and 100 % \(76 to 100 %\) to within 3 days\. Projects typically ended 1 day earlier/,
      ),
    ).toBeTruthy()
    const causes = await region('Causes named, and what happened')
    expect(causes.getByRole('row', { name: 'Waiting for Weld 12 4 8 1 4' })).toBeTruthy()
    const misleading = await region('Misleading estimates')
    expect(misleading.getByText(/^Weld takes 1\.\d+ of its estimate/)).toBeTruthy()
    expect(await problems()).toEqual([])
  })

  it('the number of months is in the address, and its answer is read again', async () => {
    const { user, path } = await open(full)
    await user.click(screen.getByRole('radio', { name: '24 months' }))
    await waitFor(() => expect(path()).toBe('/analytics/track-record?months=24'))
    expect(await screen.findByText(/^Of 12 dates/)).toBeTruthy()
  })

  it('no share is shown of fewer than ten projects', async () => {
    await open(small)
    const verdict = await region('Verdict')
    expect(verdict.getByText('Too little is known: dates of at least 10 projects must have passed.')).toBeTruthy()
    expect(verdict.getByText(/^Forecasts are stored since the week of /)).toBeTruthy()
    expect(screen.getAllByText('Too little is known: 4 of the 10 projects needed.').length).toBeGreaterThan(1)
    const curve = await region('Dates that came true, %')
    expect(within(curve.getByRole('row', { name: /^All/ })).getAllByText('—')).toHaveLength(5)
    expect(await problems()).toEqual([])
  })

  it('a new organization reads what will appear and when', async () => {
    await open(empty)
    expect(screen.getByText('No forecasts have been stored yet')).toBeTruthy()
    expect(screen.getByText(/Once a week, the forecast of every open project with dates is stored/)).toBeTruthy()
    expect(await problems()).toEqual([])
  })

  it('a planner opens the page from Analytics and goes on to the estimates', async () => {
    const { user, path } = await open(full, '/analytics')
    await user.click(screen.getByRole('link', { name: 'Was it right?' }))
    await waitFor(() => expect(path()).toBe('/analytics/track-record'))
    await user.click((await region('Misleading estimates')).getByRole('link', { name: 'Set estimates' }))
    await waitFor(() => expect(path()).toBe('/analytics#estimates'))
  })
})
