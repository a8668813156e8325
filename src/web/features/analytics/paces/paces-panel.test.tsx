import { screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildFinishedWork, ratiosAround } from '#testing/builders/build-finished-work.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import { renderApp } from '#testing/render-app.tsx'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, storedFor, useServer } from '#testing/web-harness.ts'

let server: TestServer
let tenant: TestTenant
let open: Awaited<ReturnType<typeof buildOperation>>
beforeAll(async () => {
  server = await startServer()
  tenant = await server.newTenant({ timeZone: 'UTC' })
  const ctx = await server.contextOf(tenant.admin)
  const { categoryId: weld } = await buildCategory(ctx, { name: 'Weld' })
  const { categoryId: mill } = await buildCategory(ctx, { name: 'Mill' })
  await buildCategory(ctx, { name: 'Paint' })
  await buildFinishedWork(ctx, { name: 'Weld frame', categoryId: weld, ratios: ratiosAround(1.6, 20) })
  await buildFinishedWork(ctx, { name: 'Weld cover', categoryId: weld, ratios: ratiosAround(1.2, 20) })
  await buildFinishedWork(ctx, { name: 'Mill', categoryId: mill, ratios: ratiosAround(1, 20) })
  const { projectId } = await buildProject(ctx)
  open = await buildOperation(ctx, projectId, { name: 'Weld frame 9', categoryId: weld, durationHours: 10 })
})
afterAll(() => server.close())
beforeEach(() => {
  useServer(server.app, tenant.planner)
  openTab(storedFor(tenant.planner, tenant))
})

const panel = async () => within(await screen.findByRole('region', { name: 'Estimates, and how long work takes' }))
const hours = async () => {
  const path = `/project-operations/projects/${open.projectId}/operations/${open.operationId}`
  return (await server.as(tenant.planner).get(path)).body.durationHours
}

describe('estimates and learned times', () => {
  it('a planner finds the work center whose estimates mislead from the dashboard', async () => {
    const { user, path } = await renderApp('/')
    const found = within(await screen.findByRole('region', { name: 'Misleading estimates' }))
    expect(found.getByText(/^Weld takes 1\.\d+ of its estimate: 40 finished operations, last 90 days\.$/)).toBeTruthy()
    await user.click(found.getByRole('link', { name: 'Open estimates' }))
    await waitFor(() => expect(path()).toContain('/analytics'))
    const rows = (await panel()).getByRole('list', { name: 'Work centers and their estimates' })
    expect(rows.firstElementChild?.textContent).toMatch(/^Weld takes 1\./)
    expect((await panel()).getByText('Too little is known of Paint.')).toBeTruthy()
  })

  it('the panel has a picture with a name for each pace, and no problem that axe finds', async () => {
    const { user } = await renderApp('/analytics')
    const estimates = await panel()
    await user.click(estimates.getByRole('button', { name: '2 kinds of Weld' }))
    const kinds = within(estimates.getByRole('list', { name: 'Kinds of Weld' }))
    expect(kinds.getAllByRole('img').map((picture) => picture.getAttribute('aria-label'))).toEqual([
      ...Array.from({ length: 2 }, () =>
        expect.stringMatching(/^Median 1[\d.]* of the estimate; 80 % of operations between [\d.]+ and [\d.]+$/),
      ),
    ])
    const section = estimates.getByRole('list', { name: 'Work centers and their estimates' })
    expect((await axe.run(section, { rules: { 'color-contrast': { enabled: false } } })).violations).toEqual([])
  })

  it('the estimates of a kind are set after a preview, and undo restores them', async () => {
    const { user } = await renderApp('/analytics')
    const estimates = await panel()
    await user.click(estimates.getByRole('button', { name: '2 kinds of Weld' }))
    await user.click(await estimates.findByRole('button', { name: /^Set the estimate to 1\.\d+ ×: Weld, weld frame$/ }))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(await dialog.findByText(/^10 h → 1\d(\.\d)? h$/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Change 1 estimate' }))
    await waitFor(async () => expect(await hours()).toBeGreaterThan(14))
    const undo = await screen.findByRole('button', { name: 'Undo' })
    undo.focus()
    await user.keyboard('{Enter}')
    await waitFor(async () => expect(await hours()).toBe(10))
  })

  it('an operation says how long such work takes', async () => {
    await renderApp(`/projects/${open.projectId}/operations/${open.operationId}`)
    expect(await screen.findByText(/^Weld, “weld frame”, takes 1\.\d+ of its estimate/)).toBeTruthy()
  })
})
