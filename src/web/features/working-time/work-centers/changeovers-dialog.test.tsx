import { screen, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import { renderApp } from '#testing/render-app.tsx'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, storedFor, useServer } from '#testing/web-harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

it('the dialog of a work center lists the families of its operations, accepts another one, and saves the hours between them', async () => {
  const tenant = await server.newTenant()
  useServer(server.app, tenant.admin)
  openTab(storedFor(tenant.admin, tenant))
  const ctx = await server.contextOf(tenant.admin)
  const { categoryId } = await buildCategory(ctx, { name: 'Paint' })
  const { projectId } = await buildProject(ctx)
  for (const setupFamily of ['White', 'Blue']) await buildOperation(ctx, projectId, { categoryId, setupFamily })

  const { user } = await renderApp('/shift-patterns?tab=work-centers')
  await user.click(await screen.findByRole('button', { name: 'Changeovers of Paint' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Changeovers of Paint' }))
  await user.type(dialog.getByLabelText('Hours from White to Blue'), '2.5')
  await user.type(dialog.getByLabelText('Another family'), 'Red{Enter}')
  await user.type(dialog.getByLabelText('Hours from Red to White'), '1')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Changeovers of Paint saved')).toBeTruthy()
  const [paint] = (await server.as(tenant.admin).get('/categories')).body
  expect(paint.changeovers).toEqual([
    { fromFamily: 'White', toFamily: 'Blue', hours: 2.5 },
    { fromFamily: 'Red', toFamily: 'White', hours: 1 },
  ])
})

it('the dialog says at the top why a work center with several units has no changeovers, and offers the families of others', async () => {
  const tenant = await server.newTenant()
  useServer(server.app, tenant.admin)
  openTab(storedFor(tenant.admin, tenant))
  const ctx = await server.contextOf(tenant.admin)
  const { categoryId } = await buildCategory(ctx, { name: 'Paint' })
  await buildCategory(ctx, { name: 'Powder', capacity: 2 })
  const { projectId } = await buildProject(ctx)
  await buildOperation(ctx, projectId, { categoryId, setupFamily: 'White' })

  const { user } = await renderApp('/shift-patterns?tab=work-centers')
  await user.click(await screen.findByRole('button', { name: 'Changeovers of Powder' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Changeovers of Powder' }))
  expect(
    dialog.getByText(/Changeovers cannot be saved now. Powder runs 2 operations at a time. Set its parallel capacity/),
  ).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Add White' }))
  expect(dialog.getByLabelText('Hours from White to White')).toBeTruthy()
  expect(dialog.queryByRole('button', { name: 'Add White' })).toBeNull()
})
