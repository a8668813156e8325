import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import { renderApp } from '#testing/render-app.tsx'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, storedFor, type TestBrowser, useServer } from '#testing/web-harness.ts'
import { rereadAppearance } from '#web/stores/appearance.ts'

let server: TestServer
let tenant: TestTenant
let browser: TestBrowser
beforeAll(async () => {
  server = await startServer()
})
beforeEach(async () => {
  tenant = await server.newTenant()
})
afterAll(() => server.close())
/** A new browser of the same person, which stores only who is signed in. */
const open = async (path: string) => {
  browser = useServer(server.app, tenant.planner)
  openTab(storedFor(tenant.planner, tenant))
  rereadAppearance()
  const app = await renderApp(path)
  await screen.findByRole('heading', { level: 1 })
  return app
}
const radio = (group: string, name: string) =>
  within(screen.getByRole('group', { name: group })).getByRole('radio', { name })
const { dataset } = document.documentElement

describe('the settings screen', () => {
  it('applies changes at once, saves them, and shows them on another device', async () => {
    const app = await open('/settings')
    await app.user.click(radio('Font size', 'Large'))
    expect(dataset.fontSize).toBe('large')
    await app.user.click(radio('Primary color', 'Violet'))
    expect(dataset.primary).toBe('violet')
    await app.user.click(radio('Theme', 'Dark'))
    expect(dataset.theme).toBe('dark')
    await app.user.click(screen.getByRole('switch', { name: /Compact view/ }))
    await app.user.click(screen.getByRole('switch', { name: /Show my status/ }))
    await app.user.click(radio('Time zone of dates', 'My own'))
    const zone = screen.getByRole('combobox', { name: 'My time zone' })
    await app.user.click(zone)
    await app.user.keyboard('sao paulo{Enter}')
    await app.user.selectOptions(screen.getByRole('combobox', { name: 'Date format' }), 'dd/MM/yyyy')
    await waitFor(async () => {
      const stored = (await server.as(tenant.planner).get('/users/me')).body
      expect(stored.settings).toMatchObject({
        appearance: {
          mode: 'dark',
          darkMode: true,
          fontSize: 'large',
          compactView: true,
          customColors: { primary: 'violet' },
        },
        privacy: { showStatus: false, twoFactorAuth: false },
      })
      expect(stored.preferences).toMatchObject({
        timezone: 'America/Sao_Paulo',
        dateFormat: 'dd/MM/yyyy',
        theme: 'dark',
      })
    })
    expect((await screen.findAllByText('Settings saved')).length).toBeGreaterThan(0)

    cleanup()
    await open('/settings')
    await waitFor(() =>
      expect(dataset).toMatchObject({ theme: 'dark', fontSize: 'large', primary: 'violet', compact: 'true' }),
    )
    expect((radio('Font size', 'Large') as HTMLInputElement).checked).toBe(true)
  })

  it('sends only the preference that was changed', async () => {
    const app = await open('/settings')
    await app.user.selectOptions(screen.getByRole('combobox', { name: 'Date format' }), 'dd/MM/yyyy')
    await screen.findAllByText('Settings saved')
    expect(browser.calls.filter((call) => call.startsWith('PUT '))).toEqual(['PUT /api/users/me/preferences'])
    expect(browser.lastBody('PUT /api/users/me/preferences')).toEqual({ dateFormat: 'dd/MM/yyyy' })
  })

  it('shows and stores the choice for email notifications', async () => {
    const app = await open('/settings')
    const email = () => screen.getByRole('switch', { name: /Email notifications/ }) as HTMLInputElement
    expect(email().checked).toBe(true)
    await app.user.click(email())
    const stored = async () => (await server.as(tenant.planner).get('/users/me')).body.settings.notifications
    await waitFor(async () => expect(await stored()).toMatchObject({ emailNotifications: false }))
    cleanup()
    await open('/settings')
    await waitFor(() => expect(email().checked).toBe(false))
  })

  it('remembers a choice that could not be saved and can send it again', async () => {
    const app = await open('/settings')
    browser.interfere((method) => (method === 'PUT' ? new Response('', { status: 500 }) : null))
    await app.user.click(screen.getByRole('switch', { name: /Task reminders/ }))
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to update settings')
    const leave = new Event('beforeunload', { cancelable: true })
    dispatchEvent(leave)
    expect(leave.defaultPrevented).toBe(true)
    await app.user.click(screen.getByRole('link', { name: 'Kanban Board' }))
    await app.user.click(await screen.findByRole('button', { name: 'Stay on Page' }))
    browser.interfere(() => null)
    await app.user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    await waitFor(async () => {
      const { settings } = (await server.as(tenant.planner).get('/users/me')).body
      expect(settings.notifications.taskReminders).toBe(false)
    })
  })
})

describe('the profile page', () => {
  it('saves the display name and marks the current session', async () => {
    const app = await open('/profile')
    await app.user.type(screen.getByRole('textbox', { name: 'Display name' }), ' II')
    await app.user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Profile saved')
    expect(screen.getByText('This session')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Sign out everywhere else' }).getAttribute('aria-disabled')).toBe('true')
  })
})
