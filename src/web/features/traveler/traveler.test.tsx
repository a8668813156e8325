import { cleanup, screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { MemberAccess } from '#contract/vocabulary.ts'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildDevice } from '#testing/builders/build-device.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import { stubResizeObserver } from '#testing/page-as-found.ts'
import { renderApp } from '#testing/render-app.tsx'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, storedFor, useServer } from '#testing/web-harness.ts'
import { rereadFloor } from '#web/stores/floor.ts'
import { floorAddress } from './traveler-sheet.tsx'

let server: TestServer
let tenant: TestTenant
let saw: string
let projectId: string
let cut: string
let weld: string
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
  const bench = (await buildCategory(ctx, { name: 'Bench' })).categoryId
  projectId = (await buildProject(ctx, { projectName: 'Conveyor Frame', projectNumber: '1042' })).projectId
  const add = async (name: string, categoryId: string, fields: object = {}) =>
    (await buildOperation(ctx, projectId, { name, categoryId, durationHours: 6, ...fields })).operationId
  await add('Order steel', saw, { progressPercentage: 100 })
  cut = await add('Cut', saw, { quantity: 40, notes: 'Deburr both ends', scheduledStartDate: '2026-12-24T14:00:00Z' })
  weld = await add('Weld', bench)
})
afterEach(() => {
  cleanup()
  openTab()
  rereadFloor()
  vi.restoreAllMocks()
})

const asPlanner = () => {
  useServer(server.app, tenant.planner)
  openTab(storedFor(tenant.planner, tenant))
}
const cellsOf = (row: Element | undefined) =>
  [...(row?.querySelectorAll('td') ?? [])].map(({ textContent }) => textContent)
const code = (name: string) => `QR code that opens ${name} on the shop floor`
const scan = (operationId: string) => renderApp(floorAddress(operationId).slice(location.origin.length))

describe('a traveler', () => {
  it('opens from the page of its project, and lists its operations with a code for those that are open', async () => {
    asPlanner()
    const app = await renderApp(`/projects/${projectId}`)
    await app.user.click(await screen.findByRole('link', { name: 'Traveler' }))
    const table = await screen.findByRole('table')
    expect(app.path()).toBe(`/projects/${projectId}/traveler`)
    const [, done, first, second] = within(table).getAllByRole('row')
    expect(cellsOf(done)[0]).toBe('Done')
    expect(cellsOf(first)).toEqual([
      '',
      'Cut40 pcs',
      'Band saw',
      expect.stringMatching(/^(Thu )?12\/24 /),
      '6 h',
      'Deburr both ends',
    ])
    expect(cellsOf(second)[3]).toBe('Not scheduled')
    expect(screen.getAllByRole('img').map(({ ariaLabel }) => ariaLabel)).toEqual([code('Cut'), code('Weld')])
    const { violations } = await axe.run(table)
    expect(violations).toEqual([])
  })

  it.each(['A4', 'Letter'])('is printed upright on %s, and the page stays as it was', async (paper) => {
    asPlanner()
    let printed = ''
    vi.spyOn(window, 'print').mockImplementation(() => {
      printed = document.querySelector('[data-print]')?.textContent ?? ''
    })
    const { user } = await renderApp(`/projects/${projectId}/traveler`)
    await user.click(await screen.findByRole('button', { name: `Print on ${paper}` }))
    await waitFor(() => expect(printed).toContain(`size: ${paper === 'A4' ? 'A4' : 'letter'} portrait`))
    expect(printed).toContain('#1042 Conveyor Frame')
    window.dispatchEvent(new Event('afterprint'))
    await waitFor(() => expect(document.querySelector('[data-print]')).toBeNull())
    expect(screen.getByRole('table')).toBeTruthy()
  })

  it('without operations says what is missing, and is not printed', async () => {
    const ctx = await server.contextOf(tenant.admin)
    const empty = await buildProject(ctx)
    asPlanner()
    await renderApp(`/projects/${empty.projectId}/traveler`)
    expect(await screen.findByText('No operations yet')).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /Print on A4/ }).ariaDisabled).toBe('true')
  })
})

