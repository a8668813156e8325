import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildProject } from '#testing/builders/build-project.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import { stubResizeObserver } from '#testing/page-as-found.ts'
import { renderApp } from '#testing/render-app.tsx'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, storedFor, type TestBrowser, useServer } from '#testing/web-harness.ts'
import { liveState } from '#web/live/live-state.ts'

let server: TestServer
let tenant: TestTenant
let browser: TestBrowser
let projectId: string
beforeAll(async () => {
  stubResizeObserver()
  server = await startServer()
  tenant = await server.newTenant()
  projectId = (await buildProject(await server.contextOf(tenant.planner), { projectName: 'Rotor' })).projectId
})
afterAll(() => server.close())
beforeEach(() => {
  for (const kind of ['warn', 'error'] as const) vi.spyOn(console, kind).mockImplementation(() => {})
  const machineTimeout = globalThis.setTimeout
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((run, ms, ...values) =>
    machineTimeout(run, pauses.includes(ms ?? 0) ? 100 : ms, ...values),
  )
  browser = useServer(server.app, tenant.planner)
  openTab(storedFor(tenant.planner, tenant))
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const stopServer = () =>
  browser.interfere(() => {
    throw new TypeError('Failed to fetch')
  })
const startAgain = () => browser.interfere(() => null)
const strip = () => screen.queryByText(/^The server cannot be reached\. Trying again…/)
/**
 * The screens of a test have no socket, so requests are sent to the server every few seconds (see `watch-server.test.ts`). Here
 * the pauses between two requests are short, but the time limit of an answer is unchanged.
 */
const pauses: readonly number[] = [2_000, 3_000]

describe('a server that cannot be reached', () => {
  it('is reported on the open page in a live region until it answers again', async () => {
    await renderApp('/projects')
    await screen.findByRole('navigation', { name: 'Main' })
    expect(strip()).toBeNull()
    stopServer()
    await waitFor(() => expect(strip()).not.toBeNull())
    expect(strip()?.closest('[aria-live="polite"]')).not.toBeNull()
    const before = browser.calls.filter((call) => call === 'GET /api/projects/columns').length
    startAgain()
    await waitFor(() => expect(strip()).toBeNull())
    // The page reads what it has missed.
    await waitFor(() =>
      expect(browser.calls.filter((call) => call === 'GET /api/projects/columns').length).toBeGreaterThan(before),
    )
    expect(screen.getByText('The server can be reached again.')).toBeTruthy()
  })

  it('prevents a page from opening, and the page appears by itself when the server is back', async () => {
    const app = await renderApp('/profile')
    await screen.findByRole('navigation', { name: 'Main' })
    stopServer()
    await waitFor(() => expect(strip()).not.toBeNull())
    await app.open(`/projects/${projectId}`)
    await screen.findByText('Something went wrong')
    startAgain()
    await screen.findByRole('heading', { name: /Rotor/ })
    expect(screen.queryByText('Something went wrong')).toBeNull()
  })

  it('does not change typed text, neither when it goes away nor when it comes back', async () => {
    const app = await renderApp(`/projects/${projectId}?edit=project`)
    const dialog = within(await screen.findByRole('dialog'))
    const name = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Project name' })
    fireEvent.change(name, { target: { value: 'Rotor of the second mill' } })
    stopServer()
    await waitFor(() => expect(liveState.get().isAway).toBe(true))
    await app.user.click(dialog.getByRole('button', { name: 'Save project' }))
    await waitFor(() => expect(document.body.textContent).toContain('Failed to update project'))
    startAgain()
    await waitFor(() => expect(liveState.get().isAway).toBe(false))
    await act(async () => undefined)
    expect(name.isConnected).toBe(true)
    expect(name.value).toBe('Rotor of the second mill')
    await app.user.click(dialog.getByRole('button', { name: 'Save project' }))
    await screen.findByRole('heading', { name: /Rotor of the second mill/ })
  })
})
