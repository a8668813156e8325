import { beforeEach, describe, expect, it } from 'vitest'
import type { FloorReport } from '#contract/floor.ts'
import type { MemberAccess } from '#contract/vocabulary.ts'
import { hourMs } from '#domain/time/units.ts'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import type { Actor } from '#testing/builders/build-user.ts'
import { floorShop } from '#testing/floor-shop.ts'

const { shop, pass, planner, addWork, queueOf, report } = floorShop()

let bench: string
let reporter: Actor
const member = (access: MemberAccess, workCenterIds?: string[]) =>
  shop.server.newUser({
    name: 'Ben Ito',
    memberOf: [{ tenantId: shop.tenant.tenantId, access, ...(workCenterIds && { workCenterIds }) }],
  })
beforeEach(async () => {
  bench = (await buildCategory(shop.ctx, { name: `Bench ${shop.tenant.tenantId.slice(0, 8)}` })).categoryId
  reporter = await member('report')
})

const at = (ids: readonly string[]) => `?${ids.map((id) => `workCenterIds=${id}`).join('&')}`
const queueAt = (ids: readonly string[], actor = reporter) => shop.server.as(actor).get(`/my-floor/queue${at(ids)}`)
const namesAt = async (ids: readonly string[], actor = reporter): Promise<string[]> => {
  const { status, body, text } = await queueAt(ids, actor)
  expect(status, text).toBe(200)
  return body.workCenters.flatMap(({ operations }: { operations: { name: string }[] }) =>
    operations.map(({ name }) => name),
  )
}
const reportAt = (
  ids: readonly string[],
  fields: Partial<FloorReport> & Pick<FloorReport, 'operationId'>,
  { actor = reporter, key }: { actor?: Actor; key?: string } = {},
) =>
  shop.server
    .as(actor)
    .post(
      `/my-floor/reports${at(ids)}`,
      { kind: 'start', reportedAt: shop.server.clock.now().toISOString(), ...fields },
      key === undefined ? {} : { 'Idempotency-Key': key },
    )

describe('the queue of a member', () => {
  it('the queue holds the work of the chosen work centers exactly as a tablet shows it, under the name of the person', async () => {
    await addWork('Cut later', 4)
    await addWork('Cut now', 0)
    await addWork('Assemble', 1, { categoryId: bench })
    const { device, ...tablet } = await queueOf()
    const { person, ...mine } = (await queueAt([shop.saw])).body
    expect(mine).toEqual(tablet)
    expect(mine.workCenters[0].operations).toHaveLength(2)
    expect([device.name, person]).toEqual(['Saw tablet', { userId: reporter.userId, name: 'Ben Ito' }])
    expect(await namesAt([shop.saw, bench])).toEqual(expect.arrayContaining(['Cut now', 'Cut later', 'Assemble']))
  })

  it('the queue leaves out work centers that are unknown, foreign or beyond the limit of a planner', async () => {
    await addWork('Cut', 0)
    await addWork('Assemble', 0, { categoryId: bench })
    const other = await shop.server.newTenant()
    const foreign = (await buildCategory(await shop.server.contextOf(other.admin))).categoryId
    expect((await queueAt([crypto.randomUUID(), foreign])).body.workCenters).toEqual([])
    const limited = await member('plan', [bench])
    expect(await namesAt([shop.saw, bench], limited)).toEqual(['Assemble'])
    expect((await queueAt([shop.saw], limited)).body.workCenters).toEqual([])
  })

  it('the queue needs one to twenty work centers by their ids', async () => {
    for (const ids of [[], ['saw'], Array.from({ length: 21 }, () => shop.saw)]) {
      expect((await queueAt(ids)).status).toBe(400)
    }
  })
})

