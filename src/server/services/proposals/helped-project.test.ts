import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ProposalDetails, ProposalInput } from '#contract/proposals.ts'
import { applyProposal } from '#testing/apply-proposal.ts'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import type { CallAs } from '#testing/call-as.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'

let server: TestServer
let planner: CallAs
let first: string
/** Planned behind the first one on the saw, and late because of that. */
let late: string
let sawId: string

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const hour = 3_600_000

beforeEach(async () => {
  const tenant = await server.newTenant({ timeZone: 'UTC' })
  const ctx = await server.contextOf(tenant.planner)
  planner = server.as(tenant.planner)
  sawId = (await buildCategory(await server.contextOf(tenant.admin), { name: 'Saw' })).categoryId
  const nowMs = server.clock.now().getTime()
  const at = (hours: number) => new Date(nowMs + hours * hour).toISOString()
  const planned = async (projectName: string, days: number, fromHour: number) => {
    const { projectId } = await buildProject(ctx, { projectName, priority: 50, plannedShipDate: at(days * 24) })
    const dates = { scheduledStartDate: at(fromHour), scheduledEndDate: at(fromHour + 48), pinned: false }
    await buildOperation(ctx, projectId, { name: 'Cut', durationHours: 48, categoryId: sawId, ...dates })
    return projectId
  }
  first = await planned('First', 10, 2)
  late = await planned('Late', 3, 50)
})

const propose = async (input: Partial<ProposalInput>): Promise<ProposalDetails> => {
  const body = { changes: [], method: 'keepSequence', helpedProjectId: late, ...input }
  const { status, body: proposal, text } = await planner.post('/proposals', body)
  expect(status, text).toBe(201)
  return proposal
}

describe('the project that a proposal is to help', () => {
  it('the helped project is named with its end, even if that end does not move', async () => {
    const changes = [{ kind: 'project' as const, projectId: first, fields: { priority: 51 } }]
    const { helped, names, projects } = await propose({ changes })
    expect(projects.some(({ projectId }) => projectId === late)).toBe(false)
    expect(helped?.projectId).toBe(late)
    expect(names[late]).toMatch(/ Late$/)
    expect(helped?.completionAfter).toBe(helped?.completionBefore)
    const { body: project } = await planner.get(`/projects/${late}`)
    expect(project.latenessDays).toBeGreaterThan(0)
    expect(helped).toMatchObject({
      completionBefore: project.forecastCompletionDate,
      latenessDaysBefore: project.latenessDays,
      latenessDaysAfter: project.latenessDays,
    })
  })

  it('the helped project keeps the end that scheduling again gives it when the proposal is refreshed and applied', async () => {
    const proposal = await propose({ method: 'optimize' })
    const { helped, proposalId } = proposal
    expect(helped?.latenessDaysBefore).toBeGreaterThan(0)
    expect(helped?.latenessDaysAfter).toBeLessThanOrEqual(0)
    expect((await planner.post(`/proposals/${proposalId}/refresh`)).body.helped).toEqual(helped)
    const { body: refreshed } = await planner.get(`/proposals/${proposalId}`)
    await applyProposal(planner, refreshed)
    expect((await planner.get(`/proposals/${proposalId}`)).body.helped).toEqual(helped)
  })

  it('the helped project is null if the proposal names none, or one that does not exist', async () => {
    expect((await propose({ helpedProjectId: undefined })).helped).toBeNull()
    expect((await propose({ helpedProjectId: sawId })).helped).toBeNull()
  })
})
