import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Notification } from '#contract/notifications.ts'
import type { ProposalChange, ProposalDetails } from '#contract/proposals.ts'
import { applyProposal } from '#testing/apply-proposal.ts'
import { type PlannedShop, plannedShop } from '#testing/builders/planned-shop.ts'
import type { CallAs } from '#testing/call-as.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'

let server: TestServer
let shop: PlannedShop
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  shop = await plannedShop(server)
  expect((await shop.admin.put('/organisation', { plannersApplyPlans: false })).status).toBe(200)
})

const propose = async (as: CallAs, changes: readonly ProposalChange[]): Promise<ProposalDetails> => {
  const { status, body, text } = await as.post('/proposals', { changes, method: 'keepSequence' })
  expect(status, text).toBe(201)
  return body
}
const ask = (as: CallAs, { proposalId, version }: Pick<ProposalDetails, 'proposalId' | 'version'>, note?: string) =>
  as.post(`/proposals/${proposalId}/ask`, { ...(note !== undefined && { note }) }, { 'If-Match': String(version) })
const decline = (as: CallAs, proposalId: string) =>
  as.post(`/proposals/${proposalId}/decline`, { word: 'The frame comes first' })

const newsOf = async (as: CallAs, code: string): Promise<Notification[]> => {
  const all: Notification[] = (await as.get('/notifications')).body
  return all.filter(({ cause }) => cause?.code === code)
}

