import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Project } from '#contract/projects.ts'
import { valueAt } from '#domain/value-at.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import { renderApp } from '#testing/render-app.tsx'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { daysFrom } from '#testing/test-days.ts'
import { openTab, storedFor, type TestBrowser, useServer } from '#testing/web-harness.ts'
import { toast } from '#web/ui/toast.tsx'

class NoResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

let server: TestServer
let tenant: TestTenant
let browser: TestBrowser
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  for (const name of ['clientHeight', 'clientWidth'] as const) {
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => 900 })
  }
  for (const level of ['warn', 'error'] as const) vi.spyOn(console, level).mockImplementation(() => {})
  for (const kind of ['success', 'error', 'info'] as const) vi.spyOn(toast, kind)
  tenant = await server.newTenant()
  browser = useServer(server.app, tenant.planner)
  openTab(storedFor(tenant.planner, tenant))
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const project = async (projectName: string, currentPhase: Project['currentPhase']) =>
  buildProject(await server.contextOf(tenant.planner), { projectName, currentPhase })
const card = (name: string) => screen.getByRole('group', { name: new RegExp(`${name}$`) })
const columnOf = (name: string) => card(name).closest('[data-column]')?.getAttribute('data-column')
/** Also finds a card behind a dialog, where the board is hidden from assistive technology. */
const hiddenColumnOf = (name: string) =>
  screen
    .getByRole('group', { name: new RegExp(`${name}$`), hidden: true })
    .closest('[data-column]')
    ?.getAttribute('data-column')
const onServer = async ({ projectId }: Project) =>
  (await server.as(tenant.planner).get(`/projects/${projectId}`)).body as Project
const press = (name: string, key: string) => act(() => fireEvent.keyDown(card(name), { key }))
const failure = () =>
  new Response(JSON.stringify({ error: 'Broken', code: 'internal', requestId: 'r' }), {
    status: 500,
    headers: { 'content-type': 'application/json' },
  })
const undoOf = (sentence: string) => {
  const call = vi.mocked(toast.success).mock.calls.find(([said]) => said === sentence)
  if (!call?.[1]?.action) throw new Error(`No Undo beside '${sentence}'`)
  return call[1].action.onClick
}

