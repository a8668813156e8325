import { screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildFinishedWork, ratiosAround } from '#testing/builders/build-finished-work.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import { reasonOf } from '#testing/open-as.ts'
import { renderApp } from '#testing/render-app.tsx'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, storedFor, useServer } from '#testing/web-harness.ts'

let server: TestServer
let tenant: TestTenant
let press: { projectId: string; projectNumber: string }
let browser: ReturnType<typeof useServer>

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const hour = 3_600_000

/** The press occupies the saw on the first day, and must ship then. */
beforeEach(async () => {
  tenant = await server.newTenant({ timeZone: 'UTC' })
  const ctx = await server.contextOf(tenant.planner)
  const { categoryId } = await buildCategory(await server.contextOf(tenant.admin), { name: 'Saw' })
  const nowMs = server.clock.now().getTime()
  press = await buildProject(ctx, {
    projectName: 'Press',
    priority: 20,
    plannedShipDate: new Date(nowMs + 24 * hour).toISOString(),
  })
  await buildOperation(ctx, press.projectId, {
    name: 'Cut press',
    categoryId,
    durationHours: 24,
    scheduledStartDate: new Date(nowMs).toISOString(),
    scheduledEndDate: new Date(nowMs + 24 * hour).toISOString(),
    pinned: false,
  })
})

const sawOf = async (): Promise<string> => {
  const { body } = await server.as(tenant.planner).get('/categories')
  return body[0].categoryId
}

const open = async (path = '/promise-date') => {
  browser = useServer(server.app, tenant.planner)
  openTab(storedFor(tenant.planner, tenant))
  return renderApp(path)
}
const show = () => screen.getByRole('button', { name: 'Show the dates' })
const operations = () => screen.getByLabelText<HTMLTextAreaElement>(/^Operations/)
const source = () => screen.findByRole<HTMLInputElement>('combobox', { name: /^Copy operations from/ })
const answer = async (name: string) => within(await screen.findByRole('region', { name }))

