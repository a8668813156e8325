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

describe('the page that a visitor reaches', () => {
  it.each([
    ['/', '/login'],
    ['/projects', '/login?redirect=%2Fprojects'],
    ['/tenant-selection', '/login?redirect=%2Ftenant-selection'],
    ['/no/such/page', '/login'],
    ['/login', '/login'],
  ])('is, for a visitor who is not signed in: %s -> %s', async (from, to) => {
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
  ])('is, for a member with an organization: %s -> %s', async (from, to) => {
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
  ])('is, for a super admin without an organization: %s -> %s', async (from, to) => {
    useServer(server.app, superAdmin)
    openTab(storedFor(superAdmin, null, tenantFlags))
    const app = await renderApp(from)
    await waitFor(() => expect(app.path()).toBe(to))
    expect(screen.queryByRole('navigation')).toBeNull()
  })

  it('is the organization picker when a super admin without an organization opens /login', async () => {
    useServer(server.app, superAdmin)
    openTab({ ...storedFor(superAdmin, null, tenantFlags), session: { authValidated: 'true' } })
    const app = await renderApp('/login')
    await waitFor(() => expect(app.path()).toBe('/tenant-selection'))
  })

  it('is not the sign-in screen when local storage is empty but this tab has signed in and the cookie is valid', async () => {
    useServer(server.app, tenant.planner)
    openTab({ session: { lastLogin: JSON.stringify({ email: tenant.planner.email }) } })
    const app = await renderApp('/settings')
    expect(app.path()).toBe('/settings')
    expect(localStorage.getItem('userId')).toBe(tenant.planner.userId)
  })
})

describe('a failed validation', () => {
  const failing = (status: number | 'network', path: RegExp) => (_method: string, called: string) => {
    if (!path.test(called)) return null
    if (status === 'network') throw new TypeError('Failed to fetch')
    return answer(status, { error: 'No', code: 'forbidden', requestId: 'r' })
  }

  it('an ended session clears the storage except for device settings, and the path is remembered', async () => {
    useServer(server.app)
    openTab(storedFor(tenant.planner, tenant, { rememberEmail: 'me@example.com', darkMode: 'true' }))
    const app = await renderApp('/settings')
    expect(app.path()).toBe('/login?redirect=%2Fsettings')
    expect(Object.keys(localStorage).sort()).toEqual(['darkMode', 'rememberEmail'])
  })

  it.each(['network', 404, 500, 502] as const)(
    'an answer of %s to the list of organizations keeps the organization',
    async (status) => {
      const browser = useServer(server.app, tenant.planner)
      browser.interfere(failing(status, /user-associations/))
      openTab(storedFor(tenant.planner, tenant))
      const app = await renderApp('/settings')
      expect(app.path()).toBe('/settings')
      expect(localStorage.getItem('currentTenantId')).toBe(tenant.tenantId)
    },
  )

  it('401 for the list of organizations leads to the sign-in screen', async () => {
    const browser = useServer(server.app, tenant.planner)
    browser.interfere(failing(401, /user-associations/))
    openTab(storedFor(tenant.planner, tenant))
    const app = await renderApp('/settings')
    expect(app.path()).toBe('/login?redirect=%2Fsettings')
    expect(localStorage.getItem('userId')).toBeNull()
  })

  it('403 for the list of organizations clears the organization', async () => {
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

  it('a user who does not belong to the stored organization must choose another', async () => {
    const other = await server.newTenant()
    const browser = useServer(server.app, tenant.planner)
    browser.interfere((_method, path) =>
      path.endsWith('/auth/validate') ? answer(500, '<html>') : path.endsWith('/users/me/tenant') ? answer(500) : null,
    )
    openTab(storedFor(tenant.planner, other))
    const app = await renderApp('/settings')
    expect(app.path()).toBe('/tenant-selection')
  })

  it('a failure on /admin does not redirect', async () => {
    const browser = useServer(server.app, tenant.planner)
    browser.interfere(failing(401, /user-associations|auth\/validate/))
    openTab(storedFor(tenant.planner, tenant))
    const app = await renderApp('/admin')
    expect(app.path()).toBe('/admin')
  })

  it.each<[string, Record<string, string>]>([
    ['the stored name', {}],
    ['its name in the list', { currentTenantName: '', availableTenants: 'listed' }],
    ['the first 8 characters of its id', { currentTenantName: '' }],
  ])('403 for the organizations stays on /admin with its tabs, and the chip shows %s', async (_shown, stored) => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const browser = useServer(server.app, tenant.admin)
    browser.interfere(failing(403, /user-associations|users\/me(\/tenants)?$/))
    const { tenantId, name } = tenant
    const listed = JSON.stringify([{ tenantId, name: 'Name in the list' }])
    const flags = { isAdmin: 'true', ...stored, ...('availableTenants' in stored && { availableTenants: listed }) }
    openTab(storedFor(tenant.admin, tenant, flags))
    // The session check would store the name again.
    browser.alter((_method, path, text) =>
      path.endsWith('/auth/validate')
        ? { status: 200, body: JSON.stringify({ ...JSON.parse(text), tenantId: null, tenantName: null }) }
        : null,
    )
    const app = await renderApp('/admin')
    const short = `Tenant ${tenantId.slice(0, 8)}`
    const expected = stored.availableTenants ? 'Name in the list' : stored.currentTenantName === '' ? short : name
    expect((await screen.findByRole('note')).getAttribute('aria-label')).toBe(expected)
    expect(await screen.findByRole('tab', { name: 'Users' })).toBeTruthy()
    expect(app.path()).toBe('/admin')
    vi.restoreAllMocks()
  })

  it('the third check in a row for one path is skipped', async () => {
    const browser = useServer(server.app, tenant.planner)
    openTab({ ...storedFor(tenant.planner, tenant), session: { authValidated: 'true' } })
    const app = await renderApp('/operations?a=0')
    // The check runs beside the page, and a pending check would count as the next one.
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

  it('a 401 during work leads to /login, and the page is remembered', async () => {
    const browser = useServer(server.app, tenant.planner)
    openTab(storedFor(tenant.planner, tenant))
    const app = await renderApp('/kanban')
    browser.interfere(() => answer(401, { error: 'Sign in', code: 'unauthenticated', requestId: 'r' }))
    await app.open('/holidays')
    await waitFor(() => expect(app.path()).toMatch(/^\/login\?redirect=%2F(holidays|kanban)$/))
    expect(sessionStorage.getItem('authValidated')).toBeNull()
  })

  it('an organization id that is not a UUID is ignored and logged', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    useServer(server.app, superAdmin)
    openTab({ local: { userId: superAdmin.userId, isSuperAdmin: 'true', currentTenantId: 'northwind' } })
    const app = await renderApp('/')
    expect(warn).toHaveBeenCalledWith('Invalid tenant ID format')
    await waitFor(() => expect(app.path()).toBe('/tenant-selection'))
    warn.mockRestore()
  })
})
