import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import { stubResizeObserver } from '#testing/page-as-found.ts'
import { renderApp } from '#testing/render-app.tsx'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, storedFor, useServer } from '#testing/web-harness.ts'

let server: TestServer
beforeAll(async () => {
  stubResizeObserver()
  server = await startServer()
})
afterAll(() => server.close())

type Tenant = Awaited<ReturnType<TestServer['newTenant']>>

const open = async (path: string, as: 'admin' | 'planner', tenant: Tenant) => {
  useServer(server.app, tenant[as])
  openTab(storedFor(tenant[as], tenant, as === 'admin' ? { isAdmin: 'true' } : {}))
  return renderApp(path)
}
const strip = () => screen.queryByText('This organization contains a sample shop.')
const addButton = () => screen.findByRole('button', { name: 'Add sample shop' })
const projectsOf = async (tenant: Tenant): Promise<{ projectName: string }[]> =>
  (await server.as(tenant.admin).get('/projects')).body

describe('the sample shop', () => {
  it('is added from the first steps and removed on the dashboard, each with one click', async () => {
    const tenant = await server.newTenant()
    const { user } = await open('/', 'admin', tenant)
    const steps = within(await screen.findByRole('region', { name: 'First steps' }))
    await user.click(await steps.findByRole('button', { name: 'Add sample shop' }))
    await waitFor(() => expect(strip()).not.toBeNull())
    expect(await projectsOf(tenant)).toHaveLength(4)
    expect(screen.queryByRole('button', { name: 'Add sample shop' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Remove sample' }))
    await waitFor(() => expect(strip()).toBeNull())
    expect(await projectsOf(tenant)).toEqual([])
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  it('is added from the empty list of projects, and its removal names the records that stay', async () => {
    const tenant = await server.newTenant()
    const { user } = await open('/projects', 'admin', tenant)
    await user.click(await addButton())
    await waitFor(() => expect(strip()).not.toBeNull())
    const ctx = await server.contextOf(tenant.admin)
    const own = await buildProject(ctx, { projectName: 'Own' })
    const centers: { name: string; categoryId: string }[] = (await server.as(tenant.admin).get('/categories')).body
    const welding = centers.find(({ name }) => name === 'Welding')
    await buildOperation(ctx, own.projectId, { categoryId: welding?.categoryId ?? '' })
    await user.click(screen.getByRole('button', { name: 'Remove sample' }))
    const kept = within(await screen.findByRole('alertdialog', { name: 'Sample shop removed' }))
    expect(kept.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Welding: used by 1 operation',
      'Day shift: your work is planned with this shift pattern',
    ])
    await user.click(kept.getByRole('button', { name: 'OK' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(strip()).toBeNull()
    expect(await projectsOf(tenant)).toMatchObject([{ projectName: 'Own' }])
  })

  it('tells a planner why neither button works', async () => {
    const tenant = await server.newTenant()
    const { user } = await open('/projects', 'planner', tenant)
    const add = await addButton()
    expect(add.getAttribute('aria-disabled')).toBe('true')
    await user.hover(add)
    expect((await screen.findByRole('tooltip')).textContent).toContain(
      'Only admins of this organization can add or remove',
    )
    await server.as(tenant.admin).post('/sample-shop')
    await open('/projects', 'planner', tenant)
    const remove = await screen.findByRole('button', { name: 'Remove sample' })
    expect(remove.getAttribute('aria-disabled')).toBe('true')
  })
})
