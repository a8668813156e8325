import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import type { Actor } from '#testing/builders/build-user.ts'
import { appCode, turnOnSecondFactor } from '#testing/builders/second-factor.ts'
import { renderApp } from '#testing/render-app.tsx'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, storedFor, useServer } from '#testing/web-harness.ts'

let server: TestServer
let tenant: TestTenant
let user: Actor
beforeAll(async () => {
  server = await startServer()
})
beforeEach(async () => {
  tenant = await server.newTenant()
  user = await server.newUser({ password, memberOf: [{ tenantId: tenant.tenantId }] })
})
afterAll(() => server.close())

const password = 'Lathe-And-Mill-4'
const open = async () => {
  cleanup()
  useServer(server.app, user)
  openTab(storedFor(user, tenant))
  const app = await renderApp('/settings')
  await screen.findByRole('heading', { name: 'Privacy' })
  return app
}
const theSwitch = () => screen.getByRole<HTMLInputElement>('switch', { name: /Two-factor authentication/ })
const isOn = async () => (await server.as(user).get('/users/me')).body.settings.privacy.twoFactorAuth

describe('two-factor authentication in the settings', () => {
  it('is turned on with the password and a code of the scanned secret, and then shows the recovery codes once', async () => {
    const app = await open()
    expect(theSwitch().checked).toBe(false)
    await app.user.click(theSwitch())
    const ask = await screen.findByRole('dialog', { name: 'Turn on two-factor authentication' })
    await app.user.type(within(ask).getByLabelText('Current password'), 'Wrong-Password-1{Enter}')
    expect(await within(ask).findByText('The current password is wrong.')).toBeTruthy()
    await app.user.clear(within(ask).getByLabelText('Current password'))
    await app.user.type(within(ask).getByLabelText('Current password'), `${password}{Enter}`)

    const scan = await screen.findByRole('dialog', { name: 'Scan the code with your authenticator app' })
    expect(within(scan).getByRole('img', { name: 'QR code for your authenticator app' })).toBeTruthy()
    const secret =
      within(scan)
        .getByText(/^[A-Z2-7 ]{39}$/)
        .textContent?.replaceAll(' ', '') ?? ''
    const code = appCode(secret, server.clock.now())
    const wrong = code === '000000' ? '000001' : '000000'
    await app.user.type(within(scan).getByRole('textbox', { name: /^Code/ }), `${wrong}{Enter}`)
    expect(await within(scan).findByText('This code is wrong or was used already.')).toBeTruthy()
    expect(await isOn()).toBe(false)
    await app.user.clear(within(scan).getByRole('textbox', { name: /^Code/ }))
    await app.user.type(within(scan).getByRole('textbox', { name: /^Code/ }), code)
    await app.user.click(within(scan).getByRole('button', { name: 'Turn on' }))

    const { value } = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Recovery codes' })
    expect(value.split('\n')).toHaveLength(10)
    expect(await isOn()).toBe(true)
    const saved = screen.getByRole('dialog', { name: 'Save your recovery codes' })
    await app.user.click(within(saved).getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
    await waitFor(() => expect(theSwitch().checked).toBe(true))
    expect(screen.getByText('10 recovery codes left')).toBeTruthy()
    expect(document.body.innerHTML).not.toContain(value.split('\n')[0])
    await waitFor(() => expect(document.activeElement).toBe(theSwitch()))
  })

  it('stays off when the dialog is left before the code', async () => {
    const app = await open()
    await app.user.click(theSwitch())
    await app.user.type(await screen.findByLabelText('Current password'), `${password}{Enter}`)
    const scan = await screen.findByRole('dialog', { name: 'Scan the code with your authenticator app' })
    await app.user.click(within(scan).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(theSwitch().checked).toBe(false)
    expect(await isOn()).toBe(false)
  })

  it('gives new recovery codes and is turned off with the password and a code', async () => {
    const { code, recoveryCodes } = await turnOnSecondFactor(server, user, password)
    const app = await open()
    await app.user.click(screen.getByRole('button', { name: 'New recovery codes' }))
    const renew = await screen.findByRole('dialog', { name: 'New recovery codes' })
    await app.user.type(within(renew).getByLabelText('Current password'), password)
    await app.user.type(within(renew).getByRole('textbox', { name: /^Code/ }), recoveryCodes[0] ?? '')
    await app.user.click(within(renew).getByRole('button', { name: 'Create new codes' }))
    const { value } = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Recovery codes' })
    expect(value).not.toContain(recoveryCodes[1])
    await app.user.keyboard('{Escape}')
    expect(await screen.findByText('10 recovery codes left')).toBeTruthy()

    await app.user.click(theSwitch())
    const off = await screen.findByRole('dialog', { name: 'Turn off two-factor authentication?' })
    await app.user.type(within(off).getByLabelText('Current password'), password)
    await app.user.type(within(off).getByRole('textbox', { name: /^Code/ }), code())
    await app.user.click(within(off).getByRole('button', { name: 'Turn off' }))
    await waitFor(() => expect(theSwitch().checked).toBe(false))
    expect(await isOn()).toBe(false)
  })
})

describe('the sign-ins of the reader', () => {
  it('are listed on the profile, including failed ones', async () => {
    await server.as(null).post('/auth/login', { email: user.email, password: 'Wrong-Password-1' })
    await server.as(user).post('/auth/login', { email: user.email, password }, { 'user-agent': 'Firefox/140.0 Linux' })
    cleanup()
    useServer(server.app, user)
    openTab(storedFor(user, tenant))
    await renderApp('/profile')
    const panel = await screen.findByRole('region', { name: 'Recent sign-ins' })
    const rows = within(panel)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatch(/^Signed in.*Firefox on Linux · 127\.0\.0\.1 · Works/)
    expect(rows[1]).toContain('Failed: wrong password or disabled account')
  })
})