describe('the code of a traveler', () => {
  const card = (name: string) => screen.findByRole('listitem', { name })
  const isOpenAndFocused = async (name: string) => {
    const fold = within(await card(name)).getAllByRole('button')[0]
    await waitFor(() => expect(document.activeElement).toBe(fold))
    expect(fold?.ariaExpanded).toBe('true')
  }
  const asDevice = async () => {
    const device = await buildDevice(await server.contextOf(tenant.admin), { categoryIds: [saw], name: 'Saw tablet' })
    const browser = useServer(server.app)
    browser.cookies.set('__Host-floor', device.floorSecret ?? '')
    openTab()
    rereadFloor()
  }
  const asMember = async (access: MemberAccess) => {
    const actor = await server.newUser({ name: 'Ben Ito', memberOf: [{ tenantId: tenant.tenantId, access }] })
    useServer(server.app, actor)
    openTab(storedFor(actor, tenant, { access }))
    rereadFloor()
  }

  it('opens its card on a tablet, which takes the focus, and leaves the address', async () => {
    const ctx = await server.contextOf(tenant.admin)
    const { operationId } = await buildOperation(ctx, projectId, { name: 'Cut caps', categoryId: saw })
    await asDevice()
    const app = await scan(operationId)
    await isOpenAndFocused('Cut caps')
    await waitFor(() => expect(app.path()).toBe('/floor'))
    expect(within(await card('Cut caps')).getByRole('button', { name: 'Start Cut caps' })).toBeTruthy()
  })

  it('opens the card of work that the list leaves out, with why it is not due and what may be reported', async () => {
    const ctx = await server.contextOf(tenant.admin)
    // Only the first ten of the following operations are listed.
    for (let n = 0; n < 12; n++) {
      const next = { name: `Before ${n}`, categoryId: saw, scheduledStartDate: `2026-12-2${n % 3}T14:00:00Z` }
      await buildOperation(ctx, projectId, { ...next, scheduledEndDate: '2026-12-23T14:00:00Z' })
    }
    const { operationId } = await buildOperation(ctx, projectId, { name: 'Trim', categoryId: saw })
    await server.as(tenant.admin).put(`/project-operations/projects/${projectId}/operations/${operationId}`, {
      dependencies: [{ predecessorId: cut, lagHours: 0 }],
    })
    await asDevice()
    const { user } = await scan(operationId)
    await isOpenAndFocused('Trim')
    expect(within(await card('Trim')).getByText(/^(Waits for Cut\. )?.*at Band saw/)).toBeTruthy()
    await user.click(within(await card('Trim')).getByRole('button', { name: 'Start Trim' }))
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Scanned' })).toBeNull())
  })

  it('of finished work opens its card, which takes notes only', async () => {
    const ctx = await server.contextOf(tenant.admin)
    const done = { name: 'Bevel', categoryId: saw, progressPercentage: 100 }
    const { operationId } = await buildOperation(ctx, projectId, done)
    await asDevice()
    await scan(operationId)
    await isOpenAndFocused('Bevel')
    const bevel = within(await card('Bevel'))
    expect(bevel.getByText('It is done already. It takes notes only.')).toBeTruthy()
    expect(bevel.getAllByRole('button').map(({ ariaLabel }) => ariaLabel)).toEqual([null, 'Note on Bevel'])
    const { violations } = await axe.run(await card('Bevel'))
    expect(violations).toEqual([])
  })

  it('of another work center is explained on a tablet, until that is dismissed', async () => {
    await asDevice()
    const { user, path } = await scan(weld)
    expect((await screen.findByRole('alert')).textContent).toContain(
      'The scanned operation no longer exists, or is at another work center. This tablet reports at Band saw.',
    )
    await user.click(screen.getByRole('button', { name: 'OK' }))
    await waitFor(() => expect(path()).toBe('/floor'))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('opens its card on the phone of a member, at a work center that they had not chosen', async () => {
    await asMember('report')
    await scan(weld)
    await isOpenAndFocused('Weld')
    expect(screen.getByRole('heading', { name: 'Ben Ito', level: 1 })).toBeTruthy()
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(['Bench'])
  })

  it('of an unknown operation is explained to a member, and opens nothing', async () => {
    await asMember('report')
    await scan(crypto.randomUUID())
    expect(await screen.findByText(/^The scanned operation does not exist/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Use it as Ben Ito' })).toBeTruthy()
  })

  it('shows a viewer why they cannot report', async () => {
    await asMember('view')
    await scan(cut)
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Use it as Ben Ito' })).disabled).toBe(true)
    expect(screen.queryByText(/^The scanned operation/)).toBeNull()
  })

  it('leads a browser without a session to the sign-in and back to the card', async () => {
    useServer(server.app)
    openTab()
    rereadFloor()
    await scan(cut)
    const link = await screen.findByRole('link', { name: 'Sign in with your account' })
    const redirect = new URL(link.getAttribute('href') ?? '', location.origin).searchParams.get('redirect')
    expect(redirect).toBe(`/floor?operation=${cut}`)
    cleanup()
    await asMember('report')
    await renderApp(`/login?redirect=${encodeURIComponent(redirect ?? '')}`)
    await isOpenAndFocused('Cut')
  })
})
