import { describe, expect, it } from 'vitest'
import type { Notification } from '#contract/notifications.ts'
import type { ProposalDetails } from '#contract/proposals.ts'
import { floorShop } from '#testing/floor-shop.ts'

const { shop, planner, addWork, report } = floorShop()

const scrapNews = async (actor = shop.tenant.admin): Promise<Notification[]> =>
  (await shop.server.as(actor).get('/notifications')).body.filter(
    ({ cause }: Notification) => cause?.code === 'piecesScrapped',
  )
const scrap = (operationId: string, pieces: number, key?: string) =>
  report(operationId, { kind: 'pieces', good: 0, scrap: pieces, scrapReason: 'Porosity' }, key)

/** Work of 14 pieces in 14 hours, which the admin has entered. */
const weld = () => addWork('Weld', 0, { durationHours: 14, quantity: 14 })
type Work = Awaited<ReturnType<typeof weld>>

const entriesOf = async ({ path }: Work) => (await planner().get(`${path}/floor-reports`)).body
const propose = ({ projectId, operationId }: Work, pieces: number) =>
  planner().post('/proposals', {
    changes: [{ kind: 'rework', projectId, operationId, pieces }],
    method: 'keepSequence',
  })
const apply = async ({ proposalId }: ProposalDetails) => {
  const renewed = await planner().post(`/proposals/${proposalId}/refresh`, {})
  expect(renewed.status, renewed.text).toBe(200)
  return planner().post(`/proposals/${proposalId}/apply`, {}, { 'If-Match': String(renewed.body.version) })
}
const hoursLeft = ({ durationHours, progressPercentage }: { durationHours: number; progressPercentage: number }) =>
  durationHours * (1 - progressPercentage / 100)

describe('a report of scrap', () => {
  it('a report of scrap notifies the planners of the project once, also when the tablet sends it twice', async () => {
    const { operationId, projectId, path } = await weld()
    const reportedAt = shop.server.clock.now().toISOString()
    const pieces = { kind: 'pieces', good: 1, scrap: 2, scrapReason: 'Porosity', reportedAt } as const
    for (const _twice of [1, 2]) expect((await report(operationId, pieces, 'scrap-1')).status).toBe(200)
    const { projectNumber, projectName } = (await planner().get(`/projects/${projectId}`)).body
    const news = await scrapNews()
    expect(news).toMatchObject([
      {
        title: '2 of 14 pieces scrapped at Weld (Porosity)',
        message: `#${projectNumber} ${projectName}.`,
        type: 'warning',
        category: 'Schedule',
        subject: { kind: 'scrap', projectId, operationId },
      },
    ])
    const page = path.replace('/project-operations', '')
    expect(news[0]?.actions.map(({ label, action }) => [label, action])).toEqual([
      ['View operation', page],
      ['Propose rework', `${page}#floor-reports`],
    ])
    await report(operationId, { kind: 'pieces', good: 3 })
    expect(await scrapNews()).toHaveLength(1)
    await scrap(operationId, 1)
    expect((await scrapNews()).map(({ title }) => title)).toEqual([
      '1 of 14 pieces scrapped at Weld (Porosity)',
      '2 of 14 pieces scrapped at Weld (Porosity)',
    ])
  })

  it('reaches the planners who worked on the project, no one who only reports, and no one who turned the category off', async () => {
    const { operationId, path } = await weld()
    const { tenantId } = shop.tenant
    const reporter = await shop.server.newUser({ memberOf: [{ tenantId, access: 'report' }] })
    const other = await shop.server.newUser({ memberOf: [{ tenantId, access: 'plan' }] })
    const { version } = (await planner().get(path)).body
    const edited = await planner().put(path, { notes: 'Clamp it' }, { 'If-Match': String(version) })
    expect(edited.status, edited.text).toBe(200)
    await scrap(operationId, 1)
    const counts = async () =>
      Promise.all([shop.tenant.planner, other, reporter].map(async (one) => (await scrapNews(one)).length))
    expect(await counts()).toEqual([1, 0, 0])
    await planner().put('/user/settings', { notificationCategories: { schedule: false } })
    await scrap(operationId, 1)
    expect(await counts()).toEqual([1, 0, 0])
    expect(await scrapNews()).toHaveLength(2)
  })

  it('an undo takes its notification back', async () => {
    const { operationId } = await weld()
    await scrap(operationId, 1)
    expect(await scrapNews()).toHaveLength(1)
    const { entries } = (await planner().get(`/history?entityId=${operationId}`)).body
    expect((await planner().post(`/changes/${entries[0].changeId}/undo`)).status).toBe(200)
    expect(await scrapNews()).toEqual([])
  })
})

