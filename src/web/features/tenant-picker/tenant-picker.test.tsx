import { screen, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import type { Actor } from '#testing/builders/build-user.ts'
import { renderApp } from '#testing/render-app.tsx'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { type Interference, openTab, storedFor, type TestBrowser, useServer } from '#testing/web-harness.ts'

let server: TestServer
let first: TestTenant
let second: TestTenant
let superAdmin: Actor
beforeAll(async () => {
  server = await startServer()
  first = await server.newTenant({ name: 'Contoso Machining' })
  second = await server.newTenant({ name: 'Northwind Fabrication' })
})
beforeEach(async () => {
  superAdmin = await server.newUser({ isSuperAdmin: true })
})
afterAll(() => server.close())
let browser: TestBrowser
const open = async (actor: Actor, flags: Record<string, string> = {}, interference: Interference = () => null) => {
  browser = useServer(server.app, actor)
  browser.interfere(interference)
  openTab(storedFor(actor, null, flags))
  return renderApp('/tenant-selection')
}
const asSuper = { isSuperAdmin: 'true' }
const memberOf = (...tenants: TestTenant[]) =>
  server.newUser({ memberOf: tenants.map(({ tenantId }) => ({ tenantId })), worksIn: null })
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })

describe('the organization picker', () => {
  it('shows a super admin every organization with 8 characters of its id, and opens the selected one', async () => {
    const app = await open(superAdmin, asSuper)
    expect(await screen.findByRole('button', { name: /Northwind Fabrication/ })).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Select Organization' })).toBeTruthy()
    expect(screen.getByText('SuperAdmin')).toBeTruthy()
    expect(screen.getByText('Select an organization to manage:')).toBeTruthy()
    expect(screen.getByText(`Hello, ${superAdmin.email}`)).toBeTruthy()
    expect(screen.getByText(second.tenantId.slice(0, 8))).toBeTruthy()
    screen.getByRole('button', { name: /Contoso/ }).focus()
    await app.user.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(app.path()).toBe('/'))
    expect(localStorage.getItem('currentTenantId')).toBe(second.tenantId)
    expect(localStorage.getItem('currentTenantName')).toBe('Northwind Fabrication')
    expect(sessionStorage.getItem('currentTenantId')).toBe(second.tenantId)
    expect(await screen.findByRole('link', { name: 'Switch Organization' })).toBeTruthy()
  })

  it('opens the only organization of a member without asking', async () => {
    const app = await open(await memberOf(second))
    await waitFor(() => expect(app.path()).toBe('/'))
    expect(browser.calls.filter((call) => call === 'PUT /api/users/me/tenant')).toHaveLength(1)
  })

  it('lets a member of several organizations choose one', async () => {
    const app = await open(await memberOf(first, second))
    await app.user.click(await screen.findByRole('button', { name: /Northwind/ }))
    expect(screen.queryByText('SuperAdmin')).toBeNull()
    await waitFor(() => expect(app.path()).toBe('/'))
  })

  it.each([
    [
      'a member has no organization',
      {},
      () => json([]),
      'You do not have access to any organizations. Please contact your administrator.',
    ],
    ['no organization exists', asSuper, () => json([]), 'No organizations available. Please contact support.'],
    [
      'the request fails',
      asSuper,
      () => new Response('<html>', { status: 502 }),
      'Failed to load organizations. Please try again.',
    ],
  ] as const)('explains the problem when %s', async (_case, flags, answer, sentence) => {
    const actor = 'isSuperAdmin' in flags ? superAdmin : await memberOf()
    await open(actor, flags, (_method, path) => (/tenants|associations/.test(path) ? answer() : null))
    expect((await screen.findByRole('alert')).textContent).toBe(sentence)
  })

  it('shows an error if the cached list is unreadable and the server sends none', async () => {
    browser = useServer(server.app, superAdmin)
    browser.interfere((_method, path) => (path.endsWith('/tenants') ? new Response('', { status: 500 }) : null))
    openTab(storedFor(superAdmin, null, { ...asSuper, availableTenants: '{broken' }))
    await renderApp('/tenant-selection')
    expect((await screen.findByRole('alert')).textContent).toBe('Error loading available organizations')
  })

  it('shows an error and stays open if the choice cannot be saved', async () => {
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => {})
    const app = await open(superAdmin, asSuper, (method) =>
      method === 'PUT' ? new Response('', { status: 500 }) : null,
    )
    await app.user.click(await screen.findByRole('button', { name: /Contoso/ }))
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to select organization')
    expect(app.path()).toBe('/tenant-selection')
    quiet.mockRestore()
  })
})
