import { act, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ProposalDetails } from '#contract/proposals.ts'
import { valueAt } from '#domain/value-at.ts'
import { applyProposal } from '#testing/apply-proposal.ts'
import type { Actor } from '#testing/builders/build-user.ts'
import { type PlannedShop, plannedShop } from '#testing/builders/planned-shop.ts'
import { renderApp } from '#testing/render-app.tsx'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, storedFor, useServer } from '#testing/web-harness.ts'
import { closeRun, openRun } from '#web/components/scheduling-run/opened-run.ts'

let server: TestServer
let shop: PlannedShop
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  shop = await plannedShop(server)
  await shop.admin.put('/organisation', { plannersApplyPlans: false })
})

const adminsOnly = 'Only admins of this organization can put a plan for the whole shop in force.'

const open = async (path: string, reader: Actor) => {
  useServer(server.app, reader)
  openTab(storedFor(reader, shop.tenant))
  return renderApp(path)
}

const propose = async (project: 0 | 1): Promise<ProposalDetails> =>
  (await shop.planner.post('/proposals', { changes: [shop.longer(project)], method: 'keepSequence' })).body
const ask = (proposal: ProposalDetails) =>
  shop.planner.post(`/proposals/${proposal.proposalId}/ask`, { note: 'Steel came early' }, { 'If-Match': '1' })

/** The reason that a disabled control shows on hover. */
const reasonOf = async ({ user }: Awaited<ReturnType<typeof open>>, name: string): Promise<string | null> => {
  const control = screen.getByRole('button', { name })
  expect(control.getAttribute('aria-disabled')).toBe('true')
  await user.hover(control)
  return (await screen.findByRole('tooltip')).textContent
}

describe('a proposal that the reader may not apply', () => {
  it('lets the planner ask with a note, and shows who may apply it', async () => {
    const proposal = await propose(0)
    const app = await open(`/proposals/${proposal.proposalId}`, shop.tenant.planner)
    await app.user.click(await screen.findByRole('button', { name: 'Ask to apply' }))
    expect(screen.queryByRole('button', { name: 'Apply' })).toBeNull()
    const dialog = within(await screen.findByRole('dialog', { name: 'Ask to apply' }))
    expect(dialog.getByText(adminsOnly)).toBeTruthy()
    await app.user.type(dialog.getByLabelText('Note'), 'Steel came early')
    await app.user.click(dialog.getByRole('button', { name: 'Ask' }))
    // The page uses the test's running clock, while the server's clock stands still.
    const asked = new RegExp(`^Asked by ${shop.tenant.planner.name}, .*: “Steel came early”$`)
    expect(await screen.findByText(asked)).toBeTruthy()
    expect(screen.getByText(`${shop.tenant.admin.name} may apply it.`)).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Ask again' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Decline' })).toBeNull()
  })

  it('can be applied by the planner without asking if it changes one project only', async () => {
    await open(`/proposals/${(await propose(1)).proposalId}`, shop.tenant.planner)
    expect(await screen.findByRole('button', { name: 'Apply' })).toBeTruthy()
  })

  it('can be declined by the admin with a reason, which the planner sees', async () => {
    const proposal = await propose(0)
    await ask(proposal)
    const app = await open(`/proposals/${proposal.proposalId}`, shop.tenant.admin)
    await screen.findByText(/^Asked by .* “Steel came early”$/)
    expect(screen.getByRole('button', { name: 'Apply' })).toBeTruthy()
    await app.user.click(screen.getByRole('button', { name: 'Decline' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Decline the request?' }))
    await app.user.type(dialog.getByLabelText(/^Reason/), 'The frame comes first')
    await app.user.click(dialog.getByRole('button', { name: 'Decline' }))
    expect(await screen.findByText(/^Declined by .*: “The frame comes first”$/)).toBeTruthy()
    expect(screen.queryByText(/^Asked by/)).toBeNull()
  })

  it('tells viewers why its buttons are disabled', async () => {
    const proposal = await propose(0)
    const viewer = await server.newUser({ memberOf: [{ tenantId: shop.tenant.tenantId, access: 'view' }] })
    const app = await open(`/proposals/${proposal.proposalId}`, viewer)
    await screen.findByRole('button', { name: 'Apply' })
    for (const name of ['Keep', 'Discard', 'Apply']) {
      expect(await reasonOf(app, name)).toBe('You can look at the plan. Changing it needs more access.')
    }
  })

  it('is listed before others if there is a request for it', async () => {
    const [kept, asked] = [await propose(0), await propose(0)]
    await shop.planner.put(`/proposals/${kept.proposalId}/name`, { name: 'Saturday' })
    await ask(asked)
    await open('/proposals', shop.tenant.admin)
    const list = within(await screen.findByRole('list', { name: 'Proposals' }))
    const [first, second] = list.getAllByRole('listitem')
    expect(first?.textContent).toContain(`1 changeNot appliedAsked by ${shop.tenant.planner.name}, `)
    expect(second?.textContent).toContain('Saturday')
  })
})

describe('a run that the reader may not apply', () => {
  it('becomes a proposal with Schedule all, and the planner can ask to apply it', async () => {
    const app = await open('/', shop.tenant.planner)
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Preview' })).toBeNull())
    await app.user.click(valueAt(await screen.findAllByRole('button', { name: 'Schedule all' }), 0))
    expect(await screen.findByRole('heading', { level: 1, name: 'Preview of "Schedule all"' })).toBeTruthy()
    expect(app.path()).toMatch(/^\/proposals\//)
  })

  it('tells the planner in its dialog why it cannot be reverted', async () => {
    const { changeId } = (await applyProposal(shop.admin, await propose(0))).body
    const app = await open('/', shop.tenant.planner)
    act(() => openRun(changeId.replace('run-', '')))
    await screen.findByRole('button', { name: 'Revert' })
    expect(await reasonOf(app, 'Revert')).toBe(adminsOnly)
    act(() => closeRun())
  })

  it('tells the planner on the page of the applied proposal why it cannot be undone', async () => {
    const proposal = await propose(0)
    await applyProposal(shop.admin, proposal)
    const app = await open(`/proposals/${proposal.proposalId}`, shop.tenant.planner)
    await screen.findByRole('button', { name: 'Undo' })
    expect(await reasonOf(app, 'Undo')).toBe(adminsOnly)
  })
})

describe('the dashboard', () => {
  it('tells users who may apply a plan that it waits for their answer, until it is answered', async () => {
    const proposal = await propose(0)
    expect((await ask(proposal)).status).toBe(200)
    const admin = await open('/', shop.tenant.admin)
    const panel = within(await screen.findByRole('region', { name: 'Plans waiting for your answer' }))
    expect(panel.getByText(/^Asked by .*: “Steel came early”$/)).toBeTruthy()
    await admin.user.click(panel.getByRole('link'))
    await waitFor(() => expect(admin.path()).toBe(`/proposals/${proposal.proposalId}`))
    admin.unmount()
    await open('/', shop.tenant.planner)
    await screen.findByRole('heading', { name: 'What needs a decision today' })
    const listOf = async (as: typeof shop.admin) => (await as.get('/proposals')).body
    expect(await listOf(shop.planner)).toMatchObject([{ proposalId: proposal.proposalId, asksReader: false }])
    expect(screen.queryByRole('region', { name: 'Plans waiting for your answer' })).toBeNull()
    await shop.admin.post(`/proposals/${proposal.proposalId}/decline`, { word: 'Next week' })
    expect((await listOf(shop.admin)).filter(({ asksReader }: { asksReader: boolean }) => asksReader)).toEqual([])
  })
})
