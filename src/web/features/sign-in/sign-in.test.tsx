import { screen, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import type { Actor } from '#testing/builders/build-user.ts'
import { renderApp } from '#testing/render-app.tsx'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, type TestBrowser, useServer } from '#testing/web-harness.ts'

const password = 'Correct-Horse-9'
let server: TestServer
let tenant: TestTenant
let planner: Actor
let browser: TestBrowser
beforeAll(async () => {
  server = await startServer()
  tenant = await server.newTenant({ name: 'Northwind Fabrication' })
  planner = await server.newUser({ password, memberOf: [{ tenantId: tenant.tenantId }], signedIn: false })
})
afterAll(() => server.close())
const open = async (path = '/login') => {
  browser = useServer(server.app)
  const app = await renderApp(path)
  await screen.findByRole('heading', { name: 'Welcome Back' })
  return app
}
const email = () => screen.getByLabelText<HTMLInputElement>('Email Address')
const secret = () => screen.getByLabelText<HTMLInputElement>('Password')
const button = () => screen.getByRole('button', { name: /^Sign(ing)? In/ })
const json = (body: unknown, status: number) => new Response(JSON.stringify(body), { status })

describe('the sign-in screen', () => {
  it('shows the specified texts and sends no request before both fields are filled', async () => {
    openTab()
    const { user } = await open()
    for (const text of [
      'Sign in to access your scheduling dashboard',
      'Remember me',
      'Forgot password?',
      "Don't have an account? Contact your administrator.",
    ]) {
      expect(screen.getByText(text)).toBeTruthy()
    }
    expect(button().getAttribute('aria-disabled')).toBe('true')
    await user.type(email(), 'someone')
    await user.tab()
    expect(screen.getByText('Please enter a valid email')).toBeTruthy()
    await user.clear(email())
    expect(screen.getByText('Email is required')).toBeTruthy()
    await user.click(secret())
    await user.tab()
    expect(screen.getByText('Password is required')).toBeTruthy()
    expect(browser.calls.filter((call) => call.startsWith('POST'))).toEqual([])
  })

  it.each([
    ['', 'x', 'Please fill in all fields'],
    ['nobody@example.com', '', 'Please fill in all fields'],
    ['nobody@here', 'x', 'Please enter a valid email address'],
  ])('refuses the email "%s" with password "%s": %s', async (typed, typedSecret, sentence) => {
    openTab()
    const { user } = await open()
    if (typed) await user.type(email(), typed)
    await user.type(secret(), `${typedSecret}{Enter}`)
    expect((await screen.findAllByRole('alert')).map((alert) => alert.textContent)).toContain(sentence)
    await user.type(secret(), 'y')
    expect(screen.queryByText(sentence)).toBeNull()
  })

  it.each([
    ['the password is wrong', null, 'Invalid email or password. Please try again.'],
    [
      'the server sends a sentence',
      () => json({ error: 'Too many attempts. Try again later.' }, 429),
      'Too many attempts. Try again later.',
    ],
    [
      'a proxy answers 502 with HTML',
      () => new Response('<html>', { status: 502 }),
      'Unable to connect to the server. Please try again later.',
    ],
    ['the network fails', 'network', 'Unable to connect to the server. Please try again later.'],
    ['the success is unreadable', () => new Response('[]'), 'Login failed. Please try again.'],
    [
      'no tenant is selected',
      () => json({ error: 'Missing tenant ID', code: 'missing_tenant' }, 403),
      'No tenant selected: Please select a tenant before performing this operation.',
    ],
    ['success is false', () => json({ success: false, error: 'Account is locked' }, 200), 'Account is locked'],
  ] as const)('shows an error that can be dismissed when %s', async (_case, interference, sentence) => {
    openTab()
    const { user, path } = await open()
    browser.interfere((method) => {
      if (method !== 'POST' || interference === null) return null
      if (interference === 'network') throw new TypeError('Failed to fetch')
      return interference()
    })
    await user.type(email(), planner.email)
    await user.type(secret(), 'Wrong-Password-1{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe(sentence)
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(path()).toBe('/login')
  })

  it('retries by itself while too many people sign in at once', async () => {
    openTab()
    const busy = 'Many people are signing in right now. Try again in a few seconds.'
    const { user, path } = await open()
    let asked = 0
    browser.interfere((method, at) => {
      if (method !== 'POST' || !at.startsWith('/api/auth/')) return null
      asked += 1
      return asked <= 2 ? json({ error: busy, code: 'unavailable', requestId: 'r' }, 503) : null
    })
    await user.type(email(), planner.email)
    await user.type(secret(), `${password}{Enter}`)
    await waitFor(() => expect(path()).toBe('/'), { timeout: 10_000 })
    expect(browser.calls.filter((call) => call.startsWith('POST /api/auth/')).slice(0, 3)).toEqual([
      'POST /api/auth/login',
      'POST /api/auth/direct-login',
      'POST /api/auth/login',
    ])
  })

  it('focuses the first missing field if Enter is pressed too early', async () => {
    openTab()
    const { user } = await open()
    await user.type(secret(), 'x{Enter}')
    expect(await screen.findByText('Email is required')).toBeTruthy()
    expect(document.activeElement).toBe(email())
  })

  it('says how long an email may be', async () => {
    openTab()
    const { user } = await open()
    await user.click(email())
    await user.paste(`${'a'.repeat(320)}@example.com`)
    await user.type(secret(), 'x{Enter}')
    expect(await screen.findByText('At most 320 characters')).toBeTruthy()
    expect(browser.calls.filter((call) => call.startsWith('POST'))).toEqual([])
  })

  it('shows the strength of the password and, on request, the password itself', async () => {
    openTab()
    const { user } = await open()
    await user.type(secret(), 'abc')
    expect(screen.getByText('Weak')).toBeTruthy()
    await user.type(secret(), 'defgHIJ')
    expect(screen.getByText('Medium')).toBeTruthy()
    await user.type(secret(), 'k-1')
    expect(screen.getByText('Strong')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Show password' }))
    expect(secret().type).toBe('text')
  })

  it('returns a member to the requested page and stores nothing of the password in the browser', async () => {
    openTab()
    const app = await open('/holidays')
    expect(app.path()).toBe('/login?redirect=%2Fholidays')
    await app.user.type(email(), planner.email)
    await app.user.type(secret(), password)
    await app.user.click(screen.getByLabelText('Remember me'))
    await app.user.click(button())
    await waitFor(() => expect(app.path()).toBe('/holidays'))
    expect({ ...localStorage }).toMatchObject({
      userId: planner.userId,
      userEmail: planner.email,
      currentTenantId: tenant.tenantId,
      currentTenantName: 'Northwind Fabrication',
      rememberEmail: planner.email,
      availableTenants: JSON.stringify([{ tenantId: tenant.tenantId, name: 'Northwind Fabrication' }]),
    })
    expect(sessionStorage.getItem('authValidated')).toBe('true')
    expect(sessionStorage.getItem('lastLogin')).toBe(JSON.stringify({ email: planner.email }))
    expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain(password)
  })

  it('shows the remembered email after a logout that ended the session here and on the server', async () => {
    openTab()
    const app = await open('/holidays')
    await app.user.type(email(), planner.email)
    await app.user.type(secret(), password)
    await app.user.click(screen.getByLabelText('Remember me'))
    await app.user.click(button())
    await app.user.click(await screen.findByRole('button', { name: /^Account of/, expanded: false }))
    await app.user.click(await screen.findByRole('menuitem', { name: 'Logout' }))
    await waitFor(() => expect(app.path()).toBe('/login'))
    expect(Object.keys(localStorage).sort()).toEqual(expect.not.arrayContaining(['userId', 'currentTenantId']))
    expect(localStorage.getItem('rememberEmail')).toBe(planner.email)
    expect(Object.keys(sessionStorage)).toEqual(expect.not.arrayContaining(['authValidated', 'lastLogin']))
    const left = app.queryClient.getQueriesData({}).filter(([, data]) => data !== undefined)
    expect(left).toEqual([])
    expect(browser.calls).toContain('POST /api/auth/logout')
    expect(browser.cookies.has('__Host-sid')).toBe(false)
    expect(email().value).toBe(planner.email)
  })
})
