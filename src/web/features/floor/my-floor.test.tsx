import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { MemberAccess } from '#contract/vocabulary.ts'
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
import { rereadSession } from '#web/stores/session.ts'

let server: TestServer
let tenant: TestTenant
let saw: string
let bench: string
let reporter: Actor
let browser: TestBrowser
let cut: { projectId: string; operationId: string }
const member = (access: MemberAccess, workCenterIds?: string[]) =>
  server.newUser({
    name: 'Ben Ito',
    memberOf: [{ tenantId: tenant.tenantId, access, ...(workCenterIds && { workCenterIds }) }],
  })
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
  bench = (await buildCategory(ctx, { name: 'Bench' })).categoryId
  const { projectId } = await buildProject(ctx)
  cut = { projectId, operationId: (await buildOperation(ctx, projectId, { name: 'Cut', categoryId: saw })).operationId }
  await buildOperation(ctx, projectId, { name: 'Assemble', categoryId: bench })
  reporter = await member('report')
})
afterEach(() => {
  cleanup()
  openTab()
  rereadFloor()
  vi.restoreAllMocks()
})

/** Opens the page in the browser of a person. */
const open = async (actor: Actor, flags: Record<string, string> = { access: 'report' }) => {
  browser = useServer(server.app, actor)
  openTab(storedFor(actor, tenant, flags))
  return renderApp('/floor')
}
const come = async (actor = reporter, flags?: Record<string, string>) => {
  const app = await open(actor, flags)
  await app.user.click(await screen.findByRole('button', { name: 'Use it as Ben Ito' }))
  return app
}
/** Opens the page and selects work centers. */
const comeTo = async (...names: string[]) => {
  const app = await come()
  for (const name of names) await app.user.click(await screen.findByRole('checkbox', { name }))
  await app.user.click(screen.getByRole('button', { name: 'Show work' }))
  await screen.findByRole('heading', { name: 'Ben Ito', level: 1 })
  return app
}
const work = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
const card = async () => within(await screen.findByRole('listitem', { name: 'Cut' }))
const away = () =>
  browser.interfere(() => {
    throw new TypeError('Failed to fetch')
  })
const read = async () => {
  const path = `/project-operations/projects/${cut.projectId}/operations/${cut.operationId}`
  return (await server.as(tenant.planner).get(path)).body
}

