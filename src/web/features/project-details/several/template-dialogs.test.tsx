import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

const begin = async () => {
  const tenant = await server.newTenant()
  useServer(server.app, tenant.planner)
  openTab(storedFor(tenant.planner, tenant))
  const ctx = await server.contextOf(tenant.planner)
  const made = await buildProject(ctx, { projectNumber: '7', projectName: 'Pump skid' })
  await buildOperation(ctx, made.projectId, { name: 'Cut', durationHours: 4 })
  await buildOperation(ctx, made.projectId, { name: 'Paint', hoursPerPiece: 0.5, quantity: 4 })
  const operationsOf = async (projectId: string) =>
    (await server.as(tenant.planner).get(`/projects/${projectId}/operations`)).body.projectOperations
  return { ctx, made, operationsOf, planner: server.as(tenant.planner) }
}

describe('routing templates and copies of a project', () => {
  it('a template is saved from one project and added to another, in its own quantity', async () => {
    const { ctx, made, operationsOf } = await begin()
    const other = await buildProject(ctx, { projectName: 'Pump skid 2' })
    const first = await renderApp(`/projects/${made.projectId}?edit=save-template`)
    await first.user.click(await screen.findByRole('button', { name: 'Save template' }))
    await screen.findByText('Routing template Pump skid saved')
    first.unmount()
    const { user } = await renderApp(`/projects/${other.projectId}?edit=template`)
    const dialog = within(await screen.findByRole('dialog', { name: 'Add from a routing template' }))
    await dialog.findByRole('option', { name: 'Pump skid' })
    await user.selectOptions(dialog.getByLabelText(/^Template/), 'Pump skid')
    expect(await dialog.findByText('2 operations, 6 h: Cut, Paint')).toBeTruthy()
    await user.type(dialog.getByLabelText('Quantity'), '20')
    await user.click(dialog.getByRole('button', { name: 'Add 2 operations' }))
    await screen.findByText('2 operations added')
    expect(await operationsOf(other.projectId)).toMatchObject([
      { name: 'Cut', durationHours: 4 },
      { name: 'Paint', durationHours: 10, quantity: 20 },
    ])
  })

  it('a template is renamed from the dialog that adds it, unless another has the name', async () => {
    const { made, planner } = await begin()
    for (const name of ['Pump', 'Valve']) await planner.post('/routing-templates', { name, projectId: made.projectId })
    const { user } = await renderApp(`/projects/${made.projectId}?edit=template`)
    const dialog = within(await screen.findByRole('dialog', { name: 'Add from a routing template' }))
    await dialog.findByRole('option', { name: 'Pump' })
    await user.selectOptions(dialog.getByLabelText(/^Template/), 'Pump')
    await user.click(dialog.getByRole('button', { name: 'Rename template' }))
    const renaming = within(await screen.findByRole('dialog', { name: 'Rename routing template' }))
    const rename = async (name: string) => {
      await user.clear(renaming.getByLabelText(/^Name/))
      await user.type(renaming.getByLabelText(/^Name/), `${name}{Enter}`)
    }
    await rename('Valve')
    expect(await renaming.findByText('A routing template with this name already exists: Valve.')).toBeTruthy()
    await rename('Pump, 2 inch')
    await screen.findByText('Routing template renamed to Pump, 2 inch')
    expect(await dialog.findByRole('option', { name: 'Pump, 2 inch', selected: true })).toBeTruthy()
  })

  it('a copy of a project opens with the same operations', async () => {
    const { made, operationsOf } = await begin()
    const { user, path } = await renderApp(`/projects/${made.projectId}?edit=copy`)
    const dialog = within(await screen.findByRole('dialog', { name: 'Copy project #7' }))
    await user.type(dialog.getByLabelText('Number'), '7')
    await user.click(dialog.getByRole('button', { name: 'Create project' }))
    expect(await dialog.findByText('Project number 7 is already in use.')).toBeTruthy()
    await user.clear(dialog.getByLabelText('Number'))
    await user.type(dialog.getByLabelText('Number'), '8')
    await user.click(dialog.getByRole('button', { name: 'Create project' }))
    await screen.findByText('Project #8 created')
    await waitFor(() => expect(path()).not.toContain(made.projectId))
    const copyId = path().split('/').at(-1) ?? ''
    expect(await operationsOf(copyId)).toMatchObject([{ name: 'Cut' }, { name: 'Paint', quantity: 4 }])
  })
})
