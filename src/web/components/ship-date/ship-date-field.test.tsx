import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildProject } from '#testing/builders/build-project.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import { renderApp } from '#testing/render-app.tsx'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, storedFor, useServer } from '#testing/web-harness.ts'
import { dateInputValue } from '#web/lib/date-input.ts'

let server: TestServer
let tenant: TestTenant
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  vi.setSystemTime('2026-11-18T09:00:00Z')
  for (const name of ['clientHeight', 'clientWidth'] as const) {
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => 900 })
  }
  tenant = await server.newTenant()
  useServer(server.app, tenant.planner)
  openTab(storedFor(tenant.planner, tenant))
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const openShipDialog = async () => {
  await buildProject(await server.contextOf(tenant.planner), {
    projectName: 'Press',
    currentPhase: 'complete',
    plannedShipDate: '2026-11-10T08:00:00Z',
  })
  await renderApp('/kanban')
  const card = await screen.findByRole('group', { name: /Press$/ })
  act(() => void fireEvent.keyDown(card, { key: 'ArrowRight' }))
  return within(await screen.findByRole('dialog', { name: 'Ship Project' }))
}

describe('Ship Project', () => {
  it('defaults to today, warns about a date later than planned and refuses a future date', async () => {
    const dialog = await openShipDialog()
    const day = dialog.getByLabelText<HTMLInputElement>(/^Actual Ship Date/)
    const confirm = dialog.getByRole('button', { name: 'Confirm Shipment' })
    expect(day.value).toBe('2026-11-18')
    expect(dialog.getByText('Shipping later than planned')).toBeTruthy()
    expect(confirm.getAttribute('aria-disabled')).not.toBe('true')
    fireEvent.change(day, { target: { value: '2026-11-20' } })
    await waitFor(() =>
      expect(dialog.getByRole('alert').textContent).toBe('The actual ship date cannot be later than today.'),
    )
    expect(confirm.getAttribute('aria-disabled')).toBe('true')
  })

  it.each([
    { at: '2026-11-28T00:20:00Z', shop: 'America/Chicago', reader: 'UTC', today: '2026-11-28' },
    { at: '2026-11-28T00:20:00Z', shop: 'Asia/Tokyo', reader: 'America/Chicago', today: '2026-11-27' },
    { at: '2026-11-28T09:30:00Z', shop: 'Pacific/Honolulu', reader: 'America/New_York', today: '2026-11-28' },
    { at: '2026-11-27T10:30:00Z', shop: 'Pacific/Honolulu', reader: 'Pacific/Kiritimati', today: '2026-11-28' },
  ])('ships today by the calendar of $reader in a shop in $shop at $at', async ({ at, shop, reader, today }) => {
    vi.setSystemTime(at)
    server.clock.set(at)
    tenant = await server.newTenant({ timeZone: shop })
    await server.as(tenant.planner).put('/users/me/preferences', { timezone: reader })
    useServer(server.app, tenant.planner)
    openTab(storedFor(tenant.planner, tenant))
    const dialog = await openShipDialog()
    await waitFor(() => expect(dialog.getByLabelText<HTMLInputElement>(/^Actual Ship Date/).value).toBe(today))
    fireEvent.click(dialog.getByRole('button', { name: 'Confirm Shipment' }))
    expect(await screen.findByText('Project shipped successfully!')).toBeTruthy()
    const [project] = (await server.as(tenant.planner).get('/projects')).body
    expect(project).toMatchObject({ currentPhase: 'shipped' })
    expect(dateInputValue(project.actualShipDate, reader)).toBe(today)
  })
})
