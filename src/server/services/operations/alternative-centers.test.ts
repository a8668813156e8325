import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Operation } from '#contract/operations.ts'
import { applyProposal } from '#testing/apply-proposal.ts'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import type { CallAs } from '#testing/call-as.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import type { TenantContext } from '../../context.ts'
import { createProposal } from '../proposals/write-proposals.ts'
import { loadShop } from '../scheduling/load-shop.ts'

let server: TestServer
let tenant: TestTenant
let ctx: TenantContext
let planner: CallAs
let [lathe, mill] = ['', '']
let turned: Operation

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const startOf = (operation: Operation) => operation.scheduledStartDate

/** An operation that may run for eight hours at the lathe, or for six at the mill; nothing runs at either yet. */
beforeEach(async () => {
  server.clock.set('2026-11-18T12:00:00Z')
  tenant = await server.newTenant({ timeZone: 'UTC' })
  planner = server.as(tenant.planner)
  ctx = { ...(await server.contextOf(tenant.planner)), source: 'screen' }
  const admin = await server.contextOf(tenant.admin)
  lathe = (await buildCategory(admin, { name: 'Lathe' })).categoryId
  mill = (await buildCategory(admin, { name: 'Mill' })).categoryId
  const { projectId } = await buildProject(ctx, { plannedShipDate: '2026-11-20T08:00:00Z' })
  turned = await buildOperation(ctx, projectId, {
    name: 'Turn',
    categoryId: lathe,
    durationHours: 8,
    pinned: false,
    alternatives: [{ categoryId: mill, durationHours: 6 }],
    scheduledStartDate: '2026-11-18T12:00:00Z',
    scheduledEndDate: '2026-11-18T20:00:00Z',
  })
})

const path = () => `/project-operations/projects/${turned.projectId}/operations/${turned.operationId}`
const read = async (): Promise<Operation> => (await planner.get(path())).body
const atLathe = () => ({ categoryId: lathe, durationHours: 8, alternatives: [{ categoryId: mill, durationHours: 6 }] })
const atMill = () => ({ categoryId: mill, durationHours: 6, alternatives: [{ categoryId: lathe, durationHours: 8 }] })

/** Schedules everything and puts the plan in force; returns its change set. */
const schedule = async (): Promise<string> => {
  const proposal = await createProposal(ctx, { input: { changes: [], method: 'optimize' } })
  const { status, body } = await applyProposal(planner, proposal)
  expect(status).toBe(200)
  return body.changeId
}

const undo = async (changeId: string): Promise<void> => {
  expect((await server.as(tenant.admin).post(`/changes/${changeId}/undo`, {})).status).toBe(200)
}

describe('an operation with an alternative work center', () => {
  it('takes the hours of the alternative when a planner moves it there, which can be undone', async () => {
    const { body } = await planner.put(path(), { categoryId: mill })
    expect(body).toMatchObject(atMill())
    const [{ changeId }] = (await planner.get('/changes')).body
    await undo(changeId)
    expect(await read()).toMatchObject(atLathe())
  })

  it.each([
    ['the only operation of a shop', 0],
    ['one of many that stay', 9],
  ])('is moved by a run, as %s, goes back with it, and stays when a planner has fixed it', async (_, others) => {
    const { projectId } = await buildProject(ctx)
    for (let index = 0; index < others; index++) {
      await buildOperation(ctx, projectId, {
        name: `Rest ${index}`,
        durationHours: 1,
        pinned: true,
        scheduledStartDate: '2026-11-19T12:00:00Z',
        scheduledEndDate: '2026-11-19T13:00:00Z',
      })
    }
    const changeId = await schedule()
    expect(await read()).toMatchObject({ ...atMill(), placement: { others: [{ categoryId: lathe, longerHours: -2 }] } })
    await undo(changeId)
    expect(await read()).toMatchObject(atLathe())
    await planner.put(path(), { categoryFixed: true })
    await schedule()
    expect(await read()).toMatchObject(atLathe())
  })

  it('stays where a planner has put it since, when a run is reverted', async () => {
    const changeId = await schedule()
    const moved = await read()
    await planner.put(path(), {
      categoryId: lathe,
      scheduledStartDate: '2026-11-25T12:00:00Z',
      scheduledEndDate: '2026-11-25T20:00:00Z',
    })
    await undo(changeId)
    expect(await read()).toMatchObject({ ...atLathe(), scheduledStartDate: '2026-11-25T12:00:00.000Z' })
    expect(startOf(moved)).not.toBe('2026-11-25T12:00:00.000Z')
  })

  it('refuses a work center that is named twice, and one of another organization', async () => {
    const other = await server.newTenant()
    const foreign = await buildCategory(await server.contextOf(other.admin), { name: 'Mill' })
    const sent = async (...ids: string[]) =>
      (await planner.put(path(), { alternatives: ids.map((categoryId) => ({ categoryId, durationHours: 1 })) })).status
    expect([await sent(lathe), await sent(mill, mill), await sent(foreign.categoryId), await sent(mill)]).toEqual([
      400, 400, 400, 200,
    ])
  })

  it('runs at its own work center when the alternative is deleted, and knows it again when that is undone', async () => {
    const admin = server.as(tenant.admin)
    await planner.put(path(), { scheduledStartDate: null, scheduledEndDate: null })
    expect((await admin.delete(`/categories/${mill}`)).status).toBe(204)
    await schedule()
    expect(await read()).toMatchObject({ categoryId: lathe, durationHours: 8 })
    const [deleted] = (await admin.get('/changes')).body.filter((set: { summary: unknown }) =>
      JSON.stringify(set.summary).includes('category'),
    )
    await undo(deleted.changeId)
    await schedule()
    expect(await read()).toMatchObject(atMill())
  })

  it('is read with its alternatives, and one without any brings none into the shop', async () => {
    await buildOperation(ctx, turned.projectId, { name: 'Pack', durationHours: 1 })
    const [project] = (await loadShop(ctx, Date.now())).snapshot.projects
    expect(project?.operations.map(({ alternatives }) => alternatives)).toEqual([atLathe().alternatives, undefined])
  })
})
