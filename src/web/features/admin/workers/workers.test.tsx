import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { stubResizeObserver } from '#testing/page-as-found.ts'
import { renderApp } from '#testing/render-app.tsx'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, storedFor, useServer } from '#testing/web-harness.ts'

let server: TestServer
beforeAll(async () => {
  stubResizeObserver()
  server = await startServer()
})
afterEach(cleanup)
afterAll(() => server.close())

it('an admin adds a person with a code, sees why a second one is refused, and has tablets ask', async () => {
  const tenant = await server.newTenant()
  useServer(server.app, tenant.admin)
  openTab(storedFor(tenant.admin, tenant, { isAdmin: 'true' }))
  const { user } = await renderApp('/admin?tab=settings')
  const add = async (name: string) => {
    await user.click(await screen.findByRole('button', { name: 'New person' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'New person' }))
    await user.type(dialog.getByRole('textbox', { name: /Name/ }), name)
    await user.type(dialog.getByRole('textbox', { name: /Four digits/ }), '0042')
    await user.click(dialog.getByRole('button', { name: 'Add person' }))
    return dialog
  }
  await add('Ana')
  await user.click(await screen.findByRole('button', { name: 'Badge of Ana' }))
  expect(await screen.findByRole('img', { name: 'QR code of Ana' })).toBeTruthy()
  await user.keyboard('{Escape}')
  const second = await add('Luis')
  expect(await second.findByText('Ana has it already')).toBeTruthy()
  await user.click(second.getByRole('button', { name: 'Cancel' }))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Who worked' }), 'required')
  const settings = async () => (await server.as(tenant.admin).get('/organisation')).body
  await waitFor(async () => expect(await settings()).toMatchObject({ floorIdentification: 'required' }))
})
