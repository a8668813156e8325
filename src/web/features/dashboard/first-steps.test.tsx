import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import { renderApp } from '#testing/render-app.tsx'
import { runUntil } from '#testing/run-test-shop.ts'
import { serveRuns } from '#testing/serve-runs.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, storedFor, useServer } from '#testing/web-harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const open = async (as: 'admin' | 'planner', tenant: Awaited<ReturnType<TestServer['newTenant']>>) => {
  useServer(server.app, tenant[as])
  openTab(storedFor(tenant[as], tenant, as === 'admin' ? { isAdmin: 'true' } : {}))
  return renderApp('/')
}
const stateOf = async (title: string) => {
  const panel = within(await screen.findByRole('region', { name: 'First steps' }))
  const step = (await panel.findByRole('link', { name: title })).closest('li')
  return (
    step &&
    within(step)
      .getByLabelText(/^(Done|To do)$/)
      .getAttribute('aria-label')
  )
}

describe('the first steps of a new organization', () => {
  it('show an admin the finished and open steps, with links', async () => {
    const tenant = await server.newTenant()
    const admin = server.as(tenant.admin)
    await admin.post('/categories', { name: 'Welding' })
    const { user, path } = await open('admin', tenant)
    await waitFor(async () => expect(await stateOf('Work centers')).toBe('Done'))
    expect(await stateOf('Projects')).toBe('To do')
    expect(await stateOf('First schedule')).toBe('To do')
    expect(await stateOf('Holidays')).toBe('To do')
    await user.click(screen.getByRole('link', { name: 'Shifts' }))
    await waitFor(() => expect(path()).toBe('/shift-patterns?pattern=new'))
  })

  it('show a planner only the steps of planners', async () => {
    const tenant = await server.newTenant()
    await buildProject(await server.contextOf(tenant.planner))
    await open('planner', tenant)
    expect(await stateOf('Projects')).toBe('Done')
    expect(screen.queryByRole('link', { name: 'Holidays' })).toBeNull()
  })

  it('offer the import of the whole list beside creating one project', async () => {
    const tenant = await server.newTenant()
    const { user, path } = await open('planner', tenant)
    await screen.findByRole('region', { name: 'First steps' })
    await user.click(
      screen.getByRole('link', { name: 'Import projects and operations from a spreadsheet or MS Project' }),
    )
    await waitFor(() => expect(path()).toContain('edit=import'))
  })

  it('stay after the first schedule while a step is open, and disappear when all of them are done', async () => {
    const tenant = await server.newTenant()
    const ctx = await server.contextOf(tenant.planner)
    await buildOperation(ctx, (await buildProject(ctx)).projectId)
    const runner = serveRuns(server)
    const { body } = await server.as(tenant.planner).post('/projects/schedule-all', {})
    await runUntil(ctx, body.runId)
    await runner.close()
    await open('admin', tenant)
    await waitFor(async () => expect(await stateOf('First schedule')).toBe('Done'))
    expect(await stateOf('Holidays')).toBe('To do')
    cleanup()
    await open('planner', tenant)
    await screen.findByRole('heading', { level: 2, name: 'Last run' })
    expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull()
  })

  it('stay away once they are dismissed', async () => {
    const tenant = await server.newTenant()
    const { user } = await open('planner', tenant)
    await screen.findByRole('region', { name: 'First steps' })
    await user.click(screen.getByRole('button', { name: 'Dismiss the first steps' }))
    expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull()
    const { user: again } = await renderApp('/')
    await waitFor(() => expect(screen.getAllByText('What needs a decision today').length).toBeGreaterThan(0))
    await again.keyboard('{Tab}')
    expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull()
  })
})
