import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { valueAt } from '#domain/value-at.ts'
import { applyProposal } from '#testing/apply-proposal.ts'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import { renderApp } from '#testing/render-app.tsx'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, storedFor, useServer } from '#testing/web-harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const hour = 3_600_000
let tenant: TestTenant
let crane: { projectId: string; projectNumber: string }
let press: { projectId: string; projectNumber: string }

/** Two projects of a day each on one saw: the crane before the press, both just in time. */
beforeEach(async () => {
  tenant = await server.newTenant({ timeZone: 'UTC' })
  const ctx = await server.contextOf(tenant.planner)
  const { categoryId } = await buildCategory(await server.contextOf(tenant.admin), { name: 'Saw' })
  const nowMs = server.clock.now().getTime()
  const planned = async (projectName: string, days: number, priority: number) => {
    const plannedShipDate = new Date(nowMs + days * 24 * hour).toISOString()
    const project = await buildProject(ctx, { projectName, priority, plannedShipDate })
    await buildOperation(ctx, project.projectId, {
      name: `Cut ${projectName}`,
      categoryId,
      durationHours: 24,
      scheduledStartDate: new Date(nowMs + (days - 1) * 24 * hour).toISOString(),
      scheduledEndDate: new Date(nowMs + days * 24 * hour).toISOString(),
      pinned: false,
    })
    return project
  }
  crane = await planned('Crane', 1, 80)
  press = await planned('Press', 2, 20)
})

const open = async (path: string, reader = tenant.planner) => {
  useServer(server.app, reader)
  openTab(storedFor(reader, tenant))
  return renderApp(path)
}

/** A proposal in which the press goes first. */
const rush = async (name = ''): Promise<string> => {
  const planner = server.as(tenant.planner)
  const plannedShipDate = new Date(server.clock.now().getTime() + 24 * hour).toISOString()
  const changes = [
    { kind: 'project', projectId: press.projectId, fields: { priority: 100, plannedShipDate } },
    { kind: 'project', projectId: crane.projectId, fields: { priority: 0 } },
  ]
  const { body } = await planner.post('/proposals', { changes, method: 'optimize' })
  if (name !== '') await planner.put(`/proposals/${body.proposalId}/name`, { name })
  return body.proposalId
}
const priorityOfPress = async () => (await server.as(tenant.planner).get(`/projects/${press.projectId}`)).body.priority

