import { screen, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import type { Actor } from '#testing/builders/build-user.ts'
import { renderApp } from '#testing/render-app.tsx'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, storedFor, useServer } from '#testing/web-harness.ts'

let server: TestServer
let tenant: TestTenant
let superAdmin: Actor
beforeAll(async () => {
  server = await startServer()
  tenant = await server.newTenant()
  superAdmin = await server.newUser({ isSuperAdmin: true })
})
afterAll(() => server.close())
const answer = (status: number, body: unknown = {}) =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })
const tenantFlags = { isSuperAdmin: 'true' }

describe('where a visitor ends up (specification 2.2)', () => {
  it.each([
    ['/', '/login'],
    ['/projects', '/login?redirect=%2Fprojects'],
    ['/tenant-selection', '/login?redirect=%2Ftenant-selection'],
    ['/no/such/page', '/login'],
    ['/login', '/login'],
  ])('nobody signed in: %s -> %s', async (from, to) => {
    useServer(server.app)
    openTab()
    const app = await renderApp(from)
    await waitFor(() => expect(app.path()).toBe(to))
    expect(await screen.findByRole('heading', { name: 'Welcome Back' })).toBeTruthy()
    expect(screen.queryByRole('navigation')).toBeNull()
  })

  it.each([
    ['/', '/'],
    ['/settings', '/settings'],
    ['/login', '/'],
    ['/login?redirect=%2Fholidays', '/holidays'],
    ['/login?redirect=https%3A%2F%2Fevil.example', '/'],
    ['/login?redirect=%2F%2Fevil.example', '/'],
    ['/no/such/page', '/'],
    ['/admin', '/admin'],
  ])('a member with an organization: %s -> %s', async (from, to) => {
    useServer(server.app, tenant.planner)
    openTab(storedFor(tenant.planner, tenant))
    const app = await renderApp(from)
    await waitFor(() => expect(app.path()).toBe(to))
    expect(await screen.findByRole('navigation', { name: 'Main' })).toBeTruthy()
  })

  it.each([
    ['/', '/tenant-selection'],
    ['/projects', '/tenant-selection'],
    ['/no/such/page', '/tenant-selection'],
    ['/login', '/login'],
  ])('a super admin without an organization: %s -> %s', async (from, to) => {
    useServer(server.app, superAdmin)
    openTab(storedFor(superAdmin, null, tenantFlags))
    const app = await renderApp(from)
    await waitFor(() => expect(app.path()).toBe(to))
    expect(screen.queryByRole('navigation')).toBeNull()
  })

  it('an authenticated super admin without an organisation is sent from /login to the picker', async () => {
    useServer(server.app, superAdmin)
    openTab({ ...storedFor(superAdmin, null, tenantFlags), session: { authValidated: 'true' } })
    const app = await renderApp('/login')
    await waitFor(() => expect(app.path()).toBe('/tenant-selection'))
  })

  it('this tab signed in, the browser forgot, the cookie is good: no sign-in screen', async () => {
    useServer(server.app, tenant.planner)
    openTab({ session: { lastLogin: JSON.stringify({ email: tenant.planner.email }) } })
    const app = await renderApp('/settings')
    expect(app.path()).toBe('/settings')
    expect(localStorage.getItem('userId')).toBe(tenant.planner.userId)
  })
})

