import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renderApp } from '#testing/render-app.tsx'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, storedFor, useServer } from '#testing/web-harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
describe('the form of overtime and downtime', () => {
  it('names an entry without a name after its kind, and keeps a typed name', async () => {
    const tenant = await server.newTenant({ timeZone: 'UTC' })
    useServer(server.app, tenant.admin)
    openTab(storedFor(tenant.admin, tenant, { isAdmin: 'true' }))
    const { user } = await renderApp('/shift-patterns?tab=exceptions')
    const stored = async () => (await server.as(tenant.admin).get('/calendar-exceptions')).body
    for (const [n, name] of ['', 'Stocktaking'].entries()) {
      const [open] = await screen.findAllByRole('button', { name: 'Add overtime or downtime' })
      await user.click(open as HTMLElement)
      const dialog = within(await screen.findByRole('dialog', { name: 'Add overtime or downtime' }))
      if (name !== '') await user.type(dialog.getByRole('textbox', { name: 'Name' }), name)
      fireEvent.change(dialog.getByLabelText(/^From/), { target: { value: '2099-12-20T08:00' } })
      fireEvent.change(dialog.getByLabelText(/^To/), { target: { value: '2099-12-20T12:00' } })
      await user.click(dialog.getByRole('button', { name: 'Add' }))
      const add = await dialog.findByRole('button', { name: 'Add overtime' })
      await waitFor(() => expect(add.getAttribute('aria-disabled')).not.toBe('true'))
      await user.click(add)
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      expect(await stored()).toHaveLength(n + 1)
    }
    const entries: { name: string; kind: string; categoryId: string | null }[] = await stored()
    expect(entries.map(({ name }) => name).sort()).toEqual(['Overtime', 'Stocktaking'])
    expect(entries[0]).toMatchObject({ kind: 'overtime', categoryId: null })
  })
})

describe('a planner who is not an admin', () => {
  it('can add and remove overtime and downtime or try that first, but cannot add holidays or shift patterns', async () => {
    const tenant = await server.newTenant()
    useServer(server.app, tenant.planner)
    openTab(storedFor(tenant.planner, tenant))
    const planner = server.as(tenant.planner)
    const hours = { startsAt: '2026-12-21T08:00:00Z', endsAt: '2026-12-21T12:00:00Z' }
    await planner.post('/calendar-exceptions', { kind: 'downtime', name: 'Saw broken', ...hours })

    const { user, router } = await renderApp('/shift-patterns?tab=exceptions')
    const row = within((await screen.findByText('Saw broken')).closest('tr') as HTMLElement)
    expect(row.getByRole('button', { name: 'Remove' }).getAttribute('aria-disabled')).not.toBe('true')
    await user.click(screen.getByRole('button', { name: 'Add overtime or downtime' }))
    expect(await screen.findByRole('dialog', { name: 'Add overtime or downtime' })).toBeTruthy()
    await user.keyboard('{Escape}')

    await user.click(row.getByRole('button', { name: 'Remove' }))
    const question = within(await screen.findByRole('alertdialog'))
    expect(await question.findByText('Nothing would change.')).toBeTruthy()
    await user.click(question.getByRole('button', { name: 'Try first' }))
    const changes = within(await screen.findByRole('list', { name: 'Changes' }))
    expect(changes.getByText('Saw broken')).toBeTruthy()
    expect((await planner.get('/calendar-exceptions')).body).toHaveLength(1)

    await router.navigate({ to: '/holidays' })
    const holiday = (await screen.findAllByRole('button', { name: 'New holiday' }))[0]
    expect(holiday?.getAttribute('aria-disabled')).toBe('true')
    await router.navigate({ to: '/shift-patterns' })
    await waitFor(() =>
      expect(screen.getAllByRole('button', { name: /^New .*pattern/ })[0]?.getAttribute('aria-disabled')).toBe('true'),
    )
  })
})
