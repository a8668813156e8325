import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, it } from 'vitest'
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

it('the form of an operation computes its duration from setup, hours per piece and quantity', async () => {
  const tenant = await server.newTenant()
  useServer(server.app, tenant.planner)
  openTab(storedFor(tenant.planner, tenant))
  const ctx = await server.contextOf(tenant.planner)
  const { projectId } = await buildProject(ctx)
  const { operationId } = await buildOperation(ctx, projectId, { name: 'Paint', durationHours: 8 })

  const { user } = await renderApp(`/projects/${projectId}?edit=${operationId}`)
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Paint' }))
  await user.click(dialog.getByRole('button', { name: 'Setup and quantity' }))
  await user.type(dialog.getByLabelText(/^Setup(?! family)/), '1.5')
  await user.type(dialog.getByLabelText(/^Per piece/), '0.25')
  await user.type(dialog.getByLabelText(/^Quantity/), '20')
  await user.type(dialog.getByLabelText(/^Setup family/), 'Blue')
  const duration = dialog.getByLabelText(/^Duration/)
  await waitFor(() => expect(duration).toHaveProperty('value', '6.5'))
  expect(duration).toHaveProperty('readOnly', true)
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Paint saved')
  const path = `/project-operations/projects/${projectId}/operations/${operationId}`
  expect((await server.as(tenant.planner).get(path)).body).toMatchObject({
    durationHours: 6.5,
    setupHours: 1.5,
    hoursPerPiece: 0.25,
    quantity: 20,
    setupFamily: 'Blue',
  })
})