describe('when a validation fails (specification 4.1)', () => {
  const failing = (status: number | 'network', path: RegExp) => (_method: string, called: string) => {
    if (!path.test(called)) return null
    if (status === 'network') throw new TypeError('Failed to fetch')
    return answer(status, { error: 'No', code: 'forbidden', requestId: 'r' })
  }

  it('a session that has ended: storage is cleared but for the device, the path is remembered', async () => {
    useServer(server.app)
    openTab(storedFor(tenant.planner, tenant, { rememberEmail: 'me@example.com', darkMode: 'true' }))
    const app = await renderApp('/settings')
    expect(app.path()).toBe('/login?redirect=%2Fsettings')
    expect(Object.keys(localStorage).sort()).toEqual(['darkMode', 'rememberEmail'])
  })

  it.each(['network', 404, 500, 502] as const)('%s on the organizations keeps the organization', async (status) => {
    const browser = useServer(server.app, tenant.planner)
    browser.interfere(failing(status, /user-associations/))
    openTab(storedFor(tenant.planner, tenant))
    const app = await renderApp('/settings')
    expect(app.path()).toBe('/settings')
    expect(localStorage.getItem('currentTenantId')).toBe(tenant.tenantId)
  })

  it('401 on the organizations means sign in again', async () => {
    const browser = useServer(server.app, tenant.planner)
    browser.interfere(failing(401, /user-associations/))
    openTab(storedFor(tenant.planner, tenant))
    const app = await renderApp('/settings')
    expect(app.path()).toBe('/login?redirect=%2Fsettings')
    expect(localStorage.getItem('userId')).toBeNull()
  })

  it('403 on the organizations clears the organization', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const browser = useServer(server.app, tenant.planner)
    browser.interfere(failing(403, /user-associations|users\/me\/tenant$/))
    openTab(storedFor(tenant.planner, tenant))
    const app = await renderApp('/settings')
    expect(app.path()).toBe('/tenant-selection')
    expect(localStorage.getItem('currentTenantId')).toBeNull()
    expect(warn).toHaveBeenCalledWith('Access forbidden')
    warn.mockRestore()
  })

  it('an organization that is not the user’s is chosen anew', async () => {
    const other = await server.newTenant()
    const browser = useServer(server.app, tenant.planner)
    browser.interfere((_method, path) =>
      path.endsWith('/auth/validate') ? answer(500, '<html>') : path.endsWith('/users/me/tenant') ? answer(500) : null,
    )
    openTab(storedFor(tenant.planner, other))
    const app = await renderApp('/settings')
    expect(app.path()).toBe('/tenant-selection')
  })

  it('on /admin failures do not redirect', async () => {
    const browser = useServer(server.app, tenant.planner)
    browser.interfere(failing(401, /user-associations|auth\/validate/))
    openTab(storedFor(tenant.planner, tenant))
    const app = await renderApp('/admin')
    expect(app.path()).toBe('/admin')
  })

  it('a third check in a row on one path is left out', async () => {
    const browser = useServer(server.app, tenant.planner)
    openTab({ ...storedFor(tenant.planner, tenant), session: { authValidated: 'true' } })
    const app = await renderApp('/operations?a=0')
    // Checks run beside the page: one that is still on its way would answer the next one too.
    const finished = () => waitFor(() => expect(app.queryClient.isFetching()).toBe(0))
    for (const turn of [1, 2, 3, 4]) {
      await finished()
      await app.open(`/operations?a=${turn}`)
    }
    await finished()
    expect(browser.calls.filter((call) => call.endsWith('/auth/validate'))).toHaveLength(2)
    await app.open('/analytics')
    await finished()
    expect(browser.calls.filter((call) => call.endsWith('/auth/validate'))).toHaveLength(3)
  })

  it('a 401 in the middle of work leads to /login with the page remembered', async () => {
    const browser = useServer(server.app, tenant.planner)
    openTab(storedFor(tenant.planner, tenant))
    const app = await renderApp('/kanban')
    browser.interfere(() => answer(401, { error: 'Sign in', code: 'unauthenticated', requestId: 'r' }))
    await app.open('/holidays')
    await waitFor(() => expect(app.path()).toMatch(/^\/login\?redirect=%2F(holidays|kanban)$/))
    expect(sessionStorage.getItem('authValidated')).toBeNull()
  })

  it('an id that is no UUID is ignored and logged', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    useServer(server.app, superAdmin)
    openTab({ local: { userId: superAdmin.userId, isSuperAdmin: 'true', currentTenantId: 'northwind' } })
    const app = await renderApp('/')
    expect(warn).toHaveBeenCalledWith('Invalid tenant ID format')
    await waitFor(() => expect(app.path()).toBe('/tenant-selection'))
    warn.mockRestore()
  })
})
