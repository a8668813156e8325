import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
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
})

const propose = async (as: CallAs, changes: readonly ProposalChange[]): Promise<ProposalDetails> => {
  const { status, body, text } = await as.post('/proposals', { changes, method: 'keepSequence' })
  expect(status, text).toBe(201)
  return body
}
const refused = {
  status: 403,
  body: { error: 'Only admins of this organization can put a plan for the whole shop in force.' },
}

describe('an organization that leaves plans for the whole shop to its admins', () => {
  beforeEach(async () => {
    expect((await shop.admin.put('/organisation', { plannersApplyPlans: false })).status).toBe(200)
  })

  it('the organization refuses planners a plan that moves several projects, and its reversal', async () => {
    const { planner, admin } = shop
    const proposal = await propose(planner, [shop.longer(0)])
    expect(proposal.reach).toEqual({ projects: 2, workCenterIds: [shop.sawId] })
    expect(await applyProposal(planner, proposal)).toMatchObject(refused)
    expect(await planner.post('/projects/schedule-all', {})).toMatchObject(refused)
    const { changeId } = (await applyProposal(admin, proposal)).body
    expect(await planner.post(`/changes/${changeId}/undo`)).toMatchObject(refused)
    const runId = changeId.replace('run-', '')
    expect(await planner.post(`/scheduling-runs/${runId}/revert`)).toMatchObject(refused)
    const [change] = (await planner.get('/changes')).body
    expect(change).toMatchObject({ changeId, canUndo: false, undoRefusal: 'noRight' })
    expect((await planner.get(`/proposals/${proposal.proposalId}`)).body.appliedChange.canSwitch).toBe(false)
    expect((await admin.post(`/scheduling-runs/${runId}/revert`)).status).toBe(200)
    expect(await planner.post(`/changes/${changeId}/redo`)).toMatchObject(refused)
  })

  it('planners apply a plan of one project, and take it back', async () => {
    const { planner } = shop
    const proposal = await propose(planner, [shop.longer(1)])
    expect(proposal.reach).toMatchObject({ projects: 1 })
    const { changeId } = (await applyProposal(planner, proposal)).body
    expect((await planner.get(`/scheduling-runs/${changeId.replace('run-', '')}`)).body.ofOneProject).toBe(true)
    expect((await planner.post(`/changes/${changeId}/undo`)).status).toBe(200)
    expect((await planner.post(`/changes/${changeId}/redo`)).status).toBe(200)
    expect((await planner.post(`/scheduling-runs/${changeId.replace('run-', '')}/revert`)).status).toBe(200)
  })
})

describe('a planner of one work center', () => {
  it('a limited planner applies a plan that moves work at the own work center only', async () => {
    const sawyer = await shop.plannerOf(shop.sawId)
    expect((await applyProposal(sawyer, await propose(sawyer, [shop.longer(0)]))).status).toBe(200)
  })

  it('a limited planner takes back a plan that they may apply, in each way, and makes it again', async () => {
    const sawyer = await shop.plannerOf(shop.sawId)
    const other = (await shop.admin.post('/categories', { name: 'Paint' })).body.categoryId
    const painter = await shop.plannerOf(other)
    const proposal = await propose(sawyer, [shop.longer(0)])
    const { changeId } = (await applyProposal(sawyer, proposal)).body
    expect((await sawyer.get('/changes')).body[0]).toMatchObject({ changeId, canUndo: true })
    expect((await painter.get('/changes')).body[0]).toMatchObject({ changeId, canUndo: false, undoRefusal: 'noRight' })
    expect((await sawyer.get('/history')).body.entries[0]).toMatchObject({ changeId, reversal: 'undo' })
    expect((await sawyer.get(`/proposals/${proposal.proposalId}`)).body.appliedChange.canSwitch).toBe(true)
    expect((await painter.post(`/changes/${changeId}/undo`)).status).toBe(403)
    const undone = await sawyer.post(`/changes/${changeId}/undo`)
    expect(undone.status, undone.text).toBe(200)
    expect(undone.body.leftCount).toBe(0)
    expect((await sawyer.post(`/changes/${changeId}/redo`)).status).toBe(200)
    expect((await sawyer.post(`/scheduling-runs/${changeId.replace('run-', '')}/revert`)).status).toBe(200)
  })

  it('a limited planner is refused a plan that moves work at another work center', async () => {
    const other = (await shop.admin.post('/categories', { name: 'Paint' })).body.categoryId
    const painter = await shop.plannerOf(other)
    expect(await applyProposal(painter, await propose(shop.planner, [shop.longer(1)]))).toMatchObject({
      status: 403,
      body: { error: 'You plan only some work centers, and this is at another one.' },
    })
  })
})
