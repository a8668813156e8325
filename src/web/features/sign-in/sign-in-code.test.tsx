import { screen, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import type { Actor } from '#testing/builders/build-user.ts'
import { type TestApp, turnOnSecondFactor } from '#testing/builders/second-factor.ts'
import { renderApp } from '#testing/render-app.tsx'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, type TestBrowser, useServer } from '#testing/web-harness.ts'

const password = 'Correct-Horse-9'
let server: TestServer
let tenant: TestTenant
let planner: Actor
let phone: TestApp
let browser: TestBrowser
beforeAll(async () => {
  server = await startServer()
  tenant = await server.newTenant()
})
beforeEach(async () => {
  planner = await server.newUser({ password, memberOf: [{ tenantId: tenant.tenantId }] })
  phone = await turnOnSecondFactor(server, planner, password)
})
afterAll(() => server.close())

const codeField = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Code' })
/** The code card, after the password. */
const open = async () => {
  openTab()
  browser = useServer(server.app)
  const app = await renderApp('/login?redirect=%2Fkanban')
  await app.user.type(await screen.findByLabelText('Email Address'), planner.email)
  await app.user.type(screen.getByLabelText('Password'), `${password}{Enter}`)
  await screen.findByRole('heading', { name: 'Two-factor authentication' })
  return app
}

describe('the card for the second-factor code', () => {
  it('focuses its field, shows a wrong code, and after a correct one opens the requested page', async () => {
    const app = await open()
    expect(document.activeElement).toBe(await codeField())
    expect(screen.getByText(new RegExp(`authenticator app shows for ${planner.email}`))).toBeTruthy()
    expect([browser.cookies.has('__Host-sid'), localStorage.getItem('userId')]).toEqual([false, null])
    await app.user.type(await codeField(), 'x{Enter}')
    expect((await screen.findByRole('alert')).textContent).toContain('This code is wrong or was used already.')
    await app.user.clear(await codeField())
    await app.user.type(await codeField(), `${phone.code()}{Enter}`)
    await waitFor(() => expect(app.router.state.location.pathname).toBe('/kanban'))
    expect(localStorage.getItem('userId')).toBe(planner.userId)
    expect(browser.cookies.has('__Host-sid')).toBe(true)
  })

  it('accepts a recovery code instead', async () => {
    const app = await open()
    await app.user.click(screen.getByRole('button', { name: 'Use a recovery code instead' }))
    const field = screen.getByRole('textbox', { name: 'Recovery code' })
    expect(document.activeElement).toBe(field)
    await app.user.type(field, `${phone.recoveryCodes[3]}{Enter}`)
    await waitFor(() => expect(app.router.state.location.pathname).toBe('/kanban'))
  })

  it('returns to the password if it took longer than five minutes, and says why', async () => {
    const app = await open()
    server.clock.advance(5 * 60_000)
    await app.user.type(await codeField(), `${phone.code()}{Enter}`)
    await screen.findByRole('heading', { name: 'Welcome Back' })
    expect(screen.getByRole('alert').textContent).toContain('Your sign-in has expired. Enter your password again.')
    expect(app.router.state.location.search).toEqual({ redirect: '/kanban' })
  })

  it('can be left for the sign-in card', async () => {
    const app = await open()
    await app.user.click(screen.getByRole('button', { name: 'Back to sign in' }))
    expect(await screen.findByRole('heading', { name: 'Welcome Back' })).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
