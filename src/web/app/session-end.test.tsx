import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { valueAt } from '#domain/value-at.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import { renderApp } from '#testing/render-app.tsx'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { type Interference, openTab, storedFor, type TestBrowser, useServer } from '#testing/web-harness.ts'

let server: TestServer
let tenant: TestTenant
beforeAll(async () => {
  server = await startServer()
  tenant = await server.newTenant()
})
afterAll(() => server.close())
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
const refuse = (path: string, body: unknown): Interference => {
  return (_method, called) => (called === `/api${path}` ? json(body, 401) : null)
}

/** A tab of a planner that has been in use for a while, so its session was checked earlier. */
const openTabWith = (interference: Interference, isChecked = true): TestBrowser => {
  const browser = useServer(server.app, tenant.planner)
  browser.interfere(interference)
  openTab({ ...storedFor(tenant.planner, tenant), session: isChecked ? { authValidated: 'true' } : {} })
  return browser
}
const reason = async () => (await screen.findByRole('alert')).textContent

describe('the login page after a 401', () => {
  it("says that a call was not authenticated and shows the server's message", async () => {
    openTabWith(refuse('/projects/columns', {}))
    const app = await renderApp('/projects')
    expect(await reason()).toBe('Not authenticated')
    expect(app.path()).toBe('/login?redirect=%2Fprojects')
    cleanup()
    openTabWith(refuse('/projects/columns', { error: 'An admin ended your session.' }))
    await renderApp('/projects')
    expect(await reason()).toBe('Not authenticated. An admin ended your session.')
  })

  it.each([
    ['the check of the session was refused', refuse('/auth/validate', {}), 'Authentication check failed'],
    [
      'the check of the organizations was refused',
      refuse(`/tenants/user-associations/USER`, {}),
      'Authentication check failed',
    ],
    [
      'the server says that the session is not valid',
      (_method: string, path: string) => (path === '/api/auth/validate' ? json({ isValid: false }) : null),
      'Not authenticated',
    ],
  ] as const)('gives the reason when %s', async (_case, interference, sentence) => {
    const forPlanner: Interference = (method, path) => interference(method, path.replace(tenant.planner.userId, 'USER'))
    openTabWith(forPlanner, false)
    const app = await renderApp('/settings')
    expect(await reason()).toBe(sentence)
    expect(app.path()).toBe('/login?redirect=%2Fsettings')
  })

  it('says that the check failed when a tab cannot be signed in again', async () => {
    const browser = useServer(server.app)
    browser.interfere(() => json({}, 502))
    openTab({ session: { lastLogin: JSON.stringify({ email: tenant.planner.email }) } })
    await renderApp('/settings')
    expect(await reason()).toBe('Authentication check failed')
  })

  it('hides the reason when the reader types, and shows none to a first visitor', async () => {
    openTabWith(refuse('/projects/columns', {}))
    const app = await renderApp('/projects')
    await reason()
    // The check of the login page may show the reason again after the first letter.
    await waitFor(async () => {
      await app.user.type(screen.getByLabelText('Email Address'), 'x')
      expect(screen.queryByText('Not authenticated')).toBeNull()
    })
    cleanup()
    useServer(server.app)
    openTab()
    await renderApp('/projects')
    expect(await screen.findByRole('heading', { name: 'Welcome Back' })).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('a 401 while other calls are pending', () => {
  const stored = () => [...Object.keys(localStorage), ...Object.keys(sessionStorage)].sort()
  const facts = () => stored().filter((key) => /user|tenant|name|admin|auth|token/i.test(key))

  /** Another call gets 401 while a profile save, a token request and a session check are pending. */
  const endWhileCallsAreOnTheirWay = async () => {
    const late: ((answer: Response | null) => void)[] = []
    const held = /users\/me\/profile$|notification-token$/
    const browser = openTabWith((_method, path) =>
      held.test(path) ? new Promise((resolve) => late.push(resolve)) : null,
    )
    const app = await renderApp('/profile')
    await app.user.type(await screen.findByLabelText('Display name'), 'Ada')
    await app.user.click(valueAt(screen.getAllByRole('button', { name: 'Save' }), 0))
    await waitFor(() => expect(late).toHaveLength(2))
    browser.interfere(refuse('/users/me/sessions', {}))
    void app.queryClient.invalidateQueries()
    expect(await reason()).toBe('Not authenticated')
    return { app, browser, late }
  }
  /** Waits until answers have been read, which takes several microtasks. */
  const untilRead = async () => {
    for (let step = 0; step < 50; step += 1) await new Promise((resolve) => setTimeout(resolve))
  }

  it('removes the session from storage, and late successful answers do not restore it', async () => {
    const { app, browser, late } = await endWhileCallsAreOnTheirWay()
    expect(facts()).toEqual([])
    let answered = 0
    browser.alter(() => {
      answered += 1
      return null
    })
    for (const answer of late) answer(null)
    await waitFor(() => expect(answered).toBeGreaterThanOrEqual(late.length))
    await untilRead()
    expect(facts()).toEqual([])
    expect(app.path()).toBe('/login?redirect=%2Fprofile')
    expect(screen.queryByText('Profile saved')).toBeNull()
  })

  it('does not end a later session when more 401 answers follow', async () => {
    const { app, browser, late } = await endWhileCallsAreOnTheirWay()
    const { userId, email, name } = tenant.planner
    const answer = {
      success: true,
      requiresTenantSelection: false,
      error: null,
      isAdmin: false,
      isSuperAdmin: false,
      userId,
      email,
      name,
      tenantId: tenant.tenantId,
      tenantName: tenant.name,
      availableTenants: [],
    }
    browser.interfere((_method, path) => (path === '/api/auth/login' ? json(answer) : null))
    await app.user.type(screen.getByLabelText('Email Address'), email)
    await app.user.type(screen.getByLabelText('Password'), 'Correct-Horse-9')
    await app.user.click(screen.getByRole('button', { name: 'Sign In' }))
    await waitFor(() => expect(app.path()).toBe('/profile'))
    for (const refuseLate of late) refuseLate(json({}, 401))
    await untilRead()
    expect(localStorage.getItem('userId')).toBe(userId)
    expect(app.path()).toBe('/profile')
  })
})
