import { cleanup, screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Operation } from '#contract/operations.ts'
import { setBrowserZone } from '#testing/browser-zone.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import { buildShift } from '#testing/builders/build-shift.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import { stubResizeObserver } from '#testing/page-as-found.ts'
import { renderApp } from '#testing/render-app.tsx'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { inNextWeek } from '#testing/test-days.ts'
import { openTab, storedFor, useServer } from '#testing/web-harness.ts'
import { formatSpan } from '#web/lib/format-hours.ts'
import { toast } from '#web/ui/toast.tsx'

let server: TestServer
let tenant: TestTenant
let weld: Operation
beforeAll(async () => {
  stubResizeObserver()
  server = await startServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  for (const side of ['clientHeight', 'clientWidth'] as const) {
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(900)
  }
  Element.prototype.scrollTo = () => {}
  tenant = await server.newTenant()
  const ctx = await server.contextOf(tenant.planner)
  await buildShift(await server.contextOf(tenant.admin), {})
  const { projectId } = await buildProject(ctx)
  weld = await buildOperation(ctx, projectId, { name: 'Weld frame', durationHours: 8, ...shiftOf(tuesday()) })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const tuesday = () => inNextWeek(server.clock.now(), 1)
const thursday = () => inNextWeek(server.clock.now(), 3)
const tuesdayAfter = () => inNextWeek(server.clock.now(), 8)
const shiftOf = (day: string) => ({ scheduledStartDate: `${day}T14:00:00Z`, scheduledEndDate: `${day}T22:00:00Z` })

const path = () => `/project-operations/projects/${weld.projectId}/operations/${weld.operationId}`
const stored = async () => (await server.as(tenant.planner).get(path())).body as Operation

/** Opens the operation, saves `theirs` as another user, then moves the operation by its start field. */
const move = async (theirs: Record<string, unknown>) => {
  useServer(server.app, tenant.planner)
  openTab(storedFor(tenant.planner, tenant))
  const { user } = await renderApp(`/schedule?operation=${weld.operationId}`)
  const start = await screen.findByLabelText<HTMLInputElement>('Start')
  expect((await server.as(tenant.admin).put(path(), theirs)).status).toBe(200)
  await user.clear(start)
  await user.type(start, `${thursday()}T08:00`)
  await user.click(screen.getByRole('button', { name: 'Move' }))
  return user
}

it('the panel of an operation says what makes its project late', async () => {
  const planner = server.as(tenant.planner)
  await planner.patch(`/projects/${weld.projectId}`, { plannedShipDate: server.clock.now().toISOString() })
  useServer(server.app, tenant.planner)
  openTab(storedFor(tenant.planner, tenant))
  await renderApp(`/schedule?operation=${weld.operationId}`)
  const heading = await screen.findByRole('heading', { name: 'Makes its project late' })
  const { parts } = (await planner.get(`/projects/${weld.projectId}/late-parts`)).body
  expect(parts[0]).toMatchObject({ cause: { code: 'planned' }, operation: { operationId: weld.operationId } })
  expect(heading.parentElement?.textContent).toContain('Scheduling again may bring it forward')
  expect(heading.parentElement?.textContent).toContain(`+${formatSpan(parts[0].lateMs)}`)
})

it('the panel of an operation shows the time on it, and starts and pauses the work', async () => {
  useServer(server.app, tenant.planner)
  openTab(storedFor(tenant.planner, tenant))
  const { user } = await renderApp(`/schedule?operation=${weld.operationId}`)
  const heading = await screen.findByRole('heading', { name: 'Time on work' })
  const section = within(heading.parentElement ?? document.body)
  await section.findByText('No time on work yet.')
  await user.click(section.getByRole('button', { name: 'Start work' }))
  await section.findByText(/^Running since/)
  const pause = section.getByRole('button', { name: 'Pause work' })
  await waitFor(() => expect(pause.getAttribute('aria-busy')).not.toBe('true'))
  server.clock.advance(6 * 60_000)
  await user.click(pause)
  await section.findByText(/^Not worked on since/)
  expect(await section.findByText(/0\.1 h of 8 h estimated\./)).toBeTruthy()
  const { violations } = await axe.run(heading.parentElement ?? document.body, {
    rules: { 'color-contrast': { enabled: false } },
  })
  expect(violations).toEqual([])
})

it('the schedule uses the zone that the reader chose, as all screens do, and mentions it only if the clocks differ', async () => {
  useServer(server.app, tenant.planner)
  const readIn = async (timezone: string) => {
    const { preferences } = (await server.as(tenant.planner).get('/users/me')).body
    await server.as(tenant.planner).put('/users/me/preferences', { ...preferences, timezone })
    openTab(storedFor(tenant.planner, tenant))
    await renderApp('/schedule')
    await screen.findByText(/open operation in 1 project scheduled/)
  }
  const { timeZone } = (await server.as(tenant.planner).get('/organisation')).body
  setBrowserZone(timeZone)
  await readIn(timeZone)
  expect(screen.queryByText(/^Times in/)).toBeNull()
  cleanup()
  await readIn('Pacific/Auckland')
  expect(await screen.findByText('Times in Pacific/Auckland')).toBeTruthy()
})

it('the toolbar has the words Preview and Working time, and a narrower one has their icons', async () => {
  useServer(server.app, tenant.planner)
  openTab(storedFor(tenant.planner, tenant))
  await renderApp('/schedule')
  expect((await screen.findByRole('button', { name: 'Preview' })).textContent).toBe('Preview')
  expect(screen.getByRole('link', { name: 'Working time' }).querySelector('.sr-only')).toBeNull()
  cleanup()
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('1280'),
    addEventListener() {},
    removeEventListener() {},
  }))
  await renderApp('/schedule')
  expect((await screen.findByRole('button', { name: 'Preview' })).textContent).toBe('')
  vi.unstubAllGlobals()
})

