import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import { renderApp } from '#testing/render-app.tsx'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, storedFor, useServer } from '#testing/web-harness.ts'

let server: TestServer
let tenant: TestTenant
const start = async (hosts?: string) => {
  server = await startServer({ WEBHOOK_ALLOWED_HOSTS: hosts })
}
const open = async () => {
  useServer(server.app, tenant.admin)
  openTab(storedFor(tenant.admin, tenant, { isAdmin: 'true' }))
  const app = await renderApp('/admin?tab=settings')
  await screen.findByRole('heading', { name: 'Webhooks' })
  return app
}

describe('webhooks in the admin area', () => {
  beforeAll(() => start('hooks.example.com'))
  beforeEach(async () => {
    tenant = await server.newTenant()
  })
  afterAll(() => server.close())

  it('are created with an address and events, tested, and deleted', async () => {
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'New webhook' }))
    const form = await screen.findByRole('dialog', { name: 'New webhook' })
    const address = within(form).getByRole('textbox', { name: /^Address/ })
    await user.type(address, 'https://evil.example/plan')
    await user.click(within(form).getByRole('button', { name: 'Create webhook' }))
    expect((await within(form).findByRole('alert')).textContent).toContain('does not send to that host')
    await user.clear(address)
    await user.type(address, 'https://hooks.example.com/plan')
    await user.click(within(form).getByRole('checkbox', { name: 'Run finished' }))
    await user.click(within(form).getByRole('checkbox', { name: 'Project recovered' }))
    await user.click(within(form).getByRole('button', { name: 'Create webhook' }))
    const { value: secret } = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Secret' })
    expect(secret).toMatch(/^whsec_/)
    expect((await server.as(tenant.admin).get('/webhooks')).body.webhooks).toMatchObject([
      { url: 'https://hooks.example.com/plan', events: ['project.late', 'project.shipped'] },
    ])
    await user.click(screen.getAllByRole('button', { name: 'Close' })[0] ?? document.body)

    await user.click(await screen.findByRole('button', { name: 'Messages of https://hooks.example.com/plan' }))
    const messages = await screen.findByRole('dialog', { name: 'Messages of the webhook' })
    expect(await within(messages).findByText('No messages in the last 14 days.')).toBeTruthy()
    await user.click(within(messages).getByRole('button', { name: 'Send test message' }))
    expect(await within(messages).findByText('Test · Waiting')).toBeTruthy()
    await user.click(within(messages).getAllByRole('button', { name: 'Close' })[0] ?? document.body)

    await user.click(await screen.findByRole('button', { name: 'Delete https://hooks.example.com/plan' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByText('https://hooks.example.com/plan')).toBeNull())
    expect((await server.as(tenant.admin).get('/webhooks')).body.webhooks).toEqual([])
  })
})

describe('webhooks on a server that allows no host', () => {
  beforeAll(() => start(''))
  afterAll(() => server.close())

  it('cannot be created, and the screen says why', async () => {
    tenant = await server.newTenant()
    await open()
    expect(await screen.findByText(/This server sends no webhooks/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'New webhook' })).toBeNull()
  })
})