describe('the promise-date page', () => {
  it('says what to do, and names every pasted line that cannot be read', async () => {
    const app = await open()
    expect(await screen.findByText(/Nothing is stored until you create the project/)).toBeTruthy()
    await app.user.click(screen.getByLabelText(/^Operations/))
    await app.user.paste('Cut\tSawmill\t4\nWeld\t\t2\nPack\t\tsoon')
    const bad = within(screen.getByRole('list', { name: 'Lines that cannot be read' }))
    expect(bad.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Line 1: There is no work center "Sawmill".',
      'Line 3: "soon" is not a number of hours, such as 7.5.',
    ])
    expect(screen.getByText('1 operation, 2 h')).toBeTruthy()
    await app.user.click(show())
    expect(await screen.findByText('2 lines cannot be read.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Create project' })).toBeNull()
  })

  it('prints the answers with their dates and the projects that each of them delays', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => {})
    const app = await open()
    await app.user.click(await screen.findByLabelText(/^Operations/))
    await app.user.paste('Cut\tSaw\t24')
    await app.user.click(show())
    await answer('As soon as possible')
    await app.user.click(screen.getByRole('button', { name: 'Print' }))
    await app.user.click(await screen.findByRole('menuitem', { name: /Print this list.*A4/ }))
    await waitFor(() => expect(print).toHaveBeenCalledOnce(), { timeout: 20_000 })
    const rows = [...document.querySelectorAll('[data-print] tbody tr')].map((row) => row.textContent)
    expect(rows).toHaveLength(3)
    expect(rows[0]).toMatch(/^After all planned work.*No project$/)
    expect(rows[2]).toMatch(/^As soon as possible.*#\S+ Press: \d+ d later/)
    print.mockRestore()
  })

  it('copies the operations of a routing template, with their work centers and predecessors', async () => {
    const ctx = await server.contextOf(tenant.planner)
    await buildOperation(ctx, press.projectId, { name: 'Weld press', durationHours: 5 })
    const template = { name: 'Press, small', projectId: press.projectId }
    await server.as(tenant.planner).post('/routing-templates', template)
    const app = await open()
    await app.user.type(await source(), 'small')
    await app.user.click(await screen.findByRole('option', { name: 'Press, small' }))
    await waitFor(() => expect(operations().value).toBe('Cut press\tSaw\t24\nWeld press\t\t5\t-'))
    expect(app.path()).toMatch(/\?template=/)
    expect(document.activeElement).toBe(await source())
    await app.user.clear(await source())
    await app.user.type(await source(), press.projectNumber)
    await app.user.keyboard('{Enter}')
    await waitFor(async () => expect((await source()).value).toBe(`#${press.projectNumber} Press`))
    expect(app.path()).not.toMatch(/template/)
  })

  it('offers open projects first and shipped ones last, and none without operations', async () => {
    const ctx = await server.contextOf(tenant.planner)
    const build = async (projectName: string, currentPhase: 'shipped' | 'cancelled' | 'on_hold') => {
      const { projectId } = await buildProject(ctx, {
        projectName,
        currentPhase,
        ...(currentPhase === 'shipped' && { actualShipDate: server.clock.now().toISOString() }),
      })
      await buildOperation(ctx, projectId, { name: 'Cut', durationHours: 1 })
    }
    await build('Gone', 'shipped')
    await build('Dropped', 'cancelled')
    await build('Paused', 'on_hold')
    await buildProject(ctx, { projectName: 'Empty' })
    const app = await open()
    await app.user.click(await source())
    const names = (await screen.findAllByRole('option')).map(({ textContent }) => textContent?.split(' ').at(-1))
    expect(names).toEqual(['None', 'Press', 'Paused', 'Dropped', 'Gone'])
    await app.user.keyboard('Empty')
    expect(await screen.findAllByText('No project or template found')).not.toEqual([])
  })

  it('keeps people, alternatives and setup families of a project with its lines, up to the created project', async () => {
    const admin = await server.contextOf(tenant.admin)
    const { categoryId: poolId } = await buildCategory(admin, { name: 'CNC operators', kind: 'pool' })
    const { categoryId: millId } = await buildCategory(admin, { name: 'Haas VF-4' })
    const { categoryId: finishId } = await buildCategory(admin, {
      name: 'Anodizing',
      kind: 'outside',
      supplier: 'BlueCoat Inc.',
    })
    const ctx = await server.contextOf(tenant.planner)
    const { projectId } = await buildProject(ctx, { projectName: 'Manifold' })
    const face = await buildOperation(ctx, projectId, {
      name: 'Face',
      categoryId: millId,
      durationHours: 4,
      poolId,
      setupFamily: 'Steel',
    })
    await buildOperation(ctx, projectId, {
      name: 'Anodize',
      categoryId: finishId,
      durationHours: 120,
      dependencies: [face.operationId],
      dependencyLagHours: { [face.operationId]: 2 },
    })
    const app = await open(`/promise-date?project=${projectId}`)
    const taken = within(await screen.findByRole('list', { name: 'Details of the operations' }))
    const words = () => taken.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(words()).toEqual(['Face: with CNC operators, family Steel', 'Anodize: 2 working h after Face'])
    expect(screen.getByText('1 operation, 4 h, and 5 days outside')).toBeTruthy()

    await app.user.clear(operations())
    await app.user.click(operations())
    await app.user.paste('Face\tHaas VF-4\t3\nAnodize\tAnodizing\t120')
    expect(words()).toHaveLength(2)
    await app.user.click(show())
    const first = await answer('After all planned work')
    expect(first.getByText(/Anodizing takes longest: 5 days at BlueCoat Inc\.$/)).toBeTruthy()
    await app.user.click(first.getByRole('button', { name: 'Create project' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Create project' }))
    await app.user.type(dialog.getByLabelText(/^Project name/), 'Manifold 2')
    await app.user.click(dialog.getByRole('button', { name: 'Create project' }))
    await waitFor(() => expect(app.path()).toMatch(/^\/projects\/[0-9a-f-]{36}$/))
    const { projectOperations: made } = (await server.as(tenant.planner).get(`${app.path()}/operations`)).body
    expect(made).toMatchObject([
      { name: 'Face', durationHours: 3, poolId, setupFamily: 'Steel' },
      { name: 'Anodize', dependencyLagHours: { [made[0].operationId]: 2 } },
    ])
  })

  it('reads a pasted table with people, alternatives, pieces, material and lags, and shows every detail in a column', async () => {
    const admin = await server.contextOf(tenant.admin)
    await buildCategory(admin, { name: 'Welders', kind: 'pool' })
    await buildCategory(admin, { name: 'BlueCoat', kind: 'outside' })
    const app = await open()
    await app.user.click(await screen.findByLabelText(/^Operations/))
    const table = [
      [
        'Operation',
        'Work center',
        'Hours',
        'Predecessors',
        'Crew',
        'Alternates',
        'Family',
        'Material ready',
        'Progress',
      ],
      ['Cut', 'Saw', '4', '', 'Welders', 'BlueCoat: 48', 'Steel', '12/24/2026', '50'],
      ['Weld', '', '2', 'Cut FS+8eh @50%', '', '', '', '', ''],
    ]
    await app.user.paste(table.map((cells) => cells.join('\t')).join('\n'))
    const details = () =>
      within(screen.getByRole('list', { name: 'Details of the operations' }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent)
    const words = [
      'Cut: with Welders, or BlueCoat (2 days), family Steel, material ready 12/24',
      'Weld: starts when 50 % of Cut is done, 8 h after Cut',
    ]
    expect(details()).toEqual(words)
    expect(screen.getByText('Columns that are not used: Progress.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Show all columns' })).toBeNull()
    await app.user.click(show())
    expect((await answer('As soon as possible')).getByRole('button', { name: 'Create project' })).toBeTruthy()
    const { violations } = await axe.run(screen.getByRole('main'), { rules: { 'color-contrast': { enabled: false } } })
    expect(violations).toEqual([])
  })

  it('gives every detail of a copied project its column, where it can be changed', async () => {
    const admin = await server.contextOf(tenant.admin)
    const { categoryId: poolId } = await buildCategory(admin, { name: 'Welders', kind: 'pool' })
    const ctx = await server.contextOf(tenant.planner)
    const { projectId } = await buildProject(ctx, { projectName: 'Manifold' })
    const materialReadyDate = '2026-12-24T13:30:00.000Z'
    await buildOperation(ctx, projectId, { name: 'Weld', durationHours: 4, poolId, materialReadyDate })
    const app = await open(`/promise-date?project=${projectId}`)
    await screen.findByText('Weld:')
    await app.user.click(screen.getByRole('button', { name: 'Show all columns' }))
    const [head = '', line = ''] = operations().value.split('\n')
    const cell = (title: string) => line.split('\t')[head.split('\t').indexOf(title)]
    expect(['Operation', 'People and tools', 'Material ready'].map(cell)).toEqual([
      'Weld',
      'Welders',
      '2026-12-24 13:30',
    ])
    const without = operations().value.replace('Welders', '')
    await app.user.clear(operations())
    await app.user.click(operations())
    await app.user.paste(without)
    expect(screen.getByRole('list', { name: 'Details of the operations' }).textContent).toBe(
      'Weld: material ready 12/24',
    )
  })

  it('shows three dates with the projects that each delays, and creates a project from one of them', async () => {
    const app = await open()
    await app.user.click(await screen.findByLabelText(/^Operations/))
    await app.user.paste('Cut\tSaw\t24\nPack\t\t2')
    await app.user.click(show())
    expect((await answer('After all planned work')).getByText('It delays no other project.')).toBeTruthy()
    const soon = await answer('As soon as possible')
    expect(soon.getByText(/^Priority 100\./)).toBeTruthy()
    expect((await answer('After all planned work')).getByText(/Waits 1 day for Saw\.$/)).toBeTruthy()
    const delayed = soon.getByRole('list', { name: 'Delayed projects' })
    expect(delayed.textContent).toBe(`#${press.projectNumber}Press1 d later, becomes 1 d late`)
    expect((await server.as(tenant.planner).get('/projects')).body).toHaveLength(1)

    await app.user.click(soon.getByRole('button', { name: 'Create project' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Create project' }))
    expect(dialog.getByText(/1 project will ship later/)).toBeTruthy()
    await app.user.type(dialog.getByLabelText(/^Project name/), 'Crane')
    await app.user.click(dialog.getByRole('button', { name: 'Create project' }))
    await waitFor(() => expect(app.path()).toMatch(/^\/projects\/[0-9a-f-]{36}$/))
    const created = (await server.as(tenant.planner).get(app.path())).body
    expect(created).toMatchObject({ projectName: 'Crane', priority: 100, operationCount: 2, latenessDays: 0 })
  })

  it('does not let a planner use an answer that delays others if only admins apply plans for the whole shop', async () => {
    await server.as(tenant.admin).put('/organisation', { plannersApplyPlans: false })
    const app = await open()
    await app.user.click(await screen.findByLabelText(/^Operations/))
    await app.user.paste('Cut\tSaw\t24')
    await app.user.click(show())
    const create = { name: 'Create project' }
    const soon = (await answer('As soon as possible')).getByRole('button', create)
    await waitFor(() => expect(soon.getAttribute('aria-disabled')).toBe('true'))
    expect(await reasonOf(app, soon)).toBe(
      'Only admins of this organization can put a plan for the whole shop in force.',
    )
    const behind = (await answer('After all planned work')).getByRole('button', create)
    expect(behind.getAttribute('aria-disabled')).toBeNull()
  })

  it('marks a delayed project that is late in red, even if it was late before', async () => {
    const ctx = await server.contextOf(tenant.planner)
    const nowMs = server.clock.now().getTime()
    const { projectId } = await buildProject(ctx, {
      projectName: 'Overdue',
      plannedShipDate: new Date(nowMs - 48 * hour).toISOString(),
    })
    await buildOperation(ctx, projectId, {
      name: 'Cut',
      categoryId: await sawOf(),
      durationHours: 24,
      pinned: false,
      scheduledStartDate: new Date(nowMs + 24 * hour).toISOString(),
      scheduledEndDate: new Date(nowMs + 48 * hour).toISOString(),
    })
    const app = await open()
    await app.user.click(await screen.findByLabelText(/^Operations/))
    await app.user.paste('Cut\tSaw\t24')
    await app.user.click(show())
    const soon = await answer('As soon as possible')
    expect(soon.getByText('1 d later, becomes 1 d late').className).toContain('text-crit-text')
    expect(soon.getByText('1 d later, 5 d late').className).toContain('text-crit-text')
  })

  it('shows how sure each date is, and offers the 80 % date as the ship date', async () => {
    const admin = await server.contextOf(tenant.admin)
    await buildFinishedWork(admin, { categoryId: await sawOf(), ratios: ratiosAround(1.5, 20) })
    const app = await open()
    await app.user.click(await screen.findByLabelText(/^Operations/))
    await app.user.paste('Cut\tSaw\t96')
    await app.user.click(show())
    const soon = await answer('As soon as possible')
    const line = await soon.findByText(/^Promise 80 %: /, undefined, { timeout: 20_000 })
    expect(line.parentElement?.textContent).toMatch(/^Promise 80 %: .+50 %: .+ · 90 %: .+$/)
    const { violations } = await axe.run(screen.getByRole('main'), { rules: { 'color-contrast': { enabled: false } } })
    expect(violations).toEqual([])
    await app.user.click(soon.getByRole('button', { name: 'Create project' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Create project' }))
    const ship = dialog.getByLabelText<HTMLInputElement>(/^Planned ship date/)
    const answered = ship.value
    await app.user.click(dialog.getByRole('button', { name: /^Use the 80 % date: / }))
    expect(Date.parse(ship.value)).toBeGreaterThan(Date.parse(answered))
    await app.user.type(dialog.getByLabelText(/^Project name/), 'Promised')
    await app.user.click(dialog.getByRole('button', { name: 'Create project' }))
    await screen.findByRole('heading', { level: 1, name: /Promised/ })
    const { body } = await server.as(tenant.planner).get('/projects')
    const created = body.find(({ projectName }: { projectName: string }) => projectName === 'Promised')
    expect(created.plannedShipDate).toContain(ship.value)
  })

  it('the screen reports that too little is known if no such work was finished', async () => {
    const app = await open()
    await app.user.click(await screen.findByLabelText(/^Operations/))
    await app.user.paste('Cut\tSaw\t24')
    await app.user.click(show())
    const soon = await answer('As soon as possible')
    expect(await soon.findByText(/^No odds: too little of this kind of work/)).toBeTruthy()
    await app.user.click(soon.getByRole('button', { name: 'Create project' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Create project' }))
    expect(dialog.queryByRole('button', { name: /80 %/ })).toBeNull()
  })

  it('stops computing how sure the dates are', async () => {
    const app = await open()
    let asked = 0
    browser.interfere((_method, path) => {
      if (path !== '/api/promise-dates/odds') return null
      asked += 1
      return new Promise(() => undefined)
    })
    await app.user.click(await screen.findByLabelText(/^Operations/))
    await app.user.paste('Cut\tSaw\t24')
    await app.user.click(show())
    const soon = await answer('As soon as possible')
    await app.user.click(soon.getByRole('button', { name: 'Stop' }))
    expect(await screen.findAllByText('The odds were not computed.')).toHaveLength(3)
    expect(asked).toBe(1)
  })

  it('copies the operations of a project, and stores that project in the URL', async () => {
    const app = await open()
    await app.user.click(await source())
    await app.user.click(await screen.findByRole('option', { name: `#${press.projectNumber} Press` }))
    await waitFor(() => expect(operations().value).toBe('Cut press\tSaw\t24'))
    expect(app.path()).toBe(`/promise-date?project=${press.projectId}`)
  })

  it('does not let an answer be used after the work has changed', async () => {
    const app = await open(`/promise-date?project=${press.projectId}`)
    await screen.findByText('1 operation, 24 h')
    await app.user.click(show())
    const before = await answer('By its priority')
    expect(before.getByRole('button', { name: 'Create project' }).getAttribute('aria-disabled')).toBeNull()
    await app.user.type(screen.getByLabelText(/^Priority/), '0')
    await screen.findByText(/The work has changed/)
    expect(before.getByRole('button', { name: 'Create project' }).getAttribute('aria-disabled')).toBe('true')
  })

  it('says why the dates could not be computed', async () => {
    const app = await open(`/promise-date?project=${press.projectId}`)
    await screen.findByText('1 operation, 24 h')
    browser.interfere((_method, path) => (path === '/api/promise-dates' ? new Response('{}', { status: 500 }) : null))
    await app.user.click(show())
    expect(await screen.findByText('Failed to compute the promise date')).toBeTruthy()
  })
})
