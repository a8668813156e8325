import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import { renderApp } from '#testing/render-app.tsx'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { daysFrom } from '#testing/test-days.ts'
import { openTab, storedFor, type TestBrowser, useServer } from '#testing/web-harness.ts'
import { tenantKey } from '#web/api/query-keys.ts'
import { chipText, tenantNameToShow } from './tenant-name.ts'

let server: TestServer
let tenant: TestTenant
let browser: TestBrowser
beforeAll(async () => {
  server = await startServer()
})
beforeEach(async () => {
  tenant = await server.newTenant({ name: 'Northwind Fabrication' })
})
afterAll(() => server.close())
const open = async (path: string, who: 'planner' | 'admin' = 'planner') => {
  browser = useServer(server.app, tenant[who])
  openTab(storedFor(tenant[who], tenant, who === 'admin' ? { isAdmin: 'true' } : {}))
  const app = await renderApp(path)
  await screen.findByRole('navigation', { name: 'Main' })
  return app
}
const tabs = () => within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link')
const press = (code: string, init: KeyboardEventInit = {}, target: Element = document.body) =>
  act(() => void fireEvent.keyDown(target, { code, altKey: true, ...init }))

describe('header and navigation', () => {
  it('show the tabs in order, and the Admin tab only to admins', async () => {
    await open('/kanban')
    const everyone = ['Dashboard', 'Projects', 'Kanban Board', 'Schedule', 'Analytics', 'Overdue', 'Operations']
    expect(tabs().map(({ textContent }) => textContent)).toEqual(everyone)
    expect(tabs().find((tab) => tab.getAttribute('aria-current') === 'page')?.textContent).toBe('Kanban Board')
    cleanup()
    await open('/kanban', 'admin')
    expect(tabs().map(({ textContent }) => textContent)).toEqual([...everyone, 'Admin'])
  })

  it('show the number of overdue operations beside the Overdue tab without changing its text', async () => {
    const ctx = await server.contextOf(tenant.planner)
    const { projectId } = await buildProject(ctx)
    const day = daysFrom(server.clock.now(), -16)
    const dates = { scheduledStartDate: `${day}T08:00:00Z`, scheduledEndDate: `${day}T16:00:00Z` }
    const { operationId } = await buildOperation(ctx, projectId, { name: 'Cut', ...dates })
    await buildOperation(ctx, projectId, { name: 'Weld', ...dates })
    const app = await open('/profile')
    const tab = await screen.findByRole('link', { name: 'Overdue', description: '2 operations overdue' })
    expect(tab.textContent).toBe('Overdue')
    const target = { operations: [{ operationId }] }
    const snooze = { target, untilDate: daysFrom(server.clock.now(), 2), reason: 'Material' }
    expect((await server.as(tenant.planner).post('/operations/snoozes', snooze)).status).toBe(200)
    void app.queryClient.invalidateQueries({ queryKey: tenantKey('operations') })
    await screen.findByRole('link', { name: 'Overdue', description: '1 operation overdue' })
  })

  it('open screens by shortcut, except while typing or with other modifier keys', async () => {
    const app = await open('/profile')
    const field = await screen.findByRole('textbox', { name: 'Name' })
    await press('KeyK', {}, field)
    await press('KeyK', { ctrlKey: true })
    expect(app.path()).toBe('/profile')
    await press('KeyA')
    await waitFor(() => expect(app.path()).toBe('/analytics'))
    await press('KeyK')
    await waitFor(() => expect(app.path()).toBe('/kanban'))
  })

  it('set the document title to the name of the page, until the page is left', async () => {
    const app = await open('/profile')
    await waitFor(() => expect(document.title).toMatch(/^Profile/))
    await press('KeyA')
    await waitFor(() => expect(document.title).toMatch(/^Analytics/))
    const { projectId } = await buildProject(await server.contextOf(tenant.planner), {
      projectNumber: '1042',
      projectName: 'Press frame',
    })
    await app.open(`/projects/${projectId}`)
    await waitFor(() => expect(document.title).toMatch(/^#1042 Press frame/))
    cleanup()
    expect(document.title).not.toContain('Press frame')
  })

  it('toggle the theme on this device and in the settings by key, and list the shortcuts', async () => {
    await open('/kanban')
    await press('KeyT')
    expect(document.documentElement.dataset.theme).toBe('dark')
    expect(localStorage.getItem('darkMode')).toBe('true')
    await waitFor(() => expect(browser.calls).toContain('PUT /api/user/settings'))
    expect(browser.lastBody('PUT /api/user/settings')).toEqual({ appearance: { darkMode: true } })
    await press('Slash', { shiftKey: true })
    expect(within(await screen.findByRole('dialog')).getByText('Overdue')).toBeTruthy()
  })

  it('shorten the name of the organization to 20 characters and give screen readers the full name', async () => {
    await open('/kanban')
    expect(screen.getByText('Northwind Fabricatio…')).toBeTruthy()
    expect(screen.getByLabelText('Northwind Fabrication')).toBeTruthy()
  })

  it('a failed change is reported once', async () => {
    await open('/kanban')
    browser.interfere((method) => (method === 'PUT' ? new Response('', { status: 500 }) : null))
    await press('KeyT')
    expect(await screen.findAllByText('Failed to update settings')).toHaveLength(1)
  })
})

describe('unsaved changes', () => {
  const edit = async () => {
    const app = await open('/profile')
    const field = await screen.findByRole('textbox', { name: 'Name' })
    await app.user.type(field, ' II')
    return app
  }

  it('are discarded only after the reader has confirmed it', async () => {
    const app = await edit()
    await app.user.click(screen.getByRole('link', { name: 'Kanban Board' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Unsaved Changes' })
    expect(dialog.textContent).toContain(
      'You have unsaved changes that will be lost. Are you sure you want to leave this page?',
    )
    await app.user.click(within(dialog).getByRole('button', { name: 'Stay on Page' }))
    expect(app.path()).toBe('/profile')
    await app.user.click(screen.getByRole('link', { name: 'Kanban Board' }))
    await app.user.click(await screen.findByRole('button', { name: 'Leave Page' }))
    await waitFor(() => expect(app.path()).toBe('/kanban'))
  })

  it("trigger the browser's warning only until they are saved", async () => {
    const app = await edit()
    const leave = () => {
      const event = new Event('beforeunload', { cancelable: true })
      dispatchEvent(event)
      return event.defaultPrevented
    }
    expect(leave()).toBe(true)
    await app.user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(leave()).toBe(false))
  })

  it('do not block the redirect to the sign-in screen when the session has expired', async () => {
    const app = await edit()
    browser.interfere(() => new Response('{}', { status: 401 }))
    await app.user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(app.path()).toBe('/login?redirect=%2Fprofile'))
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })
})

describe('with several tabs open', () => {
  const otherTab = new BroadcastChannel('session')
  afterAll(() => otherTab.close())

  it('a logout in one tab signs out the others', async () => {
    const app = await open('/kanban')
    otherTab.postMessage({ type: 'signedOut' })
    await waitFor(() => expect(app.path()).toMatch(/^\/login/))
    expect(localStorage.getItem('userId')).toBeNull()
  })

  it('a switch of the organization in one tab switches the others and empties their caches', async () => {
    const app = await open('/holidays')
    const chosen = { userId: tenant.planner.userId, tenantId: crypto.randomUUID(), name: 'Contoso Machining' }
    otherTab.postMessage({ type: 'switched', ...chosen })
    await waitFor(() => expect(localStorage.getItem('currentTenantId')).toBe(chosen.tenantId))
    const left = app.queryClient.getQueriesData({}).map(([key]) => JSON.stringify(key))
    expect(left.filter((key) => key.includes(tenant.tenantId))).toEqual([])
    const notice = within(await screen.findByRole('alertdialog', { name: 'Organization switched' }))
    expect(notice.getByText(/You switched to Contoso Machining in another tab/)).toBeTruthy()
    await app.user.click(notice.getByRole('button', { name: 'OK' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })
})

describe('the displayed name of the organization', () => {
  const tenantId = '7d1c40aa-0000-4000-8000-000000000001'
  it.each([
    [{ tenantId, userTenantName: 'User’s', storedName: 'Stored', tenants: [] }, 'User’s'],
    [{ tenantId, storedName: 'Stored', tenants: [{ tenantId, name: 'Listed' }] }, 'Stored'],
    [{ tenantId, storedName: null, tenants: [{ tenantId, name: 'Listed' }] }, 'Listed'],
    [{ tenantId, storedName: null, tenants: [] }, 'Tenant 7d1c40aa'],
    [{ tenantId: null, storedName: 'Stored', tenants: [] }, 'No Tenant Selected'],
  ])('comes from the first known source in the specified order: %#', (known, name) => {
    expect(tenantNameToShow(known)).toBe(name)
  })
  it('is not shortened if it has 20 characters', () =>
    expect(chipText('12345678901234567890')).toBe('12345678901234567890'))
})
