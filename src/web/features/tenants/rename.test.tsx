import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { renderApp } from '#testing/render-app.tsx'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, storedFor, useServer } from '#testing/web-harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
it('renaming an organization that another user has renamed in the meantime opens the conflict dialog', async () => {
  const { tenantId } = await server.newTenant({ name: 'Contoso Machining' })
  const superAdmin = await server.newUser({ isSuperAdmin: true })
  useServer(server.app, superAdmin)
  openTab(storedFor(superAdmin, null, { isSuperAdmin: 'true' }))
  const { user } = await renderApp('/tenant-selection/manage')
  await user.click(await screen.findByRole('button', { name: 'Actions for Contoso Machining' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Rename' }))
  const name = await screen.findByRole('textbox', { name: 'Name' })
  await user.clear(name)
  await user.type(name, 'Mine')
  const put = (words: string) => server.as(superAdmin).put(`/tenants/${tenantId}`, { name: words })
  expect((await put('Theirs')).status).toBe(200)
  await user.click(screen.getByRole('button', { name: 'Rename' }))
  const conflict = within(await screen.findByRole('alertdialog', { name: /was changed in the meantime/ }))
  const theirs = within(conflict.getByRole('group', { name: 'Name' })).getAllByRole('radio')[1]
  if (theirs) await user.click(theirs)
  await user.click(conflict.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  const { body } = await server.as(superAdmin).get('/tenants/overview')
  expect(JSON.stringify(body)).toMatch(/^(?!.*Mine).*"Theirs"/)
})
