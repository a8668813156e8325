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

it('an admin changes a person, whose code then works only while they are active', async () => {
  const tenant = await server.newTenant()
  const admin = server.as(tenant.admin)
  await admin.post('/workers', { name: 'Ana', code: '0042' })
  useServer(server.app, tenant.admin)
  openTab(storedFor(tenant.admin, tenant, { isAdmin: 'true' }))
  const { user } = await renderApp('/admin?tab=settings')
  await user.click(await screen.findByRole('button', { name: 'Edit Ana' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Ana' }))
  await user.type(dialog.getByRole('textbox', { name: /Name/ }), ' Silva')
  await user.click(dialog.getByRole('checkbox', { name: /Active/ }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Ana Silva (inactive)')).toBeTruthy()
  expect((await admin.get('/workers')).body).toMatchObject([{ name: 'Ana Silva', code: '0042', isActive: false }])
})

it('an admin changes the scrap reasons, one per line, and each only once', async () => {
  const tenant = await server.newTenant()
  useServer(server.app, tenant.admin)
  openTab(storedFor(tenant.admin, tenant, { isAdmin: 'true' }))
  const { user } = await renderApp('/admin?tab=settings')
  await user.click(await screen.findByRole('button', { name: 'Scrap reasons' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Scrap reasons' }))
  const reasons = dialog.getByRole('textbox', { name: /Reasons/ })
  await user.type(reasons, '{Enter}Damaged')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Each reason once')).toBeTruthy()
  await user.clear(reasons)
  await user.type(reasons, 'Porosity{Enter}{Enter} Wrong drawing ')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const { scrapReasons } = (await server.as(tenant.admin).get('/organisation')).body
  expect(scrapReasons).toEqual(['Porosity', 'Wrong drawing'])
})

it('an admin lets reports tell the time of machines apart from the time of people', async () => {
  const tenant = await server.newTenant()
  useServer(server.app, tenant.admin)
  openTab(storedFor(tenant.admin, tenant, { isAdmin: 'true' }))
  const { user } = await renderApp('/admin?tab=settings')
  const asks = await screen.findByRole('checkbox', { name: 'Ask whether a person, a machine or both work' })
  expect((asks as HTMLInputElement).checked).toBe(false)
  await user.click(asks)
  const settings = async () => (await server.as(tenant.admin).get('/organisation')).body
  await waitFor(async () => expect(await settings()).toMatchObject({ separatesMachineTime: true }))
})