describe('a report of a member', () => {
  it('a report is made in the name of the person, with the source of the shop floor', async () => {
    const { operationId, read } = await addWork('Cut', 0, { durationHours: 8 })
    await pass(2 * hourMs)
    const startedAt = new Date(shop.server.clock.now().getTime() - hourMs).toISOString()
    const reports: Partial<FloorReport>[] = [
      { kind: 'start', reportedAt: startedAt },
      { kind: 'progress', progressPercentage: 50 },
      { kind: 'hoursLeft', hoursLeft: 12 },
      { kind: 'note', note: ' Blade is dull ' },
    ]
    for (const fields of reports) {
      const answer = await reportAt([bench, shop.saw], { operationId, ...fields })
      expect([answer.status, answer.body.operationId], fields.kind).toEqual([200, operationId])
    }
    expect(await read()).toMatchObject({
      status: 'In Progress',
      actualStartDate: startedAt,
      durationHours: 16,
      progressPercentage: 25,
      notes: 'Ben Ito: Blade is dull',
    })
    const { entries } = (await planner().get(`/history?entityId=${operationId}`)).body
    expect(entries).toHaveLength(5)
    for (const entry of entries.slice(0, 4)) {
      expect(entry).toMatchObject({ source: 'floor', userName: 'Ben Ito', userId: reporter.userId, reversal: 'undo' })
    }
  })

  it('a report is taken back by its own reporter like any other report', async () => {
    const { operationId, read } = await addWork('Cut', 0)
    await reportAt([shop.saw], { operationId, kind: 'hold', reason: 'Machine down' })
    const [{ changeId }] = (await planner().get(`/history?entityId=${operationId}`)).body.entries
    expect((await shop.server.as(reporter).post(`/changes/${changeId}/undo`)).status).toBe(200)
    expect(await read()).toMatchObject({ onHold: false, status: 'Pending' })
  })

  it('a report at a work center that was not chosen, or not the planner’s own, is a 404 as for unknown work', async () => {
    const { operationId, read } = await addWork('Cut', 0)
    const other = await shop.server.newTenant()
    const theirs = await shop.server.contextOf(other.admin)
    const center = (await buildCategory(theirs)).categoryId
    const project = (await buildProject(theirs)).projectId
    const foreign = await buildOperation(theirs, project, { name: 'Theirs', categoryId: center })
    const limited = await member('plan', [bench])
    const answers = [
      await reportAt([bench], { operationId }),
      await reportAt([shop.saw], { operationId }, { actor: limited }),
      await reportAt([shop.saw, bench], { operationId }, { actor: limited }),
      await reportAt([center, shop.saw], { operationId: foreign.operationId }),
      await reportAt([shop.saw], { operationId: crypto.randomUUID() }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    expect((await read()).status).toBe('Pending')
  })

  it('a report has one effect when it is sent twice, even if other work centers are chosen by then, for 72 hours', async () => {
    const { operationId, read } = await addWork('Cut', 0)
    const note = { operationId, kind: 'note', note: 'Once', reportedAt: shop.server.clock.now().toISOString() } as const
    const first = await reportAt([shop.saw], note, { key: 'report-1' })
    await pass(47 * hourMs)
    const second = await reportAt([shop.saw, bench], note, { key: 'report-1' })
    expect([first.status, second.status, second.body]).toEqual([200, 200, first.body])
    expect(second.headers['idempotency-replayed']).toBe('true')
    expect((await read()).notes).toBe('Ben Ito: Once')
  })

  it('a report is refused when it is older than 48 hours, but may be older than the session', async () => {
    const { operationId, read } = await addWork('Cut', 0)
    const ago = (hours: number) => new Date(shop.server.clock.now().getTime() - hours * hourMs).toISOString()
    const late = await reportAt([shop.saw], { operationId, reportedAt: ago(48.1) })
    expect([late.status, late.body.error]).toEqual([422, expect.stringContaining('more than 48 hours ago')])
    const reportedAt = ago(47)
    expect((await reportAt([shop.saw], { operationId, reportedAt })).status).toBe(200)
    expect((await read()).actualStartDate).toBe(reportedAt)
  })

  it('a report needs the right to report work, and a request that no other site can send', async () => {
    const { operationId, read } = await addWork('Cut', 0)
    const viewer = await member('view')
    const reason = 'You can look at the plan. Reporting work needs more access.'
    const answers = [await queueAt([shop.saw], viewer), await reportAt([shop.saw], { operationId }, { actor: viewer })]
    expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
      [403, reason],
      [403, reason],
    ])
    const body = { operationId, kind: 'start', reportedAt: shop.server.clock.now().toISOString() }
    const forged = { 'X-Requested-With': undefined }
    expect((await shop.server.as(reporter).post(`/my-floor/reports${at([shop.saw])}`, body, forged)).status).toBe(403)
    expect((await read()).status).toBe('Pending')
  })
})

describe('the session of a person and the cookie of a device', () => {
  it('session and cookie each open their own calls only, also when a browser has both', async () => {
    const { operationId, read } = await addWork('Cut', 0)
    expect((await report(operationId, { kind: 'start' }, undefined, reporter)).status).toBe(401)
    expect((await shop.server.as(reporter).get('/floor/queue')).status).toBe(401)
    expect((await queueAt([shop.saw], shop.device)).status).toBe(401)
    expect((await reportAt([shop.saw], { operationId }, { actor: shop.device })).status).toBe(401)
    expect((await read()).status).toBe('Pending')
    const both = { ...reporter, floorSecret: shop.device.floorSecret ?? null }
    await report(operationId, { kind: 'note', note: 'One' }, undefined, both)
    await reportAt([shop.saw], { operationId, kind: 'note', note: 'Two' }, { actor: both })
    expect((await read()).notes).toBe('Saw tablet: One\nBen Ito: Two')
  })
})
