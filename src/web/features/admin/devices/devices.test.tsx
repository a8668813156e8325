import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildCategory } from '#testing/builders/build-category.ts'
import { signedInDevice } from '#testing/builders/build-device.ts'
import { renderApp } from '#testing/render-app.tsx'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, storedFor, useServer } from '#testing/web-harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

describe('shop-floor devices in the admin area', () => {
  it('are added with a code that is shown once, get a new code, and are removed', async () => {
    const tenant = await server.newTenant()
    const ctx = await server.contextOf(tenant.admin)
    for (const name of ['Saw', 'Lathe', 'Crane'])
      await buildCategory(ctx, { name, ...(name === 'Crane' && { kind: 'pool' }) })
    useServer(server.app, tenant.admin)
    openTab(storedFor(tenant.admin, tenant, { isAdmin: 'true' }))
    const { user } = await renderApp('/admin?tab=settings')
    expect((await screen.findByRole('link', { name: `${location.origin}/floor` })).getAttribute('href')).toBe('/floor')
    await user.click(screen.getByRole('button', { name: 'New device' }))
    const form = within(await screen.findByRole('dialog', { name: 'New device' }))
    await user.type(form.getByRole('textbox', { name: /^Name/ }), 'Saw tablet')
    await user.click(form.getByRole('button', { name: 'Add device' }))
    expect((await form.findByRole('alert')).textContent).toContain('Choose at least one work center')
    expect(form.queryByRole('checkbox', { name: 'Crane' })).toBeNull()
    await user.click(form.getByRole('checkbox', { name: 'Lathe' }))
    await user.click(form.getByRole('checkbox', { name: 'Saw' }))
    await user.click(form.getByRole('button', { name: 'Add device' }))
    const shown = within(await screen.findByRole('dialog', { name: 'Code for Saw tablet' }))
    expect(shown.getByText(`${location.origin}/floor`)).toBeTruthy()
    const { value: code } = shown.getByRole<HTMLInputElement>('textbox', { name: 'Code' })
    expect(code).toMatch(/^\w{4}-\w{4}$/)
    expect(shown.getByRole('img', { name: 'QR code for Saw tablet' })).toBeTruthy()
    await user.click(shown.getAllByRole('button', { name: 'Close' })[0] ?? document.body)
    const row = await screen.findByRole('row', { name: /Saw tablet/ })
    expect(row.textContent).toContain('Saw, Lathe')
    expect(row.textContent).toContain('Code until')
    expect(document.body.textContent).not.toContain(code)

    const device = await signedInDevice(server.services, tenant.tenantId, code)
    await user.click(within(row).getByRole('button', { name: 'New code for Saw tablet' }))
    const again = within(await screen.findByRole('dialog', { name: 'Code for Saw tablet' }))
    expect(again.getByRole<HTMLInputElement>('textbox', { name: 'Code' }).value).not.toBe(code)
    await user.click(again.getAllByRole('button', { name: 'Close' })[0] ?? document.body)
    await waitFor(() => expect(screen.getByRole('row', { name: /Saw tablet/ }).textContent).toContain('Last seen'))
    expect((await server.as(device).get('/floor/queue')).status).toBe(200)

    await user.click(screen.getByRole('button', { name: 'Remove Saw tablet' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(screen.queryByRole('row', { name: /Saw tablet/ })).toBeNull())
    expect((await server.as(device).get('/floor/queue')).status).toBe(401)
  })
})
