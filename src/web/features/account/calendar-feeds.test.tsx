import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import { renderApp } from '#testing/render-app.tsx'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, storedFor, useServer } from '#testing/web-harness.ts'

let server: TestServer
let tenant: TestTenant
beforeAll(async () => {
  server = await startServer()
})
beforeEach(async () => {
  tenant = await server.newTenant()
})
afterAll(() => server.close())

const open = async (path: string) => {
  useServer(server.app, tenant.planner)
  openTab(storedFor(tenant.planner, tenant))
  const app = await renderApp(path)
  await screen.findByRole('heading', { level: 1 })
  return app
}

const statusOf = async (address: string) => (await server.app.inject({ url: new URL(address).pathname })).statusCode

describe('a calendar feed', () => {
  it('is created on the page of a project, shown once, and revoked in the profile', async () => {
    const project = await buildProject(await server.contextOf(tenant.admin), { projectName: 'Pump skid' })
    const app = await open(`/projects/${project.projectId}`)
    await app.user.click(await screen.findByRole('button', { name: 'Follow in a calendar' }))
    const question = await screen.findByRole('dialog', { name: 'Follow in a calendar' })
    expect(question.textContent).toContain(`#${project.projectNumber} Pump skid`)
    await app.user.click(within(question).getByRole('button', { name: 'Create address' }))
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Address' })
    expect(field.value).toMatch(/^http:\/\/localhost:\d+\/api\/calendar\/[\w-]{43}\.ics$/)
    expect(await statusOf(field.value)).toBe(200)
    const address = field.value
    await app.user.click(screen.getAllByRole('button', { name: 'Close' })[0] ?? document.body)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

    cleanup()
    await open('/profile')
    const name = `#${project.projectNumber} Pump skid`
    await app.user.click(await screen.findByRole('button', { name: `Revoke ${name}` }))
    const ask = await screen.findByRole('alertdialog', { name: `Revoke the calendar of ${name}?` })
    await app.user.click(within(ask).getByRole('button', { name: 'Revoke' }))
    // The button stays hidden while the dialog is open.
    await waitFor(async () => expect(await statusOf(address)).toBe(404))
    await waitFor(() => expect(screen.queryByRole('button', { name: `Revoke ${name}` })).toBeNull())
    expect(document.body.textContent).not.toContain(address)
  })

  it('is created for a work center from the menu of the schedule', async () => {
    const category = await buildCategory(await server.contextOf(tenant.admin), { name: 'Welding' })
    const app = await open('/schedule')
    await app.user.click(await screen.findByRole('button', { name: 'Share and print' }))
    await app.user.click(await screen.findByRole('menuitem', { name: 'Follow in a calendar' }))
    const question = await screen.findByRole('dialog', { name: 'Follow in a calendar' })
    const create = within(question).getByRole('button', { name: 'Create address' })
    expect(create.getAttribute('aria-disabled')).toBe('true')
    const field = within(question).getByRole('combobox', { name: 'Work center' })
    await app.user.selectOptions(field, await within(field).findByRole('option', { name: 'Welding' }))
    await app.user.click(create)
    const { value } = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Address' })
    expect(await statusOf(value)).toBe(200)
    expect((await server.as(tenant.planner).get('/calendar-feeds')).body).toMatchObject([
      { name: 'Welding', categoryId: category.categoryId },
    ])
  })
})
