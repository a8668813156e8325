import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renderApp } from '#testing/render-app.tsx'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, storedFor, useServer } from '#testing/web-harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
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
