import { cleanup, screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildDevice } from '#testing/builders/build-device.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import type { Actor } from '#testing/builders/build-user.ts'
import { stubResizeObserver } from '#testing/page-as-found.ts'
import { renderApp } from '#testing/render-app.tsx'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, storedFor, type TestBrowser, useServer } from '#testing/web-harness.ts'
import { floorReports, rereadFloor } from '#web/stores/floor.ts'

let server: TestServer
let tenant: TestTenant
let saw: string
let device: Actor
let projectId: string
let browser: TestBrowser
const names = new Map<string, string>()
beforeAll(async () => {
  stubResizeObserver()
  server = await startServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.set(new Date())
  tenant = await server.newTenant()
  const ctx = await server.contextOf(tenant.admin)
  saw = (await buildCategory(ctx, { name: 'Band saw' })).categoryId
  projectId = (await buildProject(ctx)).projectId
  for (const name of ['Cut beams', 'Cut legs']) {
    names.set(name, (await buildOperation(ctx, projectId, { name, categoryId: saw })).operationId)
  }
  device = await buildDevice(ctx, { categoryIds: [saw], name: 'Saw tablet' })
})
afterEach(() => {
  cleanup()
  openTab()
  rereadFloor()
  vi.restoreAllMocks()
})

/** Opens the page in a browser with the cookie of the device, or with none. */
const open = async (
  signedIn = true,
  { stored, path = '/floor' }: { stored?: Parameters<typeof openTab>[0]; path?: string } = {},
) => {
  browser = useServer(server.app)
  if (signedIn) browser.cookies.set('__Host-floor', device.floorSecret ?? '')
  openTab(stored)
  rereadFloor()
  return renderApp(path)
}
const away = () =>
  browser.interfere(() => {
    throw new TypeError('Failed to fetch')
  })
const card = async (name: string) => {
  const found = within(await screen.findByRole('listitem', { name }))
  const [fold] = found.getAllByRole('button')
  if (fold?.ariaExpanded === 'false') fold.click()
  return found
}
const sent = () => browser.calls.filter((call) => call === 'POST /api/floor/reports').length
const read = async (name: string) => {
  const path = `/project-operations/projects/${projectId}/operations/${names.get(name)}`
  return (await server.as(tenant.planner).get(path)).body
}

describe('the sign-in of a device', () => {
  it('asks for a code, explains why one is refused, and shows the work list after a valid one', async () => {
    const made = await server.as(tenant.admin).post('/floor-devices', { name: 'New tablet', categoryIds: [saw] })
    const { pairingCode } = made.body
    const { user } = await open(false)
    const field = await screen.findByRole('textbox', { name: /Device code/ })
    await user.type(field, 'AAAA-AAAA')
    await user.click(screen.getByRole('button', { name: 'Sign in this device' }))
    expect(await screen.findByText(/This code is wrong, used or expired/)).toBeTruthy()
    await user.clear(field)
    await user.type(field, `${pairingCode}{Enter}`)
    expect(await screen.findByRole('heading', { name: 'New tablet', level: 1 })).toBeTruthy()
    expect(await screen.findByRole('heading', { name: 'Band saw', level: 2 })).toBeTruthy()
  })

  it('takes the code of a scanned URL, and then removes it from the URL', async () => {
    const made = await server.as(tenant.admin).post('/floor-devices', { name: 'New tablet', categoryIds: [saw] })
    const app = await open(false, { path: `/floor#${made.body.pairingCode}` })
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: /Device code/ })
    expect(field.value).toBe(made.body.pairingCode)
    await waitFor(() => expect(app.path()).toBe('/floor'))
    expect(field.value).toBe(made.body.pairingCode)
    await app.user.click(screen.getByRole('button', { name: 'Sign in this device' }))
    expect(await screen.findByRole('heading', { name: 'New tablet', level: 1 })).toBeTruthy()
  })

  it('leads a signed-in admin to the page where codes are created, and a planner to the schedule', async () => {
    await open(false, { stored: storedFor(tenant.admin, tenant, { isAdmin: 'true' }) })
    const setUp = await screen.findByRole('link', { name: 'Set up this tablet' })
    expect(setUp.getAttribute('href')).toBe('/admin?tab=settings')
    cleanup()
    await open(false, { stored: storedFor(tenant.planner, tenant) })
    expect((await screen.findByRole('link', { name: 'open the schedule' })).getAttribute('href')).toBe('/schedule')
    expect(screen.queryByRole('link', { name: 'Set up this tablet' })).toBeNull()
    cleanup()
    await open(false)
    await screen.findByRole('textbox', { name: /Device code/ })
    expect(screen.queryByText(/You are signed in as/)).toBeNull()
  })

  it('does not redirect to the sign-in page of people', async () => {
    const app = await open()
    await screen.findByRole('heading', { name: 'Saw tablet' })
    expect(app.path()).toBe('/floor')
    expect(browser.calls.every((call) => call.includes('/api/floor/'))).toBe(true)
  })
})