describe('the rework of scrap', () => {
  it('an open proposal covers its pieces, so that only further scrap can be proposed', async () => {
    const work = await weld()
    await scrap(work.operationId, 2)
    expect(await entriesOf(work)).toMatchObject({ scrap: 2, reworkLeft: 2, reworkHours: 2, reworkProposals: [] })
    const { status, body, text } = await propose(work, 2)
    expect(status, text).toBe(201)
    const covered = { reworkLeft: 0, reworkHours: 0, reworkProposals: [{ proposalId: body.proposalId, pieces: 2 }] }
    expect(await entriesOf(work)).toMatchObject(covered)
    expect((await propose(work, 1)).status).toBe(422)
    await scrap(work.operationId, 1)
    expect(await entriesOf(work)).toMatchObject({ reworkLeft: 1, reworkHours: 1 })
    expect((await propose(work, 2)).status).toBe(422)
    expect((await planner().delete(`/proposals/${body.proposalId}`)).status).toBe(204)
    expect(await entriesOf(work)).toMatchObject({ reworkLeft: 3, reworkProposals: [] })
  })

  it('an applied proposal adds the hours once, and its undo gives the pieces back', async () => {
    const work = await weld()
    await scrap(work.operationId, 2)
    const applied = await apply((await propose(work, 2)).body)
    expect(applied.status, applied.text).toBe(200)
    expect(hoursLeft(await work.read())).toBeCloseTo(16, 4)
    expect(await entriesOf(work)).toMatchObject({ reworked: 2, reworkLeft: 0, reworkProposals: [] })
    expect((await entriesOf(work)).entries.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual([
      'pieces',
      'rework',
    ])
    expect((await propose(work, 2)).status).toBe(422)
    const undone = await planner().post(`/changes/${applied.body.changeId}/undo`)
    expect(undone.status, undone.text).toBe(200)
    expect(hoursLeft(await work.read())).toBeCloseTo(14, 4)
    expect(await entriesOf(work)).toMatchObject({ reworked: 0, reworkLeft: 2 })
  })

  it('two proposals for different pieces add up, on the progress that was reported meanwhile', async () => {
    const work = await weld()
    await scrap(work.operationId, 1)
    const first = (await propose(work, 1)).body
    await scrap(work.operationId, 1)
    const second = (await propose(work, 1)).body
    await report(work.operationId, { kind: 'progress', progressPercentage: 50 })
    expect((await apply(first)).status).toBe(200)
    expect(hoursLeft(await work.read())).toBeCloseTo(8, 4)
    expect((await apply(second)).status).toBe(200)
    expect(hoursLeft(await work.read())).toBeCloseTo(9, 4)
    expect(await entriesOf(work)).toMatchObject({ scrap: 2, reworked: 2, reworkLeft: 0 })
  })

  it('uncounted, finished and unknown work is refused with the reason', async () => {
    const uncounted = await addWork('Fit', 0)
    await scrap(uncounted.operationId, 1)
    expect((await propose(uncounted, 1)).body.error).toMatch(/Fit has no quantity/)
    const work = await weld()
    await scrap(work.operationId, 1)
    await report(work.operationId, { kind: 'done' })
    expect((await propose(work, 1)).body.error).toMatch(/Weld cannot be planned: it is done/)
    expect((await propose({ ...work, operationId: crypto.randomUUID() }, 1)).status).toBe(404)
  })
})