describe('a request to apply a proposal', () => {
  it('the request reaches those who may apply, is refreshed and applied, and the asker is notified', async () => {
    const { admin, planner, tenant } = shop
    const proposal = await propose(planner, [shop.longer(0)])
    const asked = await ask(planner, proposal, 'Steel came early')
    expect(asked).toMatchObject({
      status: 200,
      body: {
        request: { askedBy: tenant.planner.name, note: 'Steel came early' },
        deciders: { names: [tenant.admin.name], count: 1 },
      },
    })
    const [news] = await newsOf(admin, 'planAsked')
    expect(news).toMatchObject({
      title: `${tenant.planner.name} asks you to apply a plan`,
      message: 'In 2 projects, 3 operations would move. 2 projects would become late. “Steel came early”',
      priority: 'high',
      subject: { kind: 'proposal', proposalId: proposal.proposalId },
    })
    expect(await newsOf(planner, 'planAsked')).toEqual([])

    await admin.post('/projects', { projectName: 'Another' })
    expect((await applyProposal(admin, proposal)).status).toBe(409)
    const refreshed: ProposalDetails = (await admin.post(`/proposals/${proposal.proposalId}/refresh`, {})).body
    expect(refreshed).toMatchObject({ state: 'current', version: 2, request: { note: 'Steel came early' } })
    const applied = await applyProposal(admin, refreshed)
    expect(applied).toMatchObject({ status: 200, body: { proposal: { request: null, state: 'applied' } } })
    expect(await newsOf(admin, 'planAsked')).toEqual([])
    expect(await newsOf(planner, 'planApplied')).toMatchObject([
      { title: `${tenant.admin.name} applied your proposal`, message: '3 operations moved.' },
    ])
    expect((await ask(planner, refreshed)).status).toBe(422)
  })

  it('asking again replaces the notification', async () => {
    const { admin, planner } = shop
    const proposal = await propose(planner, [shop.longer(0)])
    await ask(planner, proposal, 'First')
    await ask(planner, proposal, 'Second')
    expect(await newsOf(admin, 'planAsked')).toMatchObject([{ cause: { note: 'Second' } }])
  })

  it('a request of a colleague is not replaced', async () => {
    const { admin, planner } = shop
    await admin.put('/organisation', { plannersApplyPlans: true })
    const { categoryId } = (await admin.post('/categories', { name: 'Paint' })).body
    const [first, second] = [await shop.plannerOf(categoryId), await shop.plannerOf(categoryId)]
    const proposal = await propose(first, [shop.longer(0)])
    await ask(first, proposal, 'First')
    expect((await ask(second, proposal, 'Second')).status).toBe(422)
    expect(await newsOf(planner, 'planAsked')).toMatchObject([{ cause: { note: 'First' } }])
  })

  it('declining a request ends it with a word to the asker', async () => {
    const { admin, planner, tenant } = shop
    const proposal = await propose(planner, [shop.longer(0)])
    await ask(planner, proposal)
    expect((await decline(planner, proposal.proposalId)).status).toBe(403)
    expect(await decline(admin, proposal.proposalId)).toMatchObject({
      status: 200,
      body: { request: null, declined: { declinedBy: tenant.admin.name, word: 'The frame comes first' } },
    })
    expect((await decline(admin, proposal.proposalId)).status).toBe(422)
    expect(await newsOf(admin, 'planAsked')).toEqual([])
    expect(await newsOf(planner, 'planDeclined')).toMatchObject([
      { title: `${tenant.admin.name} declined your proposal`, message: 'The frame comes first' },
    ])
    expect((await ask(planner, proposal)).body).toMatchObject({ declined: null, deciders: { count: 1 } })
  })

  it('a person who may apply a proposal cannot ask for it', async () => {
    const { admin, planner } = shop
    const [whole, own] = [await propose(planner, [shop.longer(0)]), await propose(planner, [shop.longer(1)])]
    const refused = { status: 422, body: { error: 'You may apply this proposal yourself.' } }
    expect(await ask(admin, whole)).toMatchObject(refused)
    expect(await ask(planner, own)).toMatchObject(refused)
  })

  it('a planner of one work center asks those who plan all of them', async () => {
    const { admin, planner } = shop
    await admin.put('/organisation', { plannersApplyPlans: true })
    const painter = await shop.plannerOf((await admin.post('/categories', { name: 'Paint' })).body.categoryId)
    const proposal = await propose(painter, [shop.longer(0)])
    expect((await ask(painter, proposal)).body.deciders.count).toBe(2)
    expect(await newsOf(admin, 'planAsked')).toHaveLength(1)
    expect(await newsOf(planner, 'planAsked')).toHaveLength(1)
    expect((await decline(planner, proposal.proposalId)).status).toBe(200)
  })

  it('a stale or replaced proposal cannot be asked for', async () => {
    const { admin, planner } = shop
    const proposal = await propose(planner, [shop.longer(0)])
    await admin.post('/projects', { projectName: 'Another' })
    expect((await ask(planner, proposal)).status).toBe(409)
    const refreshed = (await planner.post(`/proposals/${proposal.proposalId}/refresh`, {})).body
    expect((await ask(planner, proposal)).status).toBe(412)
    expect((await ask(planner, refreshed)).status).toBe(200)
  })

  it('other changes and discarding withdraw the request', async () => {
    const { admin, planner } = shop
    const { proposalId, version } = await propose(planner, [shop.longer(0)])
    await ask(planner, { proposalId, version })
    const changed = (await planner.post(`/proposals/${proposalId}/refresh`, { method: 'optimize' })).body
    expect(changed.request).toBeNull()
    expect(await newsOf(admin, 'planAsked')).toEqual([])
    await ask(planner, changed)
    expect(await newsOf(admin, 'planAsked')).toHaveLength(1)
    expect((await planner.delete(`/proposals/${proposalId}`)).status).toBe(204)
    expect(await newsOf(admin, 'planAsked')).toEqual([])
  })

  it('proposals with a request come first in the list and outlive a day without a name', async () => {
    const { admin, planner } = shop
    const asked = await propose(planner, [shop.longer(0)])
    const dropped = await propose(planner, [shop.longer(0)])
    await ask(planner, asked)
    const kept = await propose(planner, [shop.longer(0)])
    await planner.put(`/proposals/${kept.proposalId}/name`, { name: 'Saturday' })
    const idsOf = async () => (await admin.get('/proposals')).body.map(({ proposalId }: ProposalDetails) => proposalId)
    expect(await idsOf()).toEqual([asked.proposalId, kept.proposalId])
    server.clock.advance(25 * 3_600_000)
    const again = server.as(await server.newUser({ memberOf: [{ tenantId: shop.tenant.tenantId }] }))
    await propose(again, [shop.longer(0)])
    expect((await again.get(`/proposals/${dropped.proposalId}`)).status).toBe(404)
    expect((await again.get(`/proposals/${asked.proposalId}`)).status).toBe(200)
    server.clock.advance(-25 * 3_600_000)
  })

  it('another organization finds no proposal to ask for or to decline', async () => {
    const { planner } = shop
    const proposal = await propose(planner, [shop.longer(0)])
    const stranger = server.as((await server.newTenant()).admin)
    expect((await ask(stranger, proposal)).status).toBe(404)
    expect((await decline(stranger, proposal.proposalId)).status).toBe(404)
  })
})
