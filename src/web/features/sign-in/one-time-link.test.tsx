import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import { renderApp } from '#testing/render-app.tsx'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, useServer } from '#testing/web-harness.ts'

const password = 'Own-Password-31'
let server: TestServer
let tenant: TestTenant
beforeAll(async () => {
  server = await startServer()
  tenant = await server.newTenant({ name: 'Northwind Fabrication' })
})
afterAll(() => server.close())
const invite = async (email: string): Promise<string> =>
  (await server.as(tenant.admin).post('/users', { email, name: 'Typed Name' })).body.link.linkToken

const openLink = async (search: string) => {
  openTab()
  useServer(server.app)
  return renderApp(`/login?${search}`)
}

/** The HTML of the invitation page, without the email and the ids that React generates. */
const invitationPage = async (email: string): Promise<string> => {
  await openLink(`invitation=${await invite(email)}`)
  await screen.findByRole('heading', { name: 'Join Northwind Fabrication' })
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' }).value).toBe(email)
  const page = document.body.innerHTML.replaceAll(email, '<email>').replaceAll(/_r_\w+_/g, '<id>')
  cleanup()
  return page
}

describe('the page of an invitation', () => {
  it('names the organization and the email, and does not reveal whether the email has an account', async () => {
    const other = await server.newTenant({ name: 'Contoso Machining' })
    const known = await server.newUser({ password, memberOf: [{ tenantId: other.tenantId }], signedIn: false })
    const pages = [await invitationPage(known.email), await invitationPage('stranger@example.com')]
    expect(pages[0]).toBe(pages[1])
  })

  it('refuses a password that differs from that of the existing account, leaves it in the field, and accepts the correct one', async () => {
    const other = await server.newTenant({ name: 'Fabrikam Tooling' })
    const owner = await server.newUser({ password, memberOf: [{ tenantId: other.tenantId }], signedIn: false })
    const { user, path } = await openLink(`invitation=${await invite(owner.email)}`)
    const field = await screen.findByLabelText<HTMLInputElement>('Password')
    await user.type(field, 'Not-Its-Password-4{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'This email has an account already, and this is not its password.',
    )
    expect(field.value).toBe('Not-Its-Password-4')
    await user.clear(field)
    await user.type(field, `${password}{Enter}`)
    await waitFor(() => expect(path()).toBe('/tenant-selection'))
    expect(await screen.findByRole('button', { name: /Northwind Fabrication/ })).toBeTruthy()
    expect(screen.getByRole('button', { name: /Fabrikam Tooling/ })).toBeTruthy()
  })
})

describe('the page of a link that sets a password', () => {
  it('names the account and the organization', async () => {
    const { linkToken } = (await server.as(tenant.admin).post(`/users/${tenant.planner.userId}/password-reset`, {}))
      .body
    await openLink(`reset=${linkToken}`)
    await screen.findByRole('heading', { name: 'Set a new password' })
    expect(screen.getByText(new RegExp(`${tenant.planner.email} in Northwind Fabrication`))).toBeTruthy()
  })

  it('says at once that a link is no longer valid and offers a link to the sign-in screen', async () => {
    const { user, path } = await openLink(`reset=${'x'.repeat(43)}`)
    expect((await screen.findByRole('alert')).textContent).toContain('This link has been used or has expired')
    await user.click(screen.getByRole('button', { name: 'Back to sign in' }))
    await waitFor(() => expect(path()).toBe('/login'))
    expect(await screen.findByRole('heading', { name: 'Welcome Back' })).toBeTruthy()
  })
})