describe('simultaneous moves', () => {
  it('of two projects are independent: if one fails, only that project goes back', async () => {
    const slow = await project('Slow', 'submittals')
    const quick = await project('Quick', 'submittals')
    let answer: (response: Response) => void = () => {}
    browser.interfere((method, path) =>
      method === 'PATCH' && path.endsWith(slow.projectId)
        ? new Promise<Response>((resolve) => {
            answer = resolve
          })
        : null,
    )
    await renderApp('/kanban')
    await screen.findByRole('group', { name: /Slow$/ })
    press('Slow', 'ArrowRight')
    press('Quick', 'ArrowRight')
    expect([columnOf('Slow'), columnOf('Quick')]).toEqual(['engineering', 'engineering'])
    await waitFor(() => expect(toast.success).toHaveBeenCalledWith('Project moved to Engineering', expect.anything()))
    expect([columnOf('Slow'), columnOf('Quick')]).toEqual(['engineering', 'engineering'])
    answer(failure())
    await waitFor(() => expect(toast.error).toHaveBeenCalledWith('Failed to update project'))
    expect([columnOf('Slow'), columnOf('Quick')]).toEqual(['submittals', 'engineering'])
    expect((await onServer(slow)).version).toBe(slow.version)
    expect((await onServer(quick)).currentPhase).toBe('engineering')
    expect(console.error).toHaveBeenCalledWith('Failed to update project phase in database')
  })

  it('of one project are sent one after another, and the second is kept if the first fails', async () => {
    const twice = await project('Twice', 'submittals')
    let first = true
    browser.interfere((method) => {
      if (method !== 'PATCH' || !first) return null
      first = false
      return failure()
    })
    await renderApp('/kanban')
    await screen.findByRole('group', { name: /Twice$/ })
    press('Twice', 'ArrowRight')
    press('Twice', 'ArrowRight')
    expect(columnOf('Twice')).toBe('production')
    await waitFor(() => expect(toast.success).toHaveBeenCalledWith('Project moved to Production', expect.anything()))
    expect(columnOf('Twice')).toBe('production')
    expect(await onServer(twice)).toMatchObject({ currentPhase: 'production', version: twice.version + 1 })
  })

  it('of one project are sent in order and reported once each, while the board shows the last position', async () => {
    const thrice = await project('Thrice', 'submittals')
    const sent: unknown[] = []
    browser.interfere((method, path) => {
      if (method === 'PATCH') sent.push(browser.lastBody(`PATCH ${path}`))
      return null
    })
    await renderApp('/kanban')
    await screen.findByRole('group', { name: /Thrice$/ })
    press('Thrice', 'ArrowRight')
    press('Thrice', 'ArrowRight')
    press('Thrice', 'ArrowLeft')
    const columns = new Set<string | null | undefined>()
    await waitFor(() => {
      columns.add(columnOf('Thrice'))
      expect(toast.success).toHaveBeenCalledTimes(3)
    })
    expect([...columns]).toEqual(['engineering'])
    expect(sent).toMatchObject(['engineering', 'production', 'engineering'].map((phase) => ({ CurrentPhase: phase })))
    expect(await onServer(thrice)).toMatchObject({ currentPhase: 'engineering', version: thrice.version + 3 })
  })

  it('are stored without a question if another user has changed a different field', async () => {
    const shared = await project('Shared', 'submittals')
    await renderApp('/kanban')
    await screen.findByRole('group', { name: /Shared$/ })
    await server.as(tenant.admin).put(`/projects/${shared.projectId}`, { customerName: 'Theirs' })
    press('Shared', 'ArrowRight')
    await waitFor(() => expect(toast.success).toHaveBeenCalledWith('Project moved to Engineering', expect.anything()))
    expect(await onServer(shared)).toMatchObject({ currentPhase: 'engineering', customerName: 'Theirs' })
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  it.each([
    { choice: 'Save', phase: 'engineering' },
    { choice: 'Discard mine', phase: 'production' },
  ])(
    'open the conflict dialog if another user has moved the project, and the choice is stored: $choice',
    async ({ choice, phase }) => {
      const shared = await project('Shared', 'submittals')
      const { user } = await renderApp('/kanban')
      await screen.findByRole('group', { name: /Shared$/ })
      await server.as(tenant.admin).patch(`/projects/${shared.projectId}`, { currentPhase: 'production' })
      press('Shared', 'ArrowRight')
      expect(columnOf('Shared')).toBe('engineering')
      const conflict = within(await screen.findByRole('alertdialog', { name: /Shared was changed in the meantime/ }))
      expect(within(conflict.getByRole('group', { name: 'Phase' })).getByText('Production')).toBeTruthy()
      await waitFor(() => expect(hiddenColumnOf('Shared')).toBe('production'))
      expect((await onServer(shared)).currentPhase).toBe('production')
      await user.click(conflict.getByRole('button', { name: choice }))
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
      await waitFor(async () => expect((await onServer(shared)).currentPhase).toBe(phase))
      await waitFor(() => expect(columnOf('Shared')).toBe(phase))
    },
  )
})

const said = () => [...document.querySelectorAll('.sr-only > [aria-live]')].map((region) => region.textContent).join('')

describe('a failed move', () => {
  it.each([
    { what: 'breaks', status: 500, body: { error: 'Broken', code: 'internal', requestId: 'r' } },
    { what: 'is refused', status: 422, body: { error: 'Not now', code: 'rule', requestId: 'r' } },
  ])('is announced to screen readers as undone when the save $what', async ({ status, body }) => {
    await project('Fallen', 'submittals')
    await renderApp('/kanban')
    await screen.findByRole('group', { name: /Fallen$/ })
    browser.interfere((method) =>
      method === 'PATCH'
        ? new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
        : null,
    )
    press('Fallen', 'ArrowRight')
    expect(said()).toBe('Moved project Fallen from Submittals to Engineering')
    await waitFor(() => expect(columnOf('Fallen')).toBe('submittals'))
    await waitFor(() => expect(said()).toBe('Project Fallen went back to Submittals'))
  })
})

describe('a move to On Hold or Cancelled', () => {
  it.each([
    { by: 'keys', from: 'shipped', to: 'on_hold', dialog: 'Put Project on Hold', no: 'Cancel', yes: 'Put on Hold' },
    {
      by: 'keys',
      from: 'on_hold',
      to: 'cancelled',
      dialog: 'Cancel Project',
      no: 'Keep Project',
      yes: 'Cancel Project',
    },
    { by: 'menu', from: 'engineering', to: 'on_hold', dialog: 'Put Project on Hold', no: 'Cancel', yes: 'Put on Hold' },
    {
      by: 'menu',
      from: 'engineering',
      to: 'cancelled',
      dialog: 'Cancel Project',
      no: 'Keep Project',
      yes: 'Cancel Project',
    },
  ] as const)('by $by asks first and is undone if the answer is no: $to', async ({ by, from, to, dialog, no, yes }) => {
    const aside = await project('Aside', 'engineering')
    if (from !== 'engineering') {
      const fields = {
        currentPhase: from,
        ...(from === 'shipped' && { actualShipDate: daysFrom(server.clock.now(), -6) }),
      }
      await server.as(tenant.admin).patch(`/projects/${aside.projectId}`, fields)
    }
    const { user } = await renderApp('/kanban')
    await screen.findByRole('group', { name: /Aside$/ })
    const ask = async () => {
      if (by === 'keys') press('Aside', 'ArrowRight')
      else {
        await user.click(screen.getByRole('button', { name: 'Menu of Aside' }))
        await user.click(await screen.findByRole('menuitem', { name: to === 'on_hold' ? 'On Hold' : 'Cancelled' }))
      }
      return within(await screen.findByRole('alertdialog', { name: dialog }))
    }
    const first = await ask()
    expect(hiddenColumnOf('Aside')).toBe(to)
    expect((await onServer(aside)).currentPhase).toBe(from)
    await user.click(first.getByRole('button', { name: no }))
    await waitFor(() => expect(columnOf('Aside')).toBe(from))
    expect(said()).toMatch(/^Project Aside went back to/)
    expect((await onServer(aside)).currentPhase).toBe(from)
    await user.click((await ask()).getByRole('button', { name: yes }))
    await waitFor(async () => expect((await onServer(aside)).currentPhase).toBe(to))
    expect(columnOf('Aside')).toBe(to)
  })

  it('asks in the status view too', async () => {
    const aside = await project('Aside', 'production')
    const { user } = await renderApp('/kanban?group=status')
    await screen.findByRole('group', { name: /Aside$/ })
    await server.as(tenant.admin).patch(`/projects/${aside.projectId}`, { status: 'In Progress' })
    await user.click(screen.getByRole('button', { name: 'Menu of Aside' }))
    await user.click(valueAt(await screen.findAllByRole('menuitem', { name: 'On Hold' }), 0))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Put Project on Hold' }))
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(columnOf('Aside')).not.toBe('on_hold'))
    expect((await onServer(aside)).status).not.toBe('On Hold')
  })
})

describe('a shipped project', () => {
  it('cannot be moved back to In Progress in the status view, and an error says why', async () => {
    const gone = await project('Gone', 'complete')
    const fields = { currentPhase: 'shipped', actualShipDate: daysFrom(server.clock.now(), -6) }
    await server.as(tenant.admin).patch(`/projects/${gone.projectId}`, fields)
    await renderApp('/kanban?group=status')
    await screen.findByRole('group', { name: /Gone$/ })
    press('Gone', 'ArrowLeft')
    expect(toast.error).toHaveBeenCalledWith(expect.stringMatching(/^A shipped project stays Completed/))
    expect(columnOf('Gone')).toBe('completed')
    expect(await onServer(gone)).toMatchObject({ status: 'Completed', currentPhase: 'shipped' })
  })
})

describe('Undo', () => {
  it('restores phase and status even if the rules refuse such a move', async () => {
    const held = await project('Held', 'production')
    const { user } = await renderApp('/kanban')
    await screen.findByRole('group', { name: /Held$/ })
    await user.click(screen.getByRole('button', { name: 'Menu of Held' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Cancelled' }))
    await user.click(await screen.findByRole('button', { name: 'Cancel Project' }))
    await waitFor(() => expect(toast.success).toHaveBeenCalledWith('Project moved to Cancelled', expect.anything()))
    act(undoOf('Project moved to Cancelled'))
    await waitFor(() => expect(columnOf('Held')).toBe('production'))
    await waitFor(async () => {
      const { currentPhase, status } = await onServer(held)
      expect({ currentPhase, status }).toEqual({ currentPhase: held.currentPhase, status: held.status })
    })
  })

  it('preserves a later change by another user and says so', async () => {
    const later = await project('Later', 'submittals')
    await renderApp('/kanban')
    await screen.findByRole('group', { name: /Later$/ })
    press('Later', 'ArrowRight')
    await waitFor(() => expect(toast.success).toHaveBeenCalledWith('Project moved to Engineering', expect.anything()))
    await server.as(tenant.admin).patch(`/projects/${later.projectId}`, { currentPhase: 'production' })
    act(undoOf('Project moved to Engineering'))
    await waitFor(() =>
      expect(toast.info).toHaveBeenCalledWith(expect.stringMatching(/changed by .+ since/), expect.anything()),
    )
    expect(await onServer(later)).toMatchObject({ currentPhase: 'production' })
    await waitFor(() => expect(columnOf('Later')).toBe('production'))
  })
})

describe('the Kanban screen', () => {
  it('stores the progress that is set for a project without operations', async () => {
    // The slider needs a ResizeObserver, which jsdom does not have.
    vi.stubGlobal('ResizeObserver', NoResizeObserver)
    const plain = await project('Plain', 'production')
    const { user } = await renderApp('/kanban')
    await screen.findByRole('group', { name: /Plain$/ })
    press('Plain', 'Enter')
    const slider = await screen.findByRole('slider')
    for (const step of [5, 10, 15]) {
      fireEvent.keyDown(slider, { key: 'ArrowRight' })
      expect(slider.getAttribute('aria-valuenow')).toBe(String(step))
    }
    await user.click(screen.getByRole('button', { name: 'Save Progress' }))
    await waitFor(async () => expect((await onServer(plain)).progressPercentage).toBe(15))
  })

  it.each(['Enter', ' '])(
    'opens the progress of the operations with "%s" on their project, and saves it',
    async (key) => {
      vi.stubGlobal('ResizeObserver', NoResizeObserver)
      const derived = await project('Derived', 'production')
      const ctx = await server.contextOf(tenant.planner)
      const { projectId } = derived
      const cut = await buildOperation(ctx, projectId, { name: 'Cut', durationHours: 10 })
      const weld = await buildOperation(ctx, projectId, { name: 'Weld', durationHours: 30 })
      const { user } = await renderApp('/kanban')
      await screen.findByRole('group', { name: /Derived$/ })
      press('Derived', key)
      const dialog = within(await screen.findByRole('dialog', { name: 'Update Progress' }))
      const slider = await dialog.findByRole('slider', { name: 'Progress of Cut' })
      expect(dialog.getByRole('button', { name: 'Save Progress' }).getAttribute('aria-disabled')).toBe('true')
      fireEvent.keyDown(slider, { key: 'End' })
      fireEvent.keyDown(dialog.getByRole('slider', { name: 'Progress of Weld' }), { key: 'ArrowRight' })
      expect(dialog.getByRole('status').textContent).toBe('29 %')
      await user.click(dialog.getByRole('button', { name: 'Save Progress' }))
      await waitFor(() => expect(said()).toBe('Updated progress of Derived to 29%'))
      await waitFor(() =>
        expect(toast.success).toHaveBeenCalledWith(
          'Progress of 2 operations updated',
          expect.objectContaining({ action: expect.objectContaining({ label: 'Undo' }) }),
        ),
      )
      const stored = async (operationId: string) =>
        (await server.as(tenant.planner).get(`/project-operations/projects/${projectId}/operations/${operationId}`))
          .body
      expect(await stored(cut.operationId)).toMatchObject({ progressPercentage: 100, status: 'Completed' })
      expect(await stored(weld.operationId)).toMatchObject({ progressPercentage: 5 })
      expect((await onServer(derived)).progressPercentage).toBeCloseTo(28.75)
    },
  )

  it('marks the card of an operation that waits for material, and shows the date when the card is expanded', async () => {
    const { projectId } = await project('Frame', 'production')
    const ctx = await server.contextOf(tenant.planner)
    await buildOperation(ctx, projectId, { name: 'Weld', materialReadyDate: '2030-03-04T12:00:00Z' })
    await buildOperation(ctx, projectId, { name: 'Cut' })
    const { user } = await renderApp('/kanban?view=operation')
    const weld = within(await screen.findByRole('group', { name: /Weld$/ }))
    expect(weld.getByRole('img', { name: 'waits for material until 03/04/30' })).toBeTruthy()
    const cut = within(screen.getByRole('group', { name: /Cut$/ }))
    expect(cut.queryByRole('img', { name: /material/ })).toBeNull()
    await user.click(weld.getByRole('button', { name: /^Show more/ }))
    expect(weld.getByText('Material ready').nextElementSibling?.textContent).toBe('03/04/30')
  })

  it('the card of an operation shows the time on it when it is expanded, and its menu starts and pauses the work', async () => {
    const ctx = await server.contextOf(tenant.planner)
    const { projectId } = await project('Frame', 'production')
    const { operationId } = await buildOperation(ctx, projectId, { name: 'Weld', durationHours: 4 })
    const { user } = await renderApp('/kanban?view=operation')
    const fromMenu = async (name: string) => {
      await user.click(await screen.findByRole('button', { name: 'Menu of Weld' }))
      const item = await screen.findByRole('menuitem', { name })
      await waitFor(() => expect(item.getAttribute('aria-disabled')).not.toBe('true'))
      await user.click(item)
    }
    await fromMenu('Start work')
    await waitFor(() => expect(toast.success).toHaveBeenCalledWith('Work started', expect.anything()))
    await user.click(screen.getByRole('button', { name: 'Show more of Weld' }))
    await waitFor(() => expect(card('Weld').textContent).toMatch(/Time on work0 h of 4 hRunning since/))
    await fromMenu('Pause work')
    await waitFor(() => expect(card('Weld').textContent).toContain('Not worked on since'))
    const path = `/project-operations/projects/${projectId}/operations/${operationId}/intervals`
    expect((await server.as(tenant.planner).get(path)).body).toMatchObject({ intervals: [], idleHours: 0 })
  })

  it('says if there are no projects or operations', async () => {
    const { open } = await renderApp('/kanban')
    expect(await screen.findByText('No projects available')).toBeTruthy()
    expect(screen.getByText('Create a project to get started with the Kanban board.')).toBeTruthy()
    await open('/kanban?view=operation')
    expect(await screen.findByText('No operations available')).toBeTruthy()
    expect(screen.getByText('Add operations to your projects to see them here.')).toBeTruthy()
  })
})
