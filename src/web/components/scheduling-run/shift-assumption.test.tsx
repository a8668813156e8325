import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { valueAt } from '#domain/value-at.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import { buildShift } from '#testing/builders/build-shift.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import { renderApp } from '#testing/render-app.tsx'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, storedFor, useServer } from '#testing/web-harness.ts'

let server: TestServer
let tenant: TestTenant
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  tenant = await server.newTenant()
})
const open = (path: string, user: TestTenant['admin'] = tenant.admin) => {
  useServer(server.app, user)
  openTab(storedFor(user, tenant, user === tenant.admin ? { isAdmin: 'true' } : {}))
  return renderApp(path)
}
const sentence = 'No shifts yet: the schedule assumes 24/7 operation.'

describe('an organization without shifts', () => {
  it('shows on the schedule and in the run dialog what the schedule assumes, with a link to create shifts', async () => {
    await buildProject(await server.contextOf(tenant.admin), { projectName: 'Press' })
    const app = await open('/schedule')
    expect(await screen.findByText(sentence)).toBeTruthy()
    await app.open('/projects')
    await app.user.click(valueAt(await screen.findAllByRole('button', { name: 'Schedule all' }), 0))
    const dialog = within(await screen.findByRole('dialog', { name: 'Scheduling Projects' }))
    await app.user.click(await dialog.findByRole('link', { name: 'Create shifts' }))
    await waitFor(() => expect(app.path()).toBe('/shift-patterns?pattern=new'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('shows it on every tab of Working time, with a link even for users who may not create shifts', async () => {
    const app = await open('/shift-patterns', tenant.planner)
    expect(await screen.findByText(`${sentence} The first pattern becomes the organization's default.`)).toBeTruthy()
    await app.open('/holidays')
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Open Working time' })).toBeTruthy()
  })
})

it('an organization with shift patterns is asked for a default only while it has none', async () => {
  await buildShift(await server.contextOf(tenant.admin), { name: 'Days' })
  const app = await open('/holidays')
  expect((await screen.findAllByText('No holidays')).length).toBeGreaterThan(0)
  expect(screen.queryByText(/24\/7/)).toBeNull()
  await server.as(tenant.admin).put('/organisation', { defaultShiftId: null })
  await app.queryClient.invalidateQueries()
  expect(await screen.findByRole('link', { name: 'Choose the default' })).toBeTruthy()
  expect(screen.getByText(/wherever no pattern is set/)).toBeTruthy()
})