it('an operation that a reason names is shown in place, and its link opens its page', async () => {
  const ctx = await server.contextOf(tenant.planner)
  const paint = await buildOperation(ctx, weld.projectId, { name: 'Paint', durationHours: 4, ...shiftOf(thursday()) })
  const browser = useServer(server.app, tenant.planner)
  openTab(storedFor(tenant.planner, tenant))
  const at = Date.parse(`${thursday()}T14:00:00Z`)
  const factor = {
    code: 'predecessor',
    operationId: weld.operationId,
    lagHours: 0,
    lagUnit: 'working',
    at,
    binding: true,
  }
  const answer = {
    operationId: paint.operationId,
    projectId: weld.projectId,
    placement: { factors: [factor], unplaced: null, warnings: [] },
    names: { [weld.operationId]: '#1 Weld frame' },
    projectIds: { [weld.operationId]: weld.projectId },
  }
  browser.interfere((method, asked) =>
    method === 'GET' && asked.endsWith(`${paint.operationId}/placement`) ? Response.json(answer) : null,
  )
  const app = await renderApp(`/schedule?operation=${paint.operationId}`)
  const link = await screen.findByRole('link', { name: '#1 Weld frame' })
  expect(link.getAttribute('href')).toBe(`/projects/${weld.projectId}/operations/${weld.operationId}`)
  await app.user.click(link)
  expect(await screen.findByRole('heading', { name: 'Weld frame' })).toBeTruthy()
  expect(app.path()).toContain(`/schedule?operation=${weld.operationId}`)
})

describe('a proposal on the schedule', () => {
  it('is opened with a typed move before it is stored, and its moves are drawn from a link', async () => {
    useServer(server.app, tenant.planner)
    openTab(storedFor(tenant.planner, tenant))
    const other = await buildProject(await server.contextOf(tenant.planner), { projectName: 'Elsewhere' })
    const app = await renderApp(`/schedule?operation=${weld.operationId}`)
    const start = await screen.findByLabelText<HTMLInputElement>('Start')
    await app.user.clear(start)
    await app.user.type(start, `${thursday()}T08:00`)
    await app.user.click(await screen.findByRole('button', { name: 'Try first' }))
    expect(await screen.findByText(/^Moves (from .* )?to /)).toBeTruthy()
    expect((await stored()).scheduledStartDate).toBe(new Date(`${tuesday()}T14:00:00Z`).toISOString())

    await app.user.click(await screen.findByRole('link', { name: 'Show on the Gantt' }))
    expect(await screen.findByText(/Dashed bars show the new dates\./)).toBeTruthy()
    const bar = async () => {
      const cells = await screen.findAllByRole('gridcell', { name: /Weld frame/ })
      return cells.find(({ dataset }) => dataset.operation !== undefined)
    }
    expect((await bar())?.className).toContain('opacity-35')
    expect(screen.queryByText(`#${other.projectNumber}`)).toBeNull()
    await app.user.click(screen.getByRole('switch', { name: 'Only what changes' }))
    expect(await screen.findByText(`#${other.projectNumber}`)).toBeTruthy()
    await app.user.click(screen.getByRole('switch', { name: 'Only what changes' }))
    await waitFor(() => expect(screen.queryByText(`#${other.projectNumber}`)).toBeNull())
    await app.user.click(screen.getByRole('button', { name: 'Hide the proposal' }))
    await waitFor(() => expect(app.path()).toBe('/schedule'))
    await app.user.click(await screen.findByRole('button', { name: 'Expand all projects' }))
    await waitFor(async () => expect((await bar())?.className).not.toContain('opacity-35'))
  })
})