describe('the shop floor under one’s own name', () => {
  it('the page shows the work centers that a reporter chooses, and moves the focus to each new heading', async () => {
    const { user } = await come()
    const question = await screen.findByRole('heading', { name: 'Which work do you want to see?' })
    expect(document.activeElement).toBe(question)
    await user.click(await screen.findByRole('button', { name: 'Show work' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Choose at least one work center')
    await user.click(screen.getByRole('checkbox', { name: 'Bench' }))
    await user.click(screen.getByRole('button', { name: 'Show work' }))
    const name = await screen.findByRole('heading', { name: 'Ben Ito', level: 1 })
    expect(document.activeElement).toBe(name)
    expect(work()).toEqual(['Bench'])
    expect(screen.queryByRole('button', { name: 'Sign out' })).toBeNull()

    await user.click(screen.getByRole('button', { name: 'Work centers' }))
    expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Bench' })).checked).toBe(true)
    await user.click(screen.getByRole('checkbox', { name: 'Band saw' }))
    await user.click(screen.getByRole('button', { name: 'Show work' }))
    await waitFor(() => expect(work()).toEqual(expect.arrayContaining(['Band saw', 'Bench'])))
  })

  it('a report is made under the name of the person', async () => {
    const { user } = await comeTo('Band saw')
    await user.click((await card()).getByRole('button', { name: 'Start Cut' }))
    await user.click((await card()).getByRole('button', { name: 'Note on Cut' }))
    await user.type(await screen.findByRole('textbox', { name: 'Note' }), 'Blade is dull')
    await user.click(screen.getByRole('button', { name: 'Add note' }))
    await waitFor(async () => expect(await read()).toMatchObject({ notes: 'Ben Ito: Blade is dull' }))
    const { entries } = (await server.as(tenant.planner).get(`/history?entityId=${cut.operationId}`)).body
    expect(entries[0]).toMatchObject({ source: 'floor', userName: 'Ben Ito' })
  })

  it('the browser remembers the choice, and “Leave” ends the visit but not the session', async () => {
    const { user } = await comeTo('Band saw')
    cleanup()
    rereadFloor()
    await renderApp('/floor')
    expect(await screen.findByRole('heading', { name: 'Band saw', level: 2 })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Leave' }))
    const title = await screen.findByRole('heading', { name: 'Shop floor' })
    expect(document.activeElement).toBe(title)
    expect(browser.cookies.has('__Host-sid')).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Use it as Ben Ito' }))
    expect(await screen.findByRole('heading', { name: 'Band saw', level: 2 })).toBeTruthy()
  })

  it('a planner of some work centers is offered only those', async () => {
    const limited = await member('plan', [bench])
    await come(limited, { access: 'plan', workCenterIds: bench })
    expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Bench' })).checked).toBe(true)
    expect(screen.queryByRole('checkbox', { name: 'Band saw' })).toBeNull()
  })

  it('a viewer sees why they cannot use it', async () => {
    await open(await member('view'), { access: 'view' })
    const offer = await screen.findByRole<HTMLButtonElement>('button', { name: 'Use it as Ben Ito' })
    expect(offer.disabled).toBe(true)
    const reason = document.getElementById(offer.getAttribute('aria-describedby') ?? '')
    expect(reason?.textContent).toBe('You can look at the plan. Reporting work needs more access.')
  })

  it('a person who has lost the right in the meantime sees the reason on the sign-in page', async () => {
    const { user } = await come(await member('view'))
    await user.click(await screen.findByRole('checkbox', { name: 'Bench' }))
    await user.click(screen.getByRole('button', { name: 'Show work' }))
    expect(await screen.findByText('You can look at the plan. Reporting work needs more access.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Use it as Ben Ito' })).toBeTruthy()
  })

  it('a device cookie in the browser takes precedence over the person', async () => {
    await comeTo('Bench')
    const device = await buildDevice(await server.contextOf(tenant.admin), { categoryIds: [saw], name: 'Saw tablet' })
    cleanup()
    browser.cookies.set('__Host-floor', device.floorSecret ?? '')
    await renderApp('/floor')
    expect(await screen.findByRole('heading', { name: 'Saw tablet', level: 1 })).toBeTruthy()
    expect(work()).toEqual(['Band saw'])
    expect(screen.queryByRole('button', { name: 'Leave' })).toBeNull()
  })
})

describe('reports of a person without a network', () => {
  it('reports survive a reload with the work, and arrive once, at the work centers of that time', async () => {
    const { user } = await comeTo('Band saw')
    away()
    await user.click((await card()).getByRole('button', { name: 'Start Cut' }))
    await user.click((await card()).getByRole('button', { name: '50 %' }))
    cleanup()
    rereadFloor()
    await renderApp('/floor')
    expect(await screen.findByText(/2 reports wait to be sent/)).toBeTruthy()
    expect((await card()).getByRole('button', { name: '50 %' }).ariaPressed).toBe('true')

    browser.interfere((method, path) => {
      if (`${method} ${path}` !== 'POST /api/my-floor/reports') return null
      throw new TypeError('Failed to fetch')
    })
    await user.click(screen.getByRole('button', { name: 'Work centers' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Band saw' }))
    await user.click(screen.getByRole('checkbox', { name: 'Bench' }))
    await user.click(screen.getByRole('button', { name: 'Show work' }))
    await waitFor(() => expect(work()).toEqual(['Bench']))

    // The first answer gets lost after the report was stored.
    let lost = 0
    browser.interfere(() => null)
    browser.alter((method, path) => {
      if (`${method} ${path}` !== 'POST /api/my-floor/reports' || lost++ > 0) return null
      throw new TypeError('Failed to fetch')
    })
    window.dispatchEvent(new Event('online'))
    await waitFor(() => expect(floorReports.entries.get()).toEqual([]), { timeout: 5_000 })
    expect(await read()).toMatchObject({ status: 'In Progress', progressPercentage: 50 })
    const { entries } = (await server.as(tenant.planner).get('/history?entity=operation')).body
    expect(entries.filter(({ source }: { source: string }) => source === 'floor')).toHaveLength(2)
  })

  it('reports outlast the session, and are sent when the same person signs in again', async () => {
    const { user, path } = await comeTo('Band saw')
    const secret = browser.cookies.get('__Host-sid') ?? ''
    browser.cookies.delete('__Host-sid')
    await user.click((await card()).getByRole('button', { name: 'Start Cut' }))
    await waitFor(() => expect(path()).toBe('/login?redirect=%2Ffloor'))
    expect(floorReports.entries.get()).toEqual([])
    cleanup()
    browser.cookies.set('__Host-sid', secret)
    for (const [key, value] of Object.entries(storedFor(reporter, tenant, { access: 'report' }).local)) {
      localStorage.setItem(key, value)
    }
    rereadSession()
    await renderApp('/floor')
    await screen.findByRole('heading', { name: 'Band saw', level: 2 })
    await waitFor(async () => expect((await read()).status).toBe('In Progress'))
  })

  it('reports that wait are counted when the person leaves', async () => {
    const { user } = await comeTo('Band saw')
    away()
    await user.click((await card()).getByRole('button', { name: 'Start Cut' }))
    await user.click(screen.getByRole('button', { name: 'Leave' }))
    expect(
      await screen.findByText('1 report waits to be sent until you use the shop floor under your own name again.'),
    ).toBeTruthy()
  })
})
