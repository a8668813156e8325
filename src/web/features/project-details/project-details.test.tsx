import { cleanup, screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Operation } from '#contract/operations.ts'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildOdds } from '#testing/builders/build-odds.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import { renderApp } from '#testing/render-app.tsx'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, storedFor, type TestBrowser, useServer } from '#testing/web-harness.ts'
import { localStore } from '#web/stores/safe-storage.ts'
import { rereadSession } from '#web/stores/session.ts'

let server: TestServer
let tenant: TestTenant
let projectId: string
let browser: TestBrowser
beforeAll(async () => {
  server = await startServer()
  Element.prototype.scrollIntoView ??= () => {}
  Element.prototype.hasPointerCapture ??= () => false
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
})
afterAll(() => server.close())
beforeEach(async () => {
  tenant = await server.newTenant()
  browser = useServer(server.app, tenant.planner)
  openTab(storedFor(tenant.planner, tenant))
  projectId = (await api().post('/projects', { projectName: 'Conveyor Frame', projectNumber: '1042' })).body.projectId
})

const api = () => server.as(tenant.admin)
const base = () => `/project-operations/projects/${projectId}/operations`
const add = async (body: object): Promise<Operation> => (await api().post(base(), body)).body
const stored = async (): Promise<Operation[]> =>
  (await api().get(`/projects/${projectId}/operations`)).body.projectOperations
const open = async (rest = '') => {
  const app = await renderApp(`/projects/${projectId}${rest}`)
  await screen.findByRole('heading', { level: 1, hidden: true })
  return app
}
const row = async (name: string) => {
  // The explanation of a late project, below the table, also links to its operations.
  const table = within(await screen.findByRole('table'))
  const found = (await table.findByRole('link', { name })).closest('tr')
  if (!found) throw new Error(`${name} has no row`)
  return within(found)
}

