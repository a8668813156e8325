import { act, screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { LiveEvent } from '#contract/live-events.ts'
import { runMessages, type SchedulingRun } from '#contract/scheduling-runs.ts'
import { valueAt } from '#domain/value-at.ts'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildChain, buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import { renderApp } from '#testing/render-app.tsx'
import { announceLive, hearLive, serveRuns } from '#testing/serve-runs.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, storedFor, type TestBrowser, useServer } from '#testing/web-harness.ts'
import { runQuery } from '#web/api/schedule/scheduling-runs.queries.ts'
import { applyEvent } from '#web/live/apply-event.ts'
import { setLiveState } from '#web/live/live-state.ts'
import { closeRun, openRun } from './opened-run.ts'

let server: TestServer
let runner: { close(): Promise<void> }
beforeAll(async () => {
  server = await startServer()
  runner = serveRuns(server)
})
afterAll(async () => {
  await runner.close()
  await server.close()
})
afterEach(() => act(() => closeRun()))

let tenant: TestTenant
let browser: TestBrowser
const open = async (path: string) => {
  browser = useServer(server.app, tenant.planner)
  openTab(storedFor(tenant.planner, tenant))
  return renderApp(path)
}

/** Two projects on one saw, of which one has to wait; a second run then finds work on hold and an obstructive pin. */
const twoProjects = async () => {
  tenant = await server.newTenant({ timeZone: 'UTC' })
  const ctx = await server.contextOf(tenant.planner)
  const { categoryId } = await buildCategory(await server.contextOf(tenant.admin), { name: 'Saw', capacity: 1 })
  const crane = await buildProject(ctx, { projectName: 'Crane', plannedShipDate: '2026-11-19T12:00:00Z', priority: 10 })
  const press = await buildProject(ctx, { projectName: 'Press', plannedShipDate: '2026-11-30T12:00:00Z', priority: 90 })
  const cut = await buildOperation(ctx, crane.projectId, { name: 'Cut', durationHours: 10, categoryId })
  const [, paint] = await buildChain(ctx, press.projectId, ['Weld', 'Paint'])
  if (!paint) throw new Error('No chain was built')
  return { ctx, crane, press, cut, paint }
}

const write = async (path: string, fields: object, method: 'PUT' | 'PATCH' = 'PUT') => {
  const { status, text } = await server.as(tenant.planner).call(method, path, fields)
  expect(status, text).toBe(200)
}

const dialog = () => screen.findByRole('dialog', { name: 'Scheduling Projects' })

/** Starts a run, opens its dialog and waits for its end. */
const scheduleAll = async (path: string): Promise<HTMLElement> => {
  await open(path)
  const { body } = await server.as(tenant.planner).post('/projects/schedule-all', {})
  act(() => openRun(body.runId))
  const run = await dialog()
  await within(run).findByText(runMessages.Succeeded)
  return run
}

describe('the dialog of a run', () => {
  it('lists changes, unscheduled operations and warnings of the run, each with a link', async () => {
    const { ctx, crane, press, paint } = await twoProjects()
    const held = await buildOperation(ctx, press.projectId, { name: 'Test', onHold: true })
    await write(`/project-operations/projects/${press.projectId}/operations/${paint.operationId}`, {
      pinned: true,
      scheduledStartDate: '2026-11-18T10:00:00Z',
      scheduledEndDate: '2026-11-18T18:00:00Z',
    })
    const app = await open('/')
    await app.user.click(valueAt(await screen.findAllByRole('button', { name: 'Schedule all' }), 0))
    const run = within(await dialog())
    await run.findByText(runMessages.Succeeded)
    expect(run.getByText('1 operation could not be scheduled.')).toBeTruthy()
    expect(run.getByText('1 warning.')).toBeTruthy()
    expect(run.getByText('Progress: 2 of 2 projects')).toBeTruthy()
    expect(run.getByText('3 of 4'), 'open operations alone').toBeTruthy()
    expect(run.queryByText('Projects per second'), 'a run that has ended has no speed').toBeNull()
    expect(await screen.findByText('Became late'), 'the last run on the dashboard').toBeTruthy()

    const first = await run.findByRole('list', { name: 'First date' })
    expect((await within(first).findByRole('link', { name: `#${crane.projectNumber}` })).getAttribute('href')).toBe(
      `/projects/${crane.projectId}`,
    )
    expect(first.textContent).toContain('No date')
    const unplaced = within(run.getByRole('list', { name: 'Not scheduled' }))
    expect(unplaced.getByText('On hold: it is scheduled once it is released.')).toBeTruthy()
    expect(unplaced.getByRole('link', { name: `#${press.projectNumber} Test` }).getAttribute('href')).toBe(
      `/projects/${press.projectId}/operations/${held.operationId}`,
    )
    const warnings = within(run.getByRole('list', { name: 'Warnings' }))
    expect(warnings.getByText(`Starts before #${press.projectNumber} Weld finishes.`)).toBeTruthy()

    // After the end of the run the list of names is collapsed, but still available.
    const recent = run.getByRole('button', { name: 'Recently Completed (2)' })
    expect(recent.getAttribute('aria-expanded')).toBe('false')
    await app.user.click(recent)
    expect(run.getByRole('list', { name: 'Recently completed projects' }).textContent).toContain('Crane')

    await app.user.click(warnings.getByRole('link', { name: `#${press.projectNumber} Paint` }))
    await waitFor(() => expect(app.path()).toBe(`/projects/${press.projectId}/operations/${paint.operationId}`))
    expect(screen.queryByRole('dialog', { name: 'Scheduling Projects' })).toBeNull()
  })
  it('shows old date, new date, days and moved operations of a project whose end has moved', async () => {
    const { crane, cut } = await twoProjects()
    await write(`/project-operations/projects/${crane.projectId}/operations/${cut.operationId}`, {
      pinned: false,
      scheduledStartDate: '2026-11-25T06:00:00Z',
      scheduledEndDate: '2026-11-25T16:00:00Z',
    })
    const run = within(await scheduleAll('/profile'))
    const recovered = await run.findByRole('list', { name: 'Recovered' })
    await waitFor(() =>
      expect(recovered.textContent).toMatch(/^#\d+CraneWed 11\/25toWed 11\/18was 6 d late · 1 operation moved$/),
    )
    expect(run.getByRole('heading', { name: 'Recovered (1)' })).toBeTruthy()
    expect(run.getByText('Late projects 0 instead of 1. Late days 0 instead of 6.')).toBeTruthy()
  })

  it('says that a run was reverted, and offers its plan again', async () => {
    await twoProjects()
    await scheduleAll('/profile')
    const { runId } = (await server.as(tenant.planner).get('/scheduling-runs')).body[0]
    act(() => closeRun())
    await server.as(tenant.planner).post(`/scheduling-runs/${runId}/revert`)
    const app = await open('/profile')
    act(() => openRun(runId))
    const run = within(await dialog())
    expect(await run.findByText('Reverted')).toBeTruthy()
    expect(run.getByText(/Its plan is not in use\.$/)).toBeTruthy()
    expect(run.queryByText(runMessages.Succeeded)).toBeNull()
    expect(run.queryByText(/^Late projects/)).toBeNull()
    await app.user.click(run.getByRole('button', { name: 'Redo' }))
    await run.findByText(runMessages.Succeeded)
  })

  it('shows the best plan so far while the run searches, and uses that plan when asked', async () => {
    tenant = await server.newTenant({ timeZone: 'UTC' })
    const ctx = await server.contextOf(tenant.planner)
    const { categoryId } = await buildCategory(await server.contextOf(tenant.admin), { name: 'Saw', capacity: 1 })
    for (let number = 0; number < 30; number++) {
      const { projectId } = await buildProject(ctx, { plannedShipDate: '2026-11-19T12:00:00Z', priority: number * 3 })
      // Enough work for a search of many seconds, which the planner ends.
      for (const name of ['Cut', 'Bend', 'Weld', 'Grind', 'Paint', 'Trim']) {
        await buildOperation(ctx, projectId, { name, durationHours: 1 + (number % 7), categoryId })
      }
    }
    const app = await open('/')
    const { body } = await server.as(tenant.planner).post('/projects/schedule-all', { effort: 'thorough' })
    act(() => openRun(body.runId))
    const run = within(await dialog())
    const best = await run.findByRole('region', { name: 'Best plan so far' })
    expect(best.textContent).toMatch(/Late days\d+to\d+Late projects\d+to\d+/)
    await waitFor(() => expect(best.querySelector('[data-falling]')?.getAttribute('d')).toMatch(/^M0 \d+H\d+V\d+/))
    expect(run.getByText('Progress: 30 of 30 projects')).toBeTruthy()
    const recent = run.getByRole('list', { name: 'Recently completed projects' })
    await waitFor(() => expect(recent.textContent).toMatch(/\d+ d late/))
    await app.user.click(run.getByRole('button', { name: 'Use this plan' }))
    await run.findByText(runMessages.Succeeded)
    expect(run.getByText('The search was stopped. This is the best plan it had found.')).toBeTruthy()
    expect(run.queryByText('Search longer for a better plan:'), 'nothing is more thorough').toBeNull()
  })

  it('says that a deleted run is no longer available, and sends no more requests', async () => {
    tenant = await server.newTenant({ timeZone: 'UTC' })
    const app = await open('/')
    const runId = '01a20155-0000-7000-8000-000000000000'
    act(() => openRun(runId))
    const notice = within(await screen.findByRole('alertdialog', { name: 'This run is no longer available' }))
    expect(notice.getByText(/The current plan is not affected/)).toBeTruthy()
    expect(screen.queryByRole('dialog', { name: 'Scheduling Projects' })).toBeNull()
    const { queryKey, refetchInterval } = runQuery(runId)
    const query = app.queryClient.getQueryCache().find<SchedulingRun>({ queryKey })
    expect(query && typeof refetchInterval === 'function' && refetchInterval(query as never)).toBe(false)
    await app.user.click(notice.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })

  describe('while projects are late', () => {
    /** Projects that need the same saw for many days each, and are to ship at once. */
    const lateProjects = async (count: number) => {
      tenant = await server.newTenant({ timeZone: 'UTC' })
      const ctx = await server.contextOf(tenant.planner)
      const { categoryId } = await buildCategory(await server.contextOf(tenant.admin), { name: 'Saw', capacity: 1 })
      for (let number = 0; number < count; number++) {
        const { projectId } = await buildProject(ctx, { plannedShipDate: '2026-11-16T12:00:00Z', priority: 50 })
        await buildOperation(ctx, projectId, { name: 'Cut', durationHours: 80, categoryId })
      }
    }
    const newest = async (): Promise<SchedulingRun> =>
      (await server.as(tenant.planner).call('GET', '/scheduling-runs')).body[0]
    const offer = 'Search longer for a better plan:'
    const isAccessible = async (run: HTMLElement) => {
      const { violations } = await axe.run(run, { rules: { 'color-contrast': { enabled: false } } })
      expect(violations.map(({ id }) => id)).toEqual([])
    }

    it('offers a longer search, and offers it quietly after a search that had stopped improving', async () => {
      await lateProjects(2)
      const run = within(await scheduleAll('/profile'))
      expect(
        run.getByText(/^The last third of the search saved no late days\. More time may still save some\./),
      ).toBeTruthy()
      expect(run.getByText(offer)).toBeTruthy()
      expect(run.getByRole('button', { name: 'Thorough (up to 5 min)' })).toBeTruthy()
      act(() => run.getByRole('button', { name: 'Balanced (up to 1 min)' }).click())
      await waitFor(async () => expect(await newest()).toMatchObject({ effort: 'balanced', status: 'Succeeded' }))
      const longer = await dialog()
      await within(longer).findByText(/^The search had stopped improving\. More time will rarely help\./)
      expect(within(longer).queryByText(offer)).toBeNull()
      expect(within(longer).getByRole('button', { name: 'Search longer: Thorough (up to 5 min)' })).toBeTruthy()
      await isAccessible(longer)
    })

    it('says what the last third of the search saved', async () => {
      await lateProjects(2)
      await scheduleAll('/profile')
      const { runId } = await newest()
      act(() => closeRun())
      await server.services.db.withSystem((tx) =>
        tx.execute(sql`update scheduling_runs set progress = progress || '{"gainedLate": 3}' where run_id = ${runId}`),
      )
      await open('/profile')
      act(() => openRun(runId))
      const run = await dialog()
      await within(run).findByText(
        /^The last third of the search still saved 3 late days\. More time will probably save more\./,
      )
      expect(within(run).getByText(offer)).toBeTruthy()
      await isAccessible(run)
    })

    it('offers no longer search if no plan can be less late', async () => {
      await lateProjects(1)
      const run = await scheduleAll('/profile')
      expect(
        within(run).getByText(/^More time cannot help: even with unlimited capacity there would be \d+ late days\.$/),
      ).toBeTruthy()
      expect(within(run).queryByText(offer)).toBeNull()
      expect(within(run).queryByRole('button', { name: /up to/ })).toBeNull()
      await isAccessible(run)
    })
  })

  it('lets a browser read each resource with dates of the plan only once', async () => {
    await twoProjects()
    const app = await open('/')
    await screen.findAllByRole('button', { name: 'Schedule all' })
    // The messages of the socket, in the order of the server.
    const heard: LiveEvent[] = []
    const stop = await hearLive(server, tenant.tenantId, (event) =>
      act(() => {
        // The socket of the tab does not open in tests.
        setLiveState({ state: 'open' })
        applyEvent(app.queryClient, event)
        heard.push(event)
      }),
    )
    /** Waits until every message so far has arrived, because this one follows them, and no data on screen is to be read again. */
    const allIsRead = async () => {
      const last: LiveEvent = { type: 'heard', id: crypto.randomUUID(), error: null }
      await announceLive(server, tenant.tenantId, last)
      await waitFor(() => expect(heard).toContainEqual(last))
      const onScreen = () => app.queryClient.getQueryCache().findAll({ type: 'active' })
      await waitFor(() => {
        expect(app.queryClient.isFetching()).toBe(0)
        const toRead = onScreen().filter((query) => query.state.isInvalidated && !query.isStatic())
        expect(toRead.map(({ queryKey }) => queryKey)).toEqual([])
      })
    }
    await allIsRead()
    await app.user.click(valueAt(screen.getAllByRole('button', { name: 'Schedule all' }), 0))
    const from = browser.calls.length
    await within(await dialog()).findByText(runMessages.Succeeded)
    await waitFor(() => expect(browser.calls.slice(from)).toContain('GET /api/dashboard'))
    await allIsRead()
    const shown = browser.calls
      .slice(from)
      .filter((call) => /^GET (?!.*(scheduling-runs|health|notifications))/.test(call))
    expect(shown).toContain('GET /api/dashboard')
    expect(shown.filter((call, index) => shown.indexOf(call) !== index)).toEqual([])
    const results = browser.calls.slice(from).filter((call) => call.endsWith('/result'))
    expect(results).toHaveLength(1)
    await stop()
    act(() => setLiveState({ state: 'off' }))
  })
})
