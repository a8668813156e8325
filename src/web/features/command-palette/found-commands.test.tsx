import { act, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildProject } from '#testing/builders/build-project.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import type { Actor } from '#testing/builders/build-user.ts'
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
  Element.prototype.scrollIntoView ??= () => {}
  tenant = await server.newTenant()
  await buildProject(await server.contextOf(tenant.planner))
})

/** Opens the palette on the list of projects, types a text and finds the command. */
const find = async (text: string, name: string, as: 'admin' | 'planner' | Actor = 'planner') => {
  const actor = typeof as === 'string' ? tenant[as] : as
  useServer(server.app, actor)
  openTab(storedFor(actor, tenant, as === 'admin' ? { isAdmin: 'true' } : {}))
  const app = await renderApp('/projects')
  await app.user.click(await screen.findByRole('button', { name: 'Search and commands' }))
  const palette = within(await screen.findByRole('dialog', { name: 'Command palette' }))
  await app.user.type(palette.getByPlaceholderText('Type a command or search...'), text)
  const options = within(await palette.findByRole('listbox', { name: 'Commands' }))
  return { app, option: await options.findByRole('option', { name: new RegExp(`^${name}`) }) }
}

const choose = async (...what: Parameters<typeof find>) => {
  const { app, option } = await find(...what)
  await app.user.click(option)
  return app
}

describe('the palette', () => {
  it('receives what is typed before its field has the focus, and the page does not', async () => {
    useServer(server.app, tenant.planner)
    openTab(storedFor(tenant.planner, tenant))
    const { user, path } = await renderApp('/projects')
    await screen.findByRole('button', { name: 'Search and commands' })
    const before = path()
    await user.click(document.body)
    await user.keyboard('{Control>}k{/Control}nj/?')
    const field = await screen.findByPlaceholderText<HTMLInputElement>('Type a command or search...')
    await waitFor(() => expect(field.value).toBe('nj/?'))
    await user.keyboard('x')
    expect(field.value).toBe('nj/?x')
    expect([path(), screen.getAllByRole('dialog')]).toEqual([before, [expect.anything()]])
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('finds the preview of Schedule all, and opens it', async () => {
    await choose('preview', 'Preview Schedule all')
    expect(await screen.findByRole('heading', { level: 1, name: 'Preview of "Schedule all"' })).toBeTruthy()
  })

  it('tells a viewer why nothing can be scheduled, and starts no run', async () => {
    const viewer = await server.newUser({ memberOf: [{ tenantId: tenant.tenantId, access: 'view' }] })
    await choose('schedule all', 'Schedule all projects(?! thoroughly)', viewer)
    expect(
      (await screen.findAllByText('You can look at the plan. Changing it needs more access.')).length,
    ).toBeGreaterThan(0)
    expect((await server.as(tenant.planner).get('/scheduling-runs')).body).toEqual([])
  })

  it('shows a viewer the reason in full', async () => {
    const viewer = await server.newUser({ memberOf: [{ tenantId: tenant.tenantId, access: 'view' }] })
    const { option } = await find('schedule all', 'Schedule all projects thoroughly', viewer)
    const reason = option.querySelector('[data-about="You can look at the plan. Changing it needs more access."]')
    expect(reason?.classList.contains('truncate')).toBe(false)
  })

  it('finds overtime, and opens its form', async () => {
    const { user, path } = await choose('overtime', 'Add overtime or downtime', 'admin')
    const form = within(await screen.findByRole('dialog', { name: /overtime/i }))
    expect(path()).toContain('edit=new')
    await user.click(form.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(path()).toBe('/shift-patterns?tab=exceptions'))
    expect(screen.queryByRole('dialog', { name: /overtime/i })).toBeNull()
  })

  it('prints the list of the page after it has closed, and prints a page without a list unchanged', async () => {
    window.print = vi.fn(() => expect(screen.queryByRole('dialog', { name: 'Command palette' })).toBeNull())
    const { open, user } = await choose('print', 'Print this list')
    await waitFor(() => expect(window.print).toHaveBeenCalledOnce())
    expect(document.querySelector('[data-print] thead')).toBeTruthy()
    act(() => void window.dispatchEvent(new Event('afterprint')))
    await open('/settings')
    await user.click(await screen.findByRole('button', { name: 'Search and commands' }))
    await user.type(await screen.findByPlaceholderText('Type a command or search...'), 'print')
    await user.click(await screen.findByRole('option', { name: /^Print this page/ }))
    await waitFor(() => expect(window.print).toHaveBeenCalledTimes(2))
    expect(document.querySelector('[data-print]')).toBeNull()
  })

  it('finds the dispatch list, and opens the menu that prints it', async () => {
    const { path } = await choose('dispatch', 'Print the schedule or dispatch list')
    await waitFor(() => expect(path()).toMatch(/^\/schedule/))
    expect(await screen.findByRole('menuitem', { name: /Dispatch list.*A4/ })).toBeTruthy()
  })
})