describe('a proposal that is drawn', () => {
  it('is applied above the schedule, as seen, and is no longer drawn afterwards', async () => {
    useServer(server.app, tenant.planner)
    openTab(storedFor(tenant.planner, tenant))
    const { projectId, operationId } = weld
    const { startDate, endDate } = {
      startDate: shiftOf(thursday()).scheduledStartDate,
      endDate: shiftOf(thursday()).scheduledEndDate,
    }
    const fields = { scheduledStartDate: startDate, scheduledEndDate: endDate }
    const changes = [{ kind: 'operation', projectId, operationId, fields }]
    const { proposalId } = (await server.as(tenant.planner).post('/proposals', { changes, method: 'keepSequence' }))
      .body
    const app = await renderApp(`/schedule?proposal=${proposalId}`)
    await app.user.click(await screen.findByRole('button', { name: 'Apply' }))
    await waitFor(() => expect(app.path()).toBe('/schedule'))
    expect((await stored()).startDate).toBe(new Date(startDate).toISOString())
  })
})

describe('a move of an operation', () => {
  const openPlan = async () => {
    const browser = useServer(server.app, tenant.planner)
    openTab(storedFor(tenant.planner, tenant))
    for (const kind of ['success', 'error'] as const) vi.spyOn(toast, kind)
    const { user } = await renderApp(`/schedule?operation=${weld.operationId}`)
    const start = () => screen.findByLabelText<HTMLInputElement>('Start')
    const typeStart = async (day: string) => {
      const field = await start()
      await user.clear(field)
      await user.type(field, `${day}T08:00`)
      await user.click(screen.getByRole('button', { name: 'Move' }))
    }
    return { browser, start, typeStart }
  }

  it('is shown before the server answers and undone when the server refuses it', async () => {
    const { browser, start, typeStart } = await openPlan()
    const before = (await start()).value
    const { promise, resolve } = Promise.withResolvers<Response>()
    browser.interfere((method) => (method === 'PUT' ? promise : null))
    await typeStart(thursday())
    await waitFor(async () => expect((await start()).value).toBe(`${thursday()}T08:00`))
    expect(toast.success).not.toHaveBeenCalled()
    resolve(new Response(JSON.stringify({ error: 'Not now', code: 'rule', requestId: 'r' }), { status: 422 }))
    await waitFor(() => expect(toast.error).toHaveBeenCalledExactlyOnceWith('Not now'))
    await waitFor(async () => expect((await start()).value).toBe(before))
  })

  it('is followed by a second move of the same operation, and the last position is stored', async () => {
    const { start, typeStart } = await openPlan()
    await typeStart(thursday())
    await waitFor(async () => expect((await start()).value).toBe(`${thursday()}T08:00`))
    await typeStart(tuesdayAfter())
    await waitFor(async () => expect((await start()).value).toBe(`${tuesdayAfter()}T08:00`))
    await waitFor(async () => expect((await stored()).startDate?.slice(0, 10)).toBe(tuesdayAfter()))
    expect(toast.success).toHaveBeenCalledTimes(2)
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })
})

describe('a move of an operation that another user has saved in the meantime', () => {
  it('is stored without a question if the other change did not affect the dates', async () => {
    await move({ notes: 'Theirs' })
    await waitFor(async () => expect((await stored()).startDate?.slice(0, 10)).toBe(thursday()))
    expect(await stored()).toMatchObject({ notes: 'Theirs' })
  })

  it.each([
    { choice: 'Save', day: thursday },
    { choice: 'Discard mine', day: tuesdayAfter },
  ])('opens the conflict dialog if the other change moved the operation too: $choice', async ({ choice, day }) => {
    const user = await move(shiftOf(tuesdayAfter()))
    const conflict = within(await screen.findByRole('alertdialog', { name: 'Weld frame was changed in the meantime' }))
    expect(conflict.getByRole('group', { name: 'Scheduled start' })).toBeTruthy()
    expect((await stored()).startDate?.slice(0, 10)).toBe(tuesdayAfter())
    await user.click(conflict.getByRole('button', { name: choice }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await waitFor(async () => expect((await stored()).startDate?.slice(0, 10)).toBe(day()))
  })
})