describe('a card of the shop floor', () => {
  it('offers the buttons that fit its state, and draws each report before the server has answered', async () => {
    const { user } = await open()
    const beams = await card('Cut beams')
    expect(beams.queryByRole('button', { name: '50 %' })).toBeNull()
    away()
    await user.click(beams.getByRole('button', { name: 'Start Cut beams' }))
    await user.click(await beams.findByRole('button', { name: '+10 %' }))
    expect(beams.getByRole('progressbar').ariaValueNow).toBe('10')
    await user.click(beams.getByRole('button', { name: '75 %' }))
    expect(beams.getByRole('button', { name: '75 %' }).ariaPressed).toBe('true')
    await user.click(beams.getByRole('button', { name: 'Hold Cut beams' }))
    await user.click(await screen.findByRole('button', { name: 'Machine down' }))
    expect(await beams.findByText('Machine down')).toBeTruthy()
    expect(beams.queryByRole('button', { name: 'Done: Cut beams' })).toBeNull()
    await user.click(beams.getByRole('button', { name: 'Resume Cut beams' }))
    await user.click(await beams.findByRole('button', { name: 'Note on Cut beams' }))
    await user.type(await screen.findByRole('textbox', { name: 'Note' }), 'Blade is dull')
    await user.click(screen.getByRole('button', { name: 'Add note' }))
    expect(await beams.findByText('Saw tablet: Blade is dull')).toBeTruthy()
    expect((await read('Cut beams')).status).toBe('Pending')
    expect(await screen.findByText(/6 reports wait to be sent/)).toBeTruthy()
  })

  it('marks late work with a word and a border, and shows the start time of collapsed work', async () => {
    const at = (hours: number) => new Date(server.clock.now().getTime() + hours * 3_600_000).toISOString()
    const admin = server.as(tenant.admin)
    const work = (name: string) => `/project-operations/projects/${projectId}/operations/${names.get(name)}`
    const dates = { scheduledStartDate: at(72), scheduledEndDate: at(74), pinned: true }
    await admin.patch(`/projects/${projectId}`, { plannedShipDate: at(24) })
    expect((await admin.put(work('Cut legs'), dates)).status).toBe(200)
    expect((await admin.put(work('Cut beams'), { progressPercentage: 30, actualStartDate: at(-1) })).status).toBe(200)
    await open()
    const legs = await screen.findByRole('listitem', { name: 'Cut legs' })
    expect(legs.dataset.tone).toBe('late')
    const fold = within(legs).getByRole('button', { expanded: false })
    expect(fold.textContent).toMatch(/[A-Z][a-z]{2} \d\d\/\d\d.* \d{1,2}:\d\d.* · #.*Late/)
    const beams = screen.getByRole('listitem', { name: 'Cut beams' })
    expect(within(beams).getByText('30 %', { exact: false })).toBeTruthy()
    expect(beams.textContent).not.toMatch(/\d:\d\d( [AP]M)? · #/)
  })

  it('accepts hours left above the estimate, and shows their effect at once', async () => {
    const path = `/project-operations/projects/${projectId}/operations/${names.get('Cut beams')}`
    await server.as(tenant.admin).put(path, { durationHours: 8, progressPercentage: 50 })
    const { user } = await open()
    const beams = await card('Cut beams')
    away()
    await user.click(beams.getByRole('button', { name: 'Hours left of Cut beams' }))
    const field = await screen.findByRole('textbox', { name: 'Hours left' })
    const keypad = within(screen.getByRole('group', { name: 'Digits' }))
    // The first digit replaces the hours of the plan.
    for (const key of ['1', '2', 'Decimal point', '5', 'Delete the last digit', 'Delete the last digit'])
      await user.click(keypad.getByRole('button', { name: key }))
    expect(field).toHaveProperty('value', '12')
    await user.click(screen.getByRole('button', { name: 'Report' }))
    expect(await beams.findByText(/ · 12 h left/)).toBeTruthy()
    expect(beams.getByRole('progressbar').ariaValueNow).toBe('25')
    browser.interfere(() => null)
    window.dispatchEvent(new Event('online'))
    await waitFor(async () => expect(await read('Cut beams')).toMatchObject({ durationHours: 16 }))
    expect(await read('Cut beams')).toMatchObject({ progressPercentage: 25 })
  })

  it('delays "Done" for a moment, in which it can be undone', async () => {
    const { user } = await open()
    const beams = await card('Cut beams')
    await user.click(beams.getByRole('button', { name: 'Done: Cut beams' }))
    const undo = await beams.findByRole('button', { name: 'Undo: Cut beams is not done' })
    expect(document.activeElement).toBe(undo)
    await user.click(undo)
    expect(await beams.findByRole('button', { name: 'Start Cut beams' })).toBeTruthy()
    expect([floorReports.entries.get(), sent()]).toEqual([[], 0])
  })
})

describe('a report without a network', () => {
  it('survives a reload together with the work list, and arrives in order and once when the network returns', async () => {
    const { user } = await open()
    const beams = await card('Cut beams')
    away()
    await user.click(beams.getByRole('button', { name: 'Start Cut beams' }))
    await user.click(await beams.findByRole('button', { name: '50 %' }))
    await user.click((await card('Cut legs')).getByRole('button', { name: 'Start Cut legs' }))
    cleanup()
    rereadFloor()
    await renderApp('/floor')
    expect(await screen.findByText(/3 reports wait to be sent/)).toBeTruthy()
    expect((await card('Cut beams')).getByRole('button', { name: '50 %' }).ariaPressed).toBe('true')

    // The first answer gets lost after the report was stored.
    let lost = 0
    browser.interfere(() => null)
    browser.alter((method, path) => {
      if (`${method} ${path}` !== 'POST /api/floor/reports' || lost++ > 0) return null
      throw new TypeError('Failed to fetch')
    })
    window.dispatchEvent(new Event('online'))
    await waitFor(() => expect(floorReports.entries.get().filter(({ state }) => state === 'waiting')).toEqual([]))
    expect(sent()).toBeGreaterThanOrEqual(4)
    expect(await read('Cut beams')).toMatchObject({ status: 'In Progress', progressPercentage: 50 })
    const { entries } = (await server.as(tenant.planner).get('/history?entity=operation')).body
    const reported = entries.filter(({ source }: { source: string }) => source === 'floor')
    expect(reported.map(({ entityId }: { entityId: string }) => entityId)).toEqual(
      ['Cut legs', 'Cut beams', 'Cut beams'].map((name) => names.get(name)),
    )
    await waitFor(() => expect(floorReports.entries.get()).toEqual([]))
  })

  it('a report that an earlier release has stored is sent', async () => {
    const stored = {
      key: 'stored-key',
      report: { operationId: names.get('Cut beams'), kind: 'start', reportedAt: server.clock.now().toISOString() },
      operationName: 'Cut beams',
      state: 'waiting',
      error: null,
      heldUntilMs: Date.now(),
      answeredAtMs: null,
    }
    await open(true, {
      stored: {
        local: { 'floor:device': device.userId, [`floor:${device.userId}:reports`]: JSON.stringify([stored]) },
      },
    })
    await waitFor(async () => expect((await read('Cut beams')).status).toBe('In Progress'))
    await waitFor(() => expect(floorReports.entries.get()).toEqual([]))
    expect(sent()).toBe(1)
  })

  it('that is refused is shown with the reason until it is dismissed, and the others are sent', async () => {
    const { user } = await open()
    const [beams, legs] = [await card('Cut beams'), await card('Cut legs')]
    away()
    await user.click(beams.getByRole('button', { name: 'Start Cut beams' }))
    await user.click(legs.getByRole('button', { name: 'Start Cut legs' }))
    const path = `/project-operations/projects/${projectId}/operations/${names.get('Cut beams')}`
    await server.as(tenant.planner).put(path, { progressPercentage: 100 })
    browser.interfere(() => null)
    window.dispatchEvent(new Event('online'))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Not accepted: Cut beams, started. It is done already.')
    await waitFor(async () => expect((await read('Cut legs')).status).toBe('In Progress'))
    await user.click(within(alert).getByRole('button', { name: 'OK' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  it('of a removed device is listed, and everything that the device stored is deleted', async () => {
    const { user } = await open()
    const beams = await card('Cut beams')
    await server.as(tenant.admin).delete(`/floor-devices/${device.userId}`)
    await user.click(beams.getByRole('button', { name: 'Start Cut beams' }))
    expect(await screen.findByText(/This device was signed out/)).toBeTruthy()
    expect(screen.getByText('Cut beams, started')).toBeTruthy()
    expect(Object.keys(localStorage).filter((key) => key.startsWith('floor:'))).toEqual([])
  })

  it('is refused when a hundred are waiting', async () => {
    const { user } = await open()
    const beams = await card('Cut beams')
    away()
    await user.click(beams.getByRole('button', { name: 'Start Cut beams' }))
    const [first] = floorReports.entries.get()
    const many = Array.from({ length: 100 }, (_, index) => ({ ...first, key: `key-${index}` }))
    localStorage.setItem(`floor:${device.userId}:reports`, JSON.stringify(many))
    rereadFloor()
    await user.click(await beams.findByRole('button', { name: '50 %' }))
    expect((await screen.findByRole('alert')).textContent).toContain('100 reports are already waiting')
    expect(floorReports.entries.get()).toHaveLength(100)
  })
})

describe('a report with a name', () => {
  it('asks for a code before each report: start, pieces with scrap, and a pause with a reason', async () => {
    const admin = server.as(tenant.admin)
    const { version } = (await admin.get('/organisation')).body
    await admin.put('/organisation', { floorIdentification: 'required' }, { 'If-Match': String(version) })
    await admin.post('/workers', { name: 'Ana', code: '0042', badge: 'BADGE-7' })
    const { user } = await open()
    const found = await card('Cut beams')
    await user.click(found.getByRole('button', { name: 'Start Cut beams' }))
    const who = within(await screen.findByRole('dialog', { name: 'Who are you?' }))
    for (const digit of '0042') await user.click(who.getByRole('button', { name: digit }))
    await user.click(await found.findByRole('button', { name: 'Pieces of Cut beams' }))
    const pieces = within(await screen.findByRole('dialog', { name: 'Pieces of Cut beams' }))
    for (const digit of '12') await user.click(pieces.getByRole('button', { name: digit }))
    await user.click(pieces.getByRole('textbox', { name: 'Scrap' }))
    await user.click(pieces.getByRole('button', { name: '1' }))
    expect((await axe.run(screen.getByRole('dialog'))).violations).toEqual([])
    await user.click(pieces.getByRole('button', { name: 'Report' }))
    expect(await pieces.findByText('Choose why the pieces are scrap')).toBeTruthy()
    await user.click(pieces.getByRole('button', { name: 'Damaged' }))
    await user.click(pieces.getByRole('button', { name: 'Report' }))
    await user.type(await screen.findByRole('textbox', { name: 'Code or badge' }), 'BADGE-7{Enter}')
    expect(await found.findByText('12 good, 1 scrap')).toBeTruthy()
    await user.click(found.getByRole('button', { name: 'Pause Cut beams' }))
    await user.click(await screen.findByRole('button', { name: 'Break' }))
    await user.type(await screen.findByRole('textbox', { name: 'Code or badge' }), '0042{Enter}')
    expect(await found.findByRole('button', { name: 'Resume Cut beams' })).toBeTruthy()
    await waitFor(() => expect(sent()).toBe(3))
    const path = `/project-operations/projects/${projectId}/operations/${names.get('Cut beams')}/floor-reports`
    await waitFor(async () => expect((await admin.get(path)).body.entries).toHaveLength(2))
    expect((await admin.get(path)).body).toMatchObject({ good: 12, scrap: 1, entries: [{ workerName: 'Ana' }, {}] })
  })
})

describe('the kind of time', () => {
  it('a start says whether a machine runs by itself, where the organization tells that apart', async () => {
    const admin = server.as(tenant.admin)
    const { version } = (await admin.get('/organisation')).body
    await admin.put('/organisation', { separatesMachineTime: true }, { 'If-Match': String(version) })
    const { user } = await open()
    const found = await card('Cut beams')
    const kinds = within(found.getByRole('group', { name: 'Who or what works on Cut beams' }))
    await user.click(kinds.getByRole('button', { name: 'Machine' }))
    expect(kinds.getByRole('button', { name: 'Machine' }).getAttribute('aria-pressed')).toBe('true')
    await user.click(found.getByRole('button', { name: 'Start Cut beams' }))
    await waitFor(() => expect(sent()).toBe(1))
    const path = `/project-operations/projects/${projectId}/operations/${names.get('Cut beams')}/intervals`
    await waitFor(async () => expect((await admin.get(path)).body.intervals).toMatchObject([{ time: 'machine' }]))
  })
})
