import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

const signIn = async () => {
  const tenant = await server.newTenant()
  useServer(server.app, tenant.admin)
  openTab(storedFor(tenant.admin, tenant, { isAdmin: 'true' }))
  return tenant.admin
}

describe('a work center whose work is done outside', () => {
  it('has a supplier instead of a capacity and a shift pattern', async () => {
    const admin = await signIn()
    const { user } = await renderApp('/shift-patterns?tab=work-centers')
    await user.click((await screen.findAllByRole('button', { name: 'New work center' }))[0] as HTMLElement)
    const form = within(await screen.findByRole('dialog', { name: 'New work center' }))
    await user.type(form.getByRole('textbox', { name: 'Name' }), 'Galvanizing')
    expect(form.queryByRole('textbox', { name: 'Supplier' })).toBeNull()
    expect(form.getByText('Where the work is done', { selector: 'span' })).toBeTruthy()
    await user.click(form.getByRole('radio', { name: 'Outside' }))
    await user.type(form.getByRole('textbox', { name: 'Supplier' }), 'Olsen Galvanizing')
    await user.click(form.getByRole('button', { name: 'Save' }))
    const row = within((await screen.findByText('Olsen Galvanizing')).closest('tr') as HTMLElement)
    expect(row.getByText('Outside')).toBeTruthy()
    const { body } = await server.as(admin).get('/categories')
    expect(body).toMatchObject([{ name: 'Galvanizing', kind: 'outside', supplier: 'Olsen Galvanizing', capacity: 1 }])
  })

  it('is moved outside while operations use it, after the effect on the plan was shown', async () => {
    const admin = await signIn()
    const ctx = await server.contextOf(admin)
    const { categoryId } = await buildCategory(ctx, { name: 'Anodize' })
    const { projectId } = await buildProject(ctx)
    await buildOperation(ctx, projectId, { name: 'Anodize parts', categoryId, durationHours: 120 })
    const { user } = await renderApp('/shift-patterns?tab=work-centers')
    await user.click(await screen.findByRole('button', { name: 'Edit Anodize' }))
    const form = within(await screen.findByRole('dialog', { name: 'Edit Anodize' }))
    await user.click(form.getByRole('radio', { name: 'Outside' }))
    await user.type(form.getByRole('textbox', { name: 'Supplier' }), 'BlueCoat')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await form.findByText(/then count as calendar time/)).toBeTruthy()
    expect(screen.queryByRole('alertdialog')).toBeNull()
    // Another value needs its own effect.
    await user.type(form.getByRole('textbox', { name: 'Supplier' }), ' Inc.')
    expect(form.queryByText(/then count as calendar time/)).toBeNull()
    await user.click(form.getByRole('button', { name: 'Save' }))
    const save = await form.findByRole('button', { name: 'Save work center' })
    await waitFor(() => expect(save.getAttribute('aria-disabled')).not.toBe('true'))
    await user.click(save)
    await waitFor(async () =>
      expect((await server.as(admin).get('/categories')).body).toMatchObject([
        { kind: 'outside', supplier: 'BlueCoat Inc.' },
      ]),
    )
  })

  it('shows and accepts the duration of its operations in days', async () => {
    const admin = await signIn()
    const ctx = await server.contextOf(admin)
    const { categoryId } = await buildCategory(ctx, { kind: 'outside' })
    const { projectId } = await buildProject(ctx)
    const galvanize = { name: 'Galvanize', categoryId, durationHours: 120 }
    const { operationId } = await buildOperation(ctx, projectId, galvanize)
    const page = await renderApp(`/projects/${projectId}`)
    expect((await screen.findByText(/0\.0 h left/)).textContent).toBe('0.0 h done, 0.0 h left, 5 days outside')
    page.unmount()
    const { user } = await renderApp(`/projects/${projectId}/operations/${operationId}`)
    expect(await screen.findByText('5 days')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Edit' }))
    const form = within(await screen.findByRole('dialog', { name: 'Edit Galvanize' }))
    const days = form.getByRole<HTMLInputElement>('spinbutton', { name: /^Duration/ })
    expect(days.value).toBe('5')
    await user.clear(days)
    await user.type(days, '6.5')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('6.5 days')).toBeTruthy()
    const { body } = await server.as(admin).get(`/projects/${projectId}/operations`)
    expect(body.projectOperations).toMatchObject([{ durationHours: 156 }])
  })
})
