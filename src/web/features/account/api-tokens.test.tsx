import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import { renderApp } from '#testing/render-app.tsx'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, storedFor, useServer } from '#testing/web-harness.ts'

let server: TestServer
let tenant: TestTenant
beforeAll(async () => {
  server = await startServer()
})
beforeEach(async () => {
  tenant = await server.newTenant()
})
afterAll(() => server.close())

const open = async () => {
  cleanup()
  useServer(server.app, tenant.planner)
  openTab(storedFor(tenant.planner, tenant))
  const app = await renderApp('/settings')
  await screen.findByRole('heading', { name: 'API tokens' })
  return app
}

const statusOf = async (apiToken: string, method: 'GET' | 'POST') =>
  (
    await server
      .as({ ...tenant.planner, sessionSecret: null, apiToken })
      .call(method, '/projects', method === 'POST' ? { projectName: 'x' } : undefined)
  ).status

describe('an API token', () => {
  it('is created in the settings with a name, an access and a term, shown once, and revoked', async () => {
    const app = await open()
    await app.user.click(screen.getByRole('button', { name: 'New token' }))
    const form = await screen.findByRole('dialog', { name: 'New API token' })
    await app.user.click(within(form).getByRole('button', { name: 'Create token' }))
    expect(await within(form).findByText('Name is required')).toBeTruthy()
    await app.user.type(within(form).getByRole('textbox', { name: /^Name/ }), 'Nightly export')
    await app.user.selectOptions(within(form).getByRole('combobox', { name: 'Access' }), 'plan')
    await app.user.selectOptions(within(form).getByRole('combobox', { name: 'Expires after' }), '30')
    await app.user.click(within(form).getByRole('button', { name: 'Create token' }))
    const { value } = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Token' })
    expect(await statusOf(value, 'POST')).toBe(201)
    expect((await server.as(tenant.planner).get('/api-tokens')).body).toMatchObject([
      { name: 'Nightly export', scope: 'plan', expiresAt: '2026-12-18T09:00:00.000Z' },
    ])

    const again = await open()
    expect(document.body.innerHTML).not.toContain(value)
    await again.user.click(await screen.findByRole('button', { name: 'Revoke Nightly export' }))
    const ask = await screen.findByRole('alertdialog', { name: 'Revoke Nightly export?' })
    await again.user.click(within(ask).getByRole('button', { name: 'Revoke' }))
    // The button stays hidden while the dialog is open.
    await screen.findAllByText('API token revoked')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Revoke Nightly export' })).toBeNull())
    expect(await statusOf(value, 'GET')).toBe(401)
  })

  it('a token gets the limits within which assistants may apply proposals', async () => {
    const app = await open()
    await app.user.click(screen.getByRole('button', { name: 'New token' }))
    const form = await screen.findByRole('dialog', { name: 'New API token' })
    await app.user.type(within(form).getByRole('textbox', { name: /^Name/ }), 'Desk')
    expect(within(form).queryByRole('switch')).toBeNull()
    await app.user.selectOptions(within(form).getByRole('combobox', { name: 'Access' }), 'plan')
    await app.user.click(within(form).getByRole('switch', { name: /^Assistants may apply proposals/ }))
    await app.user.click(within(form).getByRole('switch', { name: 'Only if no project becomes late' }))
    const most = within(form).getByRole('spinbutton', { name: 'At most this many operations' })
    await app.user.clear(most)
    await app.user.type(most, '0')
    await app.user.click(within(form).getByRole('button', { name: 'Create token' }))
    expect(await within(form).findByText('At least 1')).toBeTruthy()
    await app.user.clear(most)
    await app.user.type(most, '7')
    await app.user.click(within(form).getByRole('button', { name: 'Create token' }))
    await screen.findByRole('textbox', { name: 'Token' })
    expect((await server.as(tenant.planner).get('/api-tokens')).body).toMatchObject([
      { mayApply: true, noNewLate: false, noFrozen: true, mostMoved: 7 },
    ])
    await open()
    expect(await screen.findByText(/may apply proposals of up to 7 operations/)).toBeTruthy()
  })

  it('is read-only unless more is selected', async () => {
    const app = await open()
    await app.user.click(screen.getByRole('button', { name: 'New token' }))
    await app.user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Report{Enter}')
    const { value } = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Token' })
    expect([await statusOf(value, 'GET'), await statusOf(value, 'POST')]).toEqual([200, 403])
  })
})