describe('the page of a project', () => {
  it('says what to do when there are no operations, and adds the first one', async () => {
    const { user } = await open()
    expect(await screen.findByText('No operations yet')).toBeTruthy()
    const [button] = screen.getAllByRole('button', { name: 'Add operation' })
    await user.click(button as HTMLElement)
    const dialog = within(await screen.findByRole('dialog', { name: 'Add operation' }))
    await user.click(dialog.getByRole('button', { name: 'Add operation' }))
    expect(await dialog.findByText('Name is required')).toBeTruthy()
    await user.type(dialog.getByLabelText(/^Name/), 'Weld frame')
    await user.type(dialog.getByLabelText('Duration'), '12.5')
    await user.click(dialog.getByRole('button', { name: 'Add operation' }))
    expect(await row('Weld frame')).toBeTruthy()
    expect(await stored()).toMatchObject([{ name: 'Weld frame', durationHours: 12.5, sequence: 10 }])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('offers the people and tools of the organization for an operation, even if there is only one kind', async () => {
    await buildCategory(await server.contextOf(tenant.admin), { name: 'Crew', kind: 'pool' })
    const { user } = await open()
    await user.click((await screen.findAllByRole('button', { name: 'Add operation' }))[0] as HTMLElement)
    const dialog = within(await screen.findByRole('dialog', { name: 'Add operation' }))
    await user.selectOptions(await dialog.findByLabelText('Also needs'), 'Crew')
    expect(dialog.getByLabelText<HTMLSelectElement>('Also needs').selectedOptions[0]?.textContent).toBe('Crew')
  })

  it('collapses completed operations into one row on a phone, as long as there are open ones', async () => {
    await add({ name: 'Cut', durationHours: 2, progressPercentage: 100 })
    await add({ name: 'Weld frame', durationHours: 8 })
    vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
    const { user } = await open()
    const folded = await screen.findByRole('button', { name: '1 done' })
    expect(screen.getByRole('link', { name: 'Weld frame' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Cut' })).toBeNull()
    await user.click(folded)
    expect(folded.getAttribute('aria-expanded')).toBe('true')
    expect(screen.getByRole('link', { name: 'Cut' })).toBeTruthy()
    vi.unstubAllGlobals()
  })

  it('shows only the most important columns on a tablet, with the whole name of each operation', async () => {
    await add({ name: 'Stress relief and straighten', durationHours: 2 })
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query.includes('1024'),
      addEventListener() {},
      removeEventListener() {},
    }))
    await open()
    const name = await screen.findByRole('link', { name: 'Stress relief and straighten' })
    expect(name.closest('.truncate')).toBeNull()
    const heads = within(screen.getByRole('table')).getAllByRole('columnheader')
    expect(heads.map(({ textContent }) => textContent)).toEqual([
      'Seq',
      'Operation',
      'Work center',
      'State',
      'Progress',
      'End',
      'Actions',
    ])
    expect(screen.getByText(/h left$/).closest('tr')?.children).toHaveLength(4)
    vi.unstubAllGlobals()
  })

  it('opens the schedule at the running operation, or otherwise at the next one', async () => {
    const done = await add({ name: 'Cut', durationHours: 2, progressPercentage: 100 })
    const next = await add({ name: 'Weld frame', durationHours: 8, dependencies: [done.operationId] })
    await open()
    await waitFor(() =>
      expect(screen.getByRole('link', { name: 'Open in Schedule' }).getAttribute('href')).toContain(
        `operation=${next.operationId}`,
      ),
    )
  })

  it('the page says by when the project is done with 80 % certainty, and the chance to ship on time', async () => {
    await buildOdds(await server.contextOf(tenant.admin), projectId, { day: '2026-12-14', onTimeChance: 0.64 })
    await open()
    expect(await screen.findByText(/^80 % sure by .*12\/17; 64 % on time$/)).toBeTruthy()
  })

  it('says that the project does not exist and links back to the list', async () => {
    await renderApp('/projects/3f0e4c1a-0000-4000-8000-000000000001')
    expect(await screen.findByText('This project does not exist, or belongs to another organization.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Back to Projects' }).getAttribute('href')).toBe('/projects')
  })

  it('shows for a late project which operation makes it late, by how many days, why, and what would help', async () => {
    await api().put(`/projects/${projectId}`, {
      projectName: 'Conveyor Frame',
      plannedShipDate: '2026-11-10T08:00:00Z',
    })
    const dates = { scheduledStartDate: '2026-11-12T08:00:00Z', scheduledEndDate: '2026-11-12T16:00:00Z' }
    const { operationId } = await add({ name: 'Weld frame', durationHours: 8, ...dates })
    const { user } = await open()
    const parts = await screen.findByRole('region', { name: 'What makes it late' })
    const shares = within(parts)
      .getAllByRole('listitem')
      .map((part) => part.textContent)
    expect(shares).toEqual(['Not reported as started 78 % 6 d 1 h', 'Work content exceeds the time left 22 % 1 d 16 h'])
    expect(parts.textContent).toContain('Adds up to7 d 17 h')
    const chain = screen.getByRole('region', { name: 'From the ship date back to the root' })
    expect(chain.textContent).toContain('Not reported as started although ready since Thu 11/12 8:00 AM.+6 d 1 h')
    expect(chain.textContent).toContain('The work itself does not fit before the ship date.')
    expect(within(chain).getByRole('link', { name: 'Weld frame' }).getAttribute('href')).toContain(operationId)
    const help = screen.getByRole('region', { name: 'What would help' })
    const move = (await within(help).findByRole('link', { name: /^Move the ship date to/ })).closest('li')
    if (!move) throw new Error('The remedies are no list')
    expect(within(move).getByText('on time')).toBeTruthy()
    await user.click(within(move).getByRole('button', { name: 'Try first' }))
    expect(await screen.findByRole('heading', { level: 1, name: /^Move the ship date to/ })).toBeTruthy()
    expect((await screen.findByText('Late projects')).parentElement?.textContent).toBe('Late projects0 instead of 1')
    expect(within(screen.getByRole('main')).getByText(/^#\S+ would still end .+, on time\. 1 project/)).toBeTruthy()
  })

  it('has no accessibility violations with done, started and on-hold operations', async () => {
    const cut = await add({ name: 'Cut', durationHours: 4, progressPercentage: 100 })
    await add({ name: 'Bend', durationHours: 2, progressPercentage: 40, dependencies: [cut.operationId] })
    await add({ name: 'Paint', durationHours: 2, onHold: true })
    await open()
    await row('Paint')
    const { violations } = await axe.run(screen.getByRole('main'), { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
  })
})

describe('an operation on the page of its project', () => {
  it('cannot wait for itself, and its form shows the refusal of the server', async () => {
    const cut = await add({ name: 'Cut' })
    await add({ name: 'Bend', dependencies: [cut.operationId] })
    const { user } = await open(`?edit=${cut.operationId}`)
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Cut' }))
    await user.selectOptions(dialog.getByLabelText('Add a predecessor'), '20 Bend')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText(/These operations wait for each other: .*Cut.*Bend/)).toBeTruthy()
    expect((await stored())[0]?.dependencies).toEqual([])
  })

  it('accepts progress in steps of 5 %', async () => {
    await add({ name: 'Cut', durationHours: 4 })
    const { user } = await open()
    await user.click((await row('Cut')).getByRole('button', { name: /Progress of Cut: 0 %/ }))
    const slider = await screen.findByRole('slider', { name: 'Progress of Cut' })
    slider.focus()
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
    await user.click(screen.getByRole('button', { name: 'Report' }))
    await waitFor(async () => expect(await stored()).toMatchObject([{ progressPercentage: 15, status: 'In Progress' }]))
    expect(await (await row('Cut')).findByText('In progress')).toBeTruthy()
  })

  it('opens the conflict dialog if another user saved in the meantime, and both changes can be kept', async () => {
    const cut = await add({ name: 'Cut', durationHours: 4 })
    const { user } = await open(`?edit=${cut.operationId}`)
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Cut' }))
    await api().put(`${base()}/${cut.operationId}`, { name: 'Cut plates', notes: 'Mind the burr' })
    await user.clear(dialog.getByLabelText(/^Name/))
    await user.type(dialog.getByLabelText(/^Name/), 'Laser cut')
    await user.clear(dialog.getByLabelText('Duration'))
    await user.type(dialog.getByLabelText('Duration'), '6')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    const conflict = within(await screen.findByRole('alertdialog', { name: /changed in the meantime/ }))
    expect(conflict.getByText('Mind the burr')).toBeTruthy()
    await user.click(conflict.getByRole('radio', { name: /Theirs/ }))
    await user.click(conflict.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    // The dialog closes before the server has answered.
    await waitFor(async () =>
      expect(await stored()).toMatchObject([{ name: 'Cut plates', durationHours: 6, notes: 'Mind the burr' }]),
    )
  })

  it('moves up through the menu of its row', async () => {
    for (const name of ['Cut', 'Bend', 'Weld']) await add({ name })
    const { user } = await open()
    await user.click((await row('Weld')).getByRole('button', { name: 'Actions on Weld' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Move up' }))
    await waitFor(async () => expect((await stored()).map(({ name }) => name)).toEqual(['Cut', 'Weld', 'Bend']))
  })

  it('is removed after a question that names the operations that wait for it', async () => {
    const cut = await add({ name: 'Cut' })
    await add({ name: 'Bend', dependencies: [cut.operationId] })
    const { user } = await open()
    await user.click((await row('Cut')).getByRole('button', { name: 'Actions on Cut' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Remove…' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Remove Cut?' }))
    expect(question.getByText(/Bend will no longer wait for it/)).toBeTruthy()
    await user.click(question.getByRole('button', { name: 'Remove operation' }))
    await waitFor(async () => expect((await stored()).map(({ name }) => name)).toEqual(['Bend']))
  })

  it('can be removed in a proposal first, which leaves it in place', async () => {
    await add({ name: 'Cut' })
    const { user } = await open()
    await user.click((await row('Cut')).getByRole('button', { name: 'Actions on Cut' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Remove…' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Remove Cut?' }))
    await user.click(question.getByRole('button', { name: 'Try first' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Remove Cut' })).toBeTruthy()
    expect(within(screen.getByRole('list', { name: 'Changes' })).getByText('Removed')).toBeTruthy()
    expect((await stored()).map(({ name }) => name)).toEqual(['Cut'])
  })

  it('is not closed with unsaved changes without a question, and they return after a forced sign-in', async () => {
    const cut = await add({ name: 'Cut' })
    const first = await open(`?edit=${cut.operationId}`)
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Cut' }))
    await first.user.type(dialog.getByLabelText('Notes'), 'Half typed')
    await first.user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await first.user.click(await screen.findByRole('button', { name: 'Stay on Page' }))
    browser.interfere((method) => (method === 'PUT' ? new Response('{}', { status: 401 }) : null))
    await first.user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(first.path()).toContain('/login?redirect='))
    cleanup()
    browser.interfere(() => null)
    for (const [key, value] of Object.entries(storedFor(tenant.planner, tenant).local)) localStore.set(key, value)
    rereadSession()
    await open(`?edit=${cut.operationId}`)
    const again = within(await screen.findByRole('dialog', { name: 'Edit Cut' }))
    expect((again.getByLabelText('Notes') as HTMLTextAreaElement).value).toBe('Half typed')
    expect(again.getByText(/Your unsaved changes are back/)).toBeTruthy()
  })
})

describe('holding a project that a colleague has saved in the meantime', () => {
  const project = async () => (await api().get(`/projects/${projectId}`)).body

  it('preserves what they changed', async () => {
    const { user } = await open()
    await api().put(`/projects/${projectId}`, { projectName: 'Renamed' })
    await user.click(screen.getByRole('button', { name: 'Hold' }))
    await waitFor(async () => expect(await project()).toMatchObject({ projectName: 'Renamed', status: 'On Hold' }))
  })

  it('asks whose status to keep if they changed it too', async () => {
    const { user } = await open()
    await api().put(`/projects/${projectId}`, { status: 'In Progress' })
    await user.click(screen.getByRole('button', { name: 'Hold' }))
    const conflict = within(
      await screen.findByRole('alertdialog', { name: 'Project #1042 was changed in the meantime' }),
    )
    expect(conflict.getByRole('radio', { name: /Theirs.*In Progress/ })).toBeTruthy()
    await user.click(conflict.getByRole('button', { name: 'Discard mine' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(await project()).toMatchObject({ status: 'In Progress' })
  })
})

describe('hold and resume', () => {
  const project = async () => (await api().get(`/projects/${projectId}`)).body
  const writes = () => browser.calls.filter((call) => /^(PUT|PATCH) .api.projects./.test(call))

  it('send PATCH, because they change neither name, number nor short name', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Hold' }))
    await user.click(await screen.findByRole('button', { name: 'Resume', busy: false }))
    await waitFor(async () => expect(await project()).toMatchObject({ status: 'In Progress' }))
    expect(writes()).toEqual([`PATCH /api/projects/${projectId}`, `PATCH /api/projects/${projectId}`])
  })

  it('bring a project back from the phase On Hold with a PUT of its names, including those changed by a colleague', async () => {
    await api().patch(`/projects/${projectId}`, { currentPhase: 'on_hold' })
    const { user } = await open()
    await api().put(`/projects/${projectId}`, { projectName: 'Renamed' })
    await user.click(screen.getByRole('button', { name: 'Resume' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Production' }))
    const expected = { projectName: 'Renamed', currentPhase: 'production', status: 'In Progress' }
    await waitFor(async () => expect(await project()).toMatchObject(expected))
    expect(writes().at(-1)).toBe(`PUT /api/projects/${projectId}`)
    expect(browser.lastBody(`PUT /api/projects/${projectId}`)).toMatchObject({ ProjectName: 'Renamed', ShortName: '' })
  })
})

describe('the page of one operation', () => {
  it('shows its links and changes, and can put it on hold', async () => {
    const cut = await add({ name: 'Cut', durationHours: 4 })
    const bend = await add({
      name: 'Bend',
      dependencies: [cut.operationId],
      dependencyLagHours: { [cut.operationId]: 2 },
    })
    const { user } = await renderApp(`/projects/${projectId}/operations/${bend.operationId}`)
    expect(await screen.findByRole('heading', { level: 1, name: /Bend/ })).toBeTruthy()
    expect((await screen.findByRole('link', { name: /Cut.*2 h wait/ })).getAttribute('href')).toBe(
      `/projects/${projectId}/operations/${cut.operationId}`,
    )
    await user.click(screen.getByRole('button', { name: 'Hold' }))
    expect(await screen.findByRole('button', { name: 'Release' })).toBeTruthy()
    expect((await stored())[1]).toMatchObject({ onHold: true })
    const history = within(await screen.findByRole('list', { name: 'Changes, newest first' }))
    expect(await history.findByText('On hold')).toBeTruthy()
  })

  it('can count the lag after a predecessor in calendar hours, and limit it', async () => {
    const paint = await add({ name: 'Paint', durationHours: 4 })
    const fit = await add({ name: 'Fit rollers', dependencies: [paint.operationId] })
    const { user } = await renderApp(`/projects/${projectId}/operations/${fit.operationId}?edit=open`)
    const form = within(await screen.findByRole('dialog'))
    const lag = await form.findByRole('spinbutton', { name: 'Lag after 10 Paint' })
    const unit = () => form.queryByRole('combobox', { name: 'How the lag after 10 Paint counts' })
    expect(unit()).toBeNull()
    await user.clear(lag)
    await user.type(lag, '16')
    await user.selectOptions(await form.findByRole('combobox', { name: /How the lag/ }), 'calendar h')
    await user.click(form.getByRole('button', { name: 'Limit the lag after 10 Paint' }))
    const longest = await form.findByRole('spinbutton', { name: 'Longest lag after 10 Paint' })
    await user.type(longest, '4')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await form.findByText('The longest lag must not be shorter than the lag')).toBeTruthy()
    await user.type(longest, '8')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await screen.findByRole('link', { name: /Paint.*16 to 48 calendar h wait/ })).toBeTruthy()
    expect((await stored())[1]).toMatchObject({
      dependencyLagHours: { [paint.operationId]: 16 },
      dependencyLagUnits: { [paint.operationId]: 'calendar' },
      dependencyMaxLagHours: { [paint.operationId]: 48 },
    })
    const history = within(await screen.findByRole('list', { name: 'Changes, newest first' }))
    expect(await history.findByText('Lag in calendar hours')).toBeTruthy()
  })

  it('can let the operation start when a share of its predecessor is done', async () => {
    const cut = await add({ name: 'Cut', durationHours: 4 })
    const bend = await add({ name: 'Bend', dependencies: [cut.operationId] })
    const { user } = await renderApp(`/projects/${projectId}/operations/${bend.operationId}?edit=open`)
    const form = within(await screen.findByRole('dialog'))
    const share = () => form.queryByRole('spinbutton', { name: 'Percent of 10 Cut that must be done' })
    expect(await form.findByRole('spinbutton', { name: 'Lag after 10 Cut' })).toBeTruthy()
    expect(share()).toBeNull()
    await user.click(form.getByRole('button', { name: 'Start before 10 Cut ends' }))
    await user.type(await form.findByRole('spinbutton', { name: /Percent of/ }), '400')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await form.findByText('At most 99')).toBeTruthy()
    await user.type(form.getByRole('spinbutton', { name: /Percent of/ }), '{Backspace}')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await screen.findByRole('link', { name: /Cut.*from 40 % done/ })).toBeTruthy()
    expect((await stored())[1]).toMatchObject({ dependencyOverlapPercent: { [cut.operationId]: 40 } })
    const history = within(await screen.findByRole('list', { name: 'Changes, newest first' }))
    expect(await history.findByText('Starts when done')).toBeTruthy()
  })

  it('says that the operation does not exist', async () => {
    await renderApp(`/projects/${projectId}/operations/3f0e4c1a-0000-4000-8000-000000000002`)
    const words = 'This operation does not exist, or belongs to another organization.'
    expect(await screen.findByText(words)).toBeTruthy()
  })
})
