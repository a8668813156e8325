import { screen, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renderApp } from '#testing/render-app.tsx'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, storedFor, type TestBrowser, useServer } from '#testing/web-harness.ts'

const mail = {
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'plan@shop.example',
  PUBLIC_ORIGIN: 'http://localhost:3001',
}
let plain: TestServer
let mailing: TestServer
let browser: TestBrowser
beforeAll(async () => {
  ;[plain, mailing] = [await startServer(), await startServer(mail)]
})
afterAll(async () => {
  await plain.close()
  await mailing.close()
})

const openForgotten = async (server: TestServer, typed = '') => {
  openTab()
  browser = useServer(server.app)
  const app = await renderApp('/login')
  if (typed) await app.user.type(await screen.findByLabelText('Email Address'), typed)
  await app.user.click(await screen.findByRole('button', { name: 'Forgot password?' }))
  await screen.findByRole('heading', { name: 'Forgot your password?' })
  return app
}

describe('the card of a forgotten password', () => {
  it('says whom to contact if the server sends no email, and leads back to the sign-in card', async () => {
    const { user } = await openForgotten(plain)
    await screen.findByText('Contact your administrator, who can create a link for setting a new password.')
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
    await user.click(screen.getByRole('button', { name: 'Back to sign in' }))
    expect(await screen.findByRole('heading', { name: 'Welcome Back' })).toBeTruthy()
  })

  it('asks for the email, preserves typed text, and gives the same answer for every email', async () => {
    const { planner } = await mailing.newTenant()
    const ask = async (email: string) => {
      const { user, unmount } = await openForgotten(mailing, email)
      const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Email Address' })
      expect(field.value).toBe(email)
      expect(document.activeElement).toBe(field)
      await user.keyboard('{Enter}')
      const answer = (await screen.findByText(/^If this email has an account/)).textContent
      expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
      expect(browser.lastBody('POST /api/auth/forgot-password')).toEqual({ email })
      unmount()
      return answer
    }
    expect(await ask(planner.email)).toBe(await ask('stranger@example.com'))
  })

  it('shows the problem of an email, and sends no request', async () => {
    const { user } = await openForgotten(mailing, 'someone')
    await user.click(await screen.findByRole('button', { name: 'Send link' }))
    expect(await screen.findByText('Please enter a valid email')).toBeTruthy()
    expect(browser.calls.filter((call) => call.startsWith('POST'))).toEqual([])
  })

  it('says how long to wait after too many attempts, and preserves the email', async () => {
    const email = 'often@example.com'
    for (let i = 0; i < 6; i++) await mailing.as(null).post('/auth/forgot-password', { email })
    const { user } = await openForgotten(mailing, email)
    await user.click(await screen.findByRole('button', { name: 'Send link' }))
    expect((await screen.findByRole('alert')).textContent).toMatch(/Too many attempts/)
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Email Address' }).value).toBe(email)
  })
})

describe('screens that depend on email', () => {
  const openAs = async (server: TestServer, path: string, who: 'admin' | 'planner' = 'planner') => {
    const tenant = await server.newTenant()
    useServer(server.app, tenant[who])
    openTab(storedFor(tenant[who], tenant))
    return renderApp(path)
  }

  it('say in the settings whether the server sends any', async () => {
    const sentence = 'Email is not configured on this server. Links are shown once instead.'
    const { unmount } = await openAs(plain, '/settings')
    expect(await screen.findByText(sentence)).toBeTruthy()
    unmount()
    await openAs(mailing, '/settings')
    expect(await screen.findByText(/^Each morning at 6:00 AM/)).toBeTruthy()
    await waitFor(() => expect(screen.queryByText(sentence)).toBeNull())
  })

  it('tell a user who invites a person that the link is sent by email too', async () => {
    const { user } = await openAs(mailing, '/admin?tab=users', 'admin')
    await user.click(await screen.findByRole('button', { name: 'New user' }))
    expect(await screen.findByText(/^They get an email with an invitation link\./)).toBeTruthy()
    await user.type(screen.getByLabelText(/^Email/), 'newcomer@example.com')
    await user.type(screen.getByLabelText(/^Name/), 'New Comer')
    await user.click(screen.getByRole('button', { name: 'Invite' }))
    await screen.findByRole('heading', { name: 'One-time link' })
    expect(screen.getByText('It is sent to them by email too. It is shown only once.')).toBeTruthy()
  })
})
