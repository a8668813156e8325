import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
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
  it('proposes today, warns of a day later than planned and refuses a day after today', async () => {
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
})