describe('the page of a proposal', () => {
  it('names the changes and the projects that they delay, and applies all of them', async () => {
    const app = await open(`/proposals/${await rush()}`)
    const late = await screen.findByRole('list', { name: 'Became late' })
    expect(
      within(late)
        .getByRole('link', { name: `#${crane.projectNumber}` })
        .getAttribute('href'),
    ).toBe(`/projects/${crane.projectId}`)
    expect(within(late).getByText(/· 1 operation moves$/)).toBeTruthy()
    // Once on the page, once for screen readers.
    expect(screen.getAllByText(/^1 project would become late/)).toHaveLength(2)
    const figures = document.querySelector('[aria-label="The plan as a whole"]')
    expect([...(figures?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
      'Late projects1 instead of 0',
      expect.stringMatching(/^Late days\d+ instead of 0$/),
      'Not scheduled0 unchanged',
    ])
    const list = screen.getByRole('list', { name: 'Changes' })
    // Consequences come before the changes, and no list scrolls by itself.
    expect(late.compareDocumentPosition(list) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    expect(late.closest('.overflow-auto')).toBeNull()
    const changes = within(list)
    expect(changes.getByText(`#${press.projectNumber} Press`)).toBeTruthy()
    expect(changes.getByText(/Priority 100/)).toBeTruthy()
    expect(await priorityOfPress()).toBe(20)

    await app.user.click(screen.getByRole('button', { name: 'Apply' }))
    await screen.findByText(/^Applied by/)
    expect(await priorityOfPress()).toBe(100)
  })

  it('for an applied proposal shows what happened, offers no decision, and undoes it even much later', async () => {
    const proposalId = await rush()
    const planner = server.as(tenant.planner)
    await applyProposal(planner, (await planner.get(`/proposals/${proposalId}`)).body)
    const app = await open(`/proposals/${proposalId}`)
    expect(await screen.findAllByText(/^1 project became late.* 2 operations moved\.$/)).toHaveLength(2)
    expect(screen.getAllByText(/· 1 operation moved$/).length).toBeGreaterThan(0)
    expect(screen.queryByText(/would/)).toBeNull()
    for (const name of ['Discard', 'Apply']) expect(screen.queryByRole('button', { name })).toBeNull()
    await app.user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText(/It has been undone since\.$/)).toBeTruthy()
    expect(await priorityOfPress()).toBe(20)
    // The toast of the undo offers it too.
    await app.user.click(valueAt(screen.getAllByRole('button', { name: 'Redo' }), 0))
    expect(await screen.findByText(/The plan may have changed since\.$/)).toBeTruthy()
    expect(await priorityOfPress()).toBe(100)
  })

  it('says that the plan has changed since, and computes the consequences again', async () => {
    const proposalId = await rush()
    await server.as(tenant.planner).patch(`/projects/${crane.projectId}`, { priority: 70 })
    const app = await open(`/proposals/${proposalId}`)
    await screen.findByText('The plan has changed. Refresh the preview.')
    expect(screen.getByRole('button', { name: 'Apply' }).getAttribute('aria-disabled')).toBe('true')
    await app.user.click(screen.getByRole('button', { name: 'Refresh' }))
    await waitFor(() => expect(screen.queryByText('The plan has changed. Refresh the preview.')).toBeNull())
    expect(screen.getByRole('button', { name: 'Apply' }).getAttribute('aria-disabled')).toBeNull()
  })

  it('shows planners a change of working time, and asks admins to apply it', async () => {
    const holiday = { name: 'Fair', date: server.clock.now().toISOString().slice(0, 10) }
    const [center] = (await server.as(tenant.planner).get('/categories')).body
    const capacity = { kind: 'category', categoryId: center.categoryId, capacity: 3 }
    const changes = [{ kind: 'holiday', holidayId: null, holiday }, capacity]
    const planner = server.as(tenant.planner)
    const { body } = await planner.post('/proposals', { changes, method: 'keepSequence' })
    await open(`/proposals/${body.proposalId}`)
    const lines = within(await screen.findByRole('list', { name: 'Changes' }))
    expect(lines.getByText('Fair')).toBeTruthy()
    expect(lines.getByText(/^New holiday: Date /)).toBeTruthy()
    expect(lines.getByText('Parallel capacity 3 instead of 1')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Apply' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Ask to apply' })).toBeTruthy()
  })

  it('stores a proposal under a name, and discards it', async () => {
    const proposalId = await rush()
    const app = await open(`/proposals/${proposalId}`)
    await app.user.click(await screen.findByRole('button', { name: 'Keep' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Keep proposal' }))
    await app.user.type(dialog.getByLabelText(/^Name/), 'Rush the press')
    await app.user.click(dialog.getByRole('button', { name: 'Keep' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Rush the press' })).toBeTruthy()
    await app.user.click(screen.getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(app.path()).toBe('/proposals'))
    expect((await server.as(tenant.planner).get(`/proposals/${proposalId}`)).status).toBe(404)
    expect(await priorityOfPress()).toBe(20)
  })

  it('applies nothing that its reader has not seen, says so, and shows the current state', async () => {
    const proposalId = await rush()
    const app = await open(`/proposals/${proposalId}`)
    const changes = within(await screen.findByRole('list', { name: 'Changes' }))
    expect(changes.getByText(/Priority 100/)).toBeTruthy()
    const other = [{ kind: 'project', projectId: press.projectId, fields: { priority: 55 } }]
    // This test has no socket, so the page is not notified.
    await server.as(tenant.admin).post(`/proposals/${proposalId}/refresh`, { changes: other })
    await app.user.click(screen.getByRole('button', { name: 'Apply' }))
    expect(
      await screen.findByText('This proposal changed since it was opened. Look at what it would do now.'),
    ).toBeTruthy()
    expect(await within(screen.getByRole('list', { name: 'Changes' })).findByText(/Priority 55/)).toBeTruthy()
    expect(await priorityOfPress()).toBe(20)
    await app.user.click(screen.getByRole('button', { name: 'Apply' }))
    await screen.findByText(/^Applied by/)
    expect(await priorityOfPress()).toBe(55)
  })

  it('lets only the author and admins change the planning method, and says why', async () => {
    const colleague = await server.newUser({ memberOf: [{ tenantId: tenant.tenantId }] })
    const app = await open(`/proposals/${await rush()}`, colleague)
    const other = await screen.findByRole('radio', { name: 'Keep the order' })
    expect(other.getAttribute('aria-disabled')).toBe('true')
    await app.user.click(other)
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Schedule again' }).checked).toBe(true)
    await app.user.tab()
    await app.user.hover(screen.getByRole('group', { name: 'Planning method' }))
    expect((await screen.findByRole('tooltip')).textContent).toBe('Only its author and admins can do this')
    expect(screen.getByRole('button', { name: 'Apply' }).getAttribute('aria-disabled')).toBeNull()
  })

  it('compares two proposals with each other and with no change', async () => {
    const first = await rush('Rush the press')
    const { body } = await server.as(tenant.planner).post('/proposals', { changes: [], method: 'keepSequence' })
    await server.as(tenant.planner).put(`/proposals/${body.proposalId}/name`, { name: 'Leave it' })
    const app = await open(`/proposals/${first}`)
    await app.user.selectOptions(await screen.findByLabelText('Compare with'), 'Leave it')
    const table = within(await screen.findByRole('table', { name: 'Rush the press compared with Leave it' }))
    expect(app.path()).toContain(`compare=${body.proposalId}`)
    const row = table.getByRole('row', { name: new RegExp(`#${crane.projectNumber} Crane`) })
    const [before, rushed, left] = within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent)
    expect(left).toBe(before)
    expect(rushed).toMatch(/1 d late$/)
  })

  it('can be reached from the list of named proposals', async () => {
    const proposalId = await rush('Rush the press')
    await rush()
    await open('/proposals')
    const list = within(await screen.findByRole('list', { name: 'Proposals' }))
    const links = list.getAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Rush the press', `/proposals/${proposalId}`],
    ])
  })

  it('for an unknown id says that the proposal does not exist', async () => {
    await open('/proposals/11111111-1111-4111-8111-111111111111')
    expect(await screen.findByText(/This proposal does not exist/)).toBeTruthy()
  })
})

describe('the way to a proposal', () => {
  it('from "Schedule all" is the button Preview, which changes nothing', async () => {
    const app = await open('/projects')
    await app.user.click(await screen.findByRole('button', { name: 'Preview' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Preview of "Schedule all"' })).toBeTruthy()
    expect((await server.as(tenant.planner).get('/scheduling-runs')).body).toEqual([])
  })

  it('from the form of a project is the button Try first, which tries what is typed', async () => {
    const app = await open(`/projects/${press.projectId}?edit=project`)
    const form = within(await screen.findByRole('dialog', { name: /^Edit project/ }))
    const tryFirst = form.getByRole('button', { name: 'Try first' })
    expect(tryFirst.getAttribute('aria-disabled')).toBe('true')
    await app.user.clear(form.getByLabelText(/^Priority/))
    await app.user.type(form.getByLabelText(/^Priority/), '95')
    await app.user.click(tryFirst)
    expect(await screen.findByText(/Priority 95/)).toBeTruthy()
    expect(await priorityOfPress()).toBe(20)
  })

  it('is closed while fields are changed that are not part of the plan', async () => {
    const app = await open(`/projects/${press.projectId}?edit=project`)
    const form = within(await screen.findByRole('dialog', { name: /^Edit project/ }))
    await app.user.type(form.getByLabelText('Customer'), 'Borealis')
    expect(form.getByRole('button', { name: 'Try first' }).getAttribute('aria-disabled')).toBe('true')
  })
})
