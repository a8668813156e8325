import { screen, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renderApp } from '#testing/render-app.tsx'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, type TestBrowser, useServer } from '#testing/web-harness.ts'

const text = 'Sign in with Example Identity'
let plain: TestServer
let offering: TestServer
let browser: TestBrowser
beforeAll(async () => {
  plain = await startServer()
  // No server answers at this address; server tests use a real provider.
  offering = await startServer({
    OIDC_ISSUER: 'http://127.0.0.1:9',
    OIDC_CLIENT_ID: 'scheduler',
    OIDC_BUTTON: text,
    PUBLIC_ORIGIN: 'http://localhost:3001',
  })
})
afterAll(async () => {
  await plain.close()
  await offering.close()
})

const open = async (server: TestServer, path = '/login') => {
  openTab()
  browser = useServer(server.app)
  const app = await renderApp(path)
  return app
}
const theButton = () => screen.findByRole('button', { name: text })
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
const begins = 'POST /api/auth/oidc'
const answers = 'POST /api/auth/oidc/answer'
const refuse = (call: string, error: string, status = 401) =>
  browser.interfere((method, path) =>
    `${method} ${path}` === call ? json({ error, code: 'invalid_credentials', requestId: 'r1' }, status) : null,
  )

describe('the sign-in card', () => {
  it('has no single sign-on button if the server has no identity provider', async () => {
    await open(plain)
    await waitFor(() => expect(browser.calls).toContain('GET /api/auth/sign-in-options'))
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeTruthy()
    expect(screen.queryByText('or')).toBeNull()
    expect(screen.getAllByRole('button').map((button) => button.textContent)).not.toContain(text)
  })

  it('stays usable if the server cannot say whether there is single sign-on', async () => {
    openTab()
    browser = useServer(plain.app)
    browser.interfere((_method, path) => (path.endsWith('sign-in-options') ? json('<html>', 502) : null))
    await renderApp('/login')
    await waitFor(() => expect(browser.calls).toContain('GET /api/auth/sign-in-options'))
    expect(await screen.findByLabelText('Email Address')).toBe(document.activeElement)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('leads to the provider, with the requested page and the wish to be remembered', async () => {
    const { user } = await open(offering, '/projects?view=late')
    browser.interfere((method, path) =>
      `${method} ${path}` === begins ? json({ address: `${location.href}#at-the-provider` }) : null,
    )
    await user.click(screen.getByLabelText('Remember me'))
    await user.click(screen.getByLabelText('Password'))
    await user.click(await theButton())
    await waitFor(() => expect(location.hash).toBe('#at-the-provider'))
    expect(screen.queryByText('Password is required')).toBeNull()
    expect(browser.lastBody(begins)).toEqual({ redirect: '/projects?view=late', rememberMe: true })
    expect(screen.getByRole('button', { name: 'Opening…' }).getAttribute('aria-busy')).toBe('true')
    // The user returned from the provider with the back button, and the browser restored the page.
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    expect((await theButton()).getAttribute('aria-busy')).toBeNull()
    location.hash = ''
  })

  it.each(['https://evil.example/', '//evil.example/x', `/projects?q=${'x'.repeat(2_000)}`])(
    'requests no return to another host, or to a URL of excessive length: %#',
    async (redirect) => {
      const { user } = await open(offering, `/login?redirect=${encodeURIComponent(redirect)}`)
      await user.click(await theButton())
      await screen.findByRole('alert')
      expect(browser.lastBody(begins)).toEqual({ rememberMe: false })
    },
  )

  it('replaces an earlier alert when the provider is unavailable, and keeps the focus on the button', async () => {
    const { user } = await open(offering)
    await user.type(screen.getByLabelText('Password'), 'x{Enter}')
    expect((await screen.findAllByRole('alert'))[0]?.textContent).toBe('Please fill in all fields')
    ;(await theButton()).focus()
    await user.keyboard('{Enter}')
    await waitFor(() =>
      expect(screen.getAllByRole('alert')[0]?.textContent).toContain(
        'The single sign-on service cannot be reached. Try again later.',
      ),
    )
    expect(screen.queryByText('Please fill in all fields')).toBeNull()
    expect(document.activeElement).toBe(await theButton())
  })
})

describe('the card to which the provider redirects the browser', () => {
  const back = '/login?sso=code%3D1%26state%3D2&redirect=%2Fkanban'

  it.each([
    ['the person cancelled', 'The single sign-on was cancelled.', 401],
    ['it has expired', 'This sign-in has expired or was used already. Try again.', 401],
    ['the provider is away', 'The single sign-on service cannot be reached. Try again later.', 503],
  ])('opens the sign-in card and says that %s', async (_case, sentence, status) => {
    openTab()
    browser = useServer(offering.app)
    refuse(answers, sentence, status)
    const app = await renderApp(back)
    expect((await screen.findByRole('alert')).textContent).toContain(sentence)
    expect(document.activeElement).toBe(screen.getByLabelText('Email Address'))
    expect(app.path()).toBe('/login?redirect=%2Fkanban')
    await app.user.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByText(sentence)).toBeNull()
  })

  it('sends its answer to the server once, and opens the requested page', async () => {
    const tenant = await offering.newTenant()
    const { userId, email, name } = tenant.planner
    openTab()
    browser = useServer(offering.app, tenant.planner)
    const entered = { success: true, requiresTenantSelection: false, error: null, isAdmin: false, isSuperAdmin: false }
    const where = { tenantId: tenant.tenantId, tenantName: tenant.name, availableTenants: [] }
    browser.interfere((method, path) =>
      `${method} ${path}` === answers ? json({ ...entered, ...where, userId, email, name, rememberMe: true }) : null,
    )
    const app = await renderApp(back)
    await waitFor(() => expect(app.router.state.location.pathname).toBe('/kanban'))
    expect(browser.lastBody(answers)).toEqual({ answer: 'code=1&state=2' })
    expect(browser.calls.filter((call) => call === answers)).toHaveLength(1)
    expect(localStorage.getItem('userId')).toBe(userId)
    expect(localStorage.getItem('rememberEmail')).toBe(email)
    expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('code=1')
  })

  it('does not sign out a user whose browser is sent there by a third party', async () => {
    const tenant = await offering.newTenant()
    openTab({
      local: {
        userId: tenant.planner.userId,
        userEmail: tenant.planner.email,
        name: 'P',
        currentTenantId: tenant.tenantId,
        currentTenantName: tenant.name,
      },
    })
    browser = useServer(offering.app, tenant.planner)
    const app = await renderApp(back)
    await waitFor(() => expect(app.router.state.location.pathname).toBe('/kanban'))
    expect(localStorage.getItem('userId')).toBe(tenant.planner.userId)
    expect(browser.calls).toContain(answers)
  })
})
