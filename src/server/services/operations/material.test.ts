import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Operation } from '#contract/operations.ts'
import { applyProposal } from '#testing/apply-proposal.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import type { CallAs } from '#testing/call-as.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import type { TenantContext } from '../../context.ts'

let server: TestServer
let tenant: TestTenant
let as: CallAs
let ctx: TenantContext
let cut: Operation
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

/** A project of one operation that works around the clock and is done by Thursday noon, due at the end of Thursday. */
beforeEach(async () => {
  server.clock.set('2026-11-18T12:00:00Z')
  tenant = await server.newTenant({ timeZone: 'UTC' })
  as = server.as(tenant.planner)
  ctx = await server.contextOf(tenant.planner)
  const { projectId } = await buildProject(ctx, { plannedShipDate: '2026-11-19T08:00:00Z' })
  cut = await buildOperation(ctx, projectId, {
    name: 'Cut',
    durationHours: 24,
    scheduledStartDate: '2026-11-18T12:00:00Z',
    scheduledEndDate: '2026-11-19T12:00:00Z',
    pinned: false,
  })
})

const path = () => `/project-operations/projects/${cut.projectId}/operations/${cut.operationId}`
const castings = { materialReadyDate: '2026-11-20T08:00:00.000Z', materialNote: 'Castings from Olsen' }
const waiting = async () => (await as.get('/operations?flagged=waiting-for-material')).body
const project = async () => (await as.get(`/projects/${cut.projectId}`)).body

describe('the date at which the material of an operation is ready', () => {
  it('makes its project late, is the cause of that, and moving it back recovers the project', async () => {
    expect(await waiting()).toMatchObject({ usesMaterial: false, total: 0 })
    expect((await as.put(path(), castings)).body).toMatchObject(castings)
    expect(await project()).toMatchObject({ state: 'late', latenessDays: 2 })
    const { body: late } = await as.get(`/projects/${cut.projectId}/late-parts`)
    expect(late.parts).toMatchObject([
      { operation: { name: 'Cut' }, lateMs: 32 * 3_600_000, cause: { code: 'material' } },
    ])
    const { body: remedies } = await as.get(`/projects/${cut.projectId}/remedies`)
    expect(remedies).toContainEqual(
      expect.objectContaining({
        code: 'materialSooner',
        latenessDays: 0,
        changes: [expect.objectContaining({ fields: { materialReadyDate: '2026-11-18T08:00:00.000Z' } })],
      }),
    )
    const { usesMaterial, rows } = await waiting()
    expect([usesMaterial, rows.length]).toEqual([true, 1])
    expect(rows[0]).toMatchObject({ ...castings, cause: { code: 'material' }, remedy: { code: 'materialSooner' } })

    await as.put(path(), { materialReadyDate: '2026-11-18T11:00:00Z' })
    expect(await project()).toMatchObject({ state: 'atRisk', latenessDays: 0 })
    expect(await waiting()).toMatchObject({ usesMaterial: true, total: 0 })
  })

  it('is in history, and is undone with what it says', async () => {
    await as.put(path(), castings)
    const [entry] = (await as.get(`/projects/${cut.projectId}/history`)).body
    expect(entry.changes).toEqual([
      { field: 'materialReadyDate', from: null, to: castings.materialReadyDate },
      { field: 'materialNote', from: '', to: castings.materialNote },
    ])
    expect((await as.post(`/changes/${entry.changeId}/undo`)).status).toBe(200)
    expect((await as.get(path())).body).toMatchObject({ materialReadyDate: null, materialNote: '' })
  })

  it('is given to several operations at once, and leaves what they say about it when no text is sent', async () => {
    const other = await buildOperation(ctx, cut.projectId, { name: 'Bend', materialNote: 'Sheets' })
    const done = await buildOperation(ctx, cut.projectId, { name: 'Nest', progressPercentage: 100 })
    const operations = [cut, other, done].map(({ operationId }) => ({ operationId }))
    const action = { kind: 'material', materialReadyDate: castings.materialReadyDate }
    const { body } = await as.post('/operations/bulk', { target: { operations }, action })
    expect(body).toMatchObject({ changed: 2, failures: [{ name: 'Nest', code: 'completed' }] })
    const { body: rows } = await as.get(`/projects/${cut.projectId}/operations`)
    expect(rows.projectOperations).toMatchObject([
      { name: 'Cut', materialReadyDate: castings.materialReadyDate, materialNote: '' },
      { name: 'Bend', materialReadyDate: castings.materialReadyDate, materialNote: 'Sheets' },
      { name: 'Nest', materialReadyDate: null },
    ])
  })

  it('can be tried first, and the proposal applies it', async () => {
    const change = { kind: 'operation', projectId: cut.projectId, operationId: cut.operationId, fields: castings }
    const { body: proposal } = await as.post('/proposals', { changes: [change], method: 'keepSequence' })
    expect(proposal).toMatchObject({ lateProjectsBefore: 0, lateProjects: 1, movedOperations: 1 })
    expect((await as.get(path())).body.materialReadyDate).toBeNull()
    expect((await applyProposal(as, proposal)).status).toBe(200)
    expect((await as.get(path())).body).toMatchObject({ ...castings, scheduledStartDate: castings.materialReadyDate })
  })

  it('is a column of the exported list', async () => {
    await as.put(path(), castings)
    const { text } = await as.get('/operations/export')
    const [head = [], row = []] = text.split('\r\n').map((line) => line.replaceAll('"', '').split(','))
    const column = head.indexOf('Material ready')
    expect([row[column], row[column + 1]]).toEqual([castings.materialReadyDate, castings.materialNote])
  })

  it('holds the next free slot back', async () => {
    await as.put(path(), castings)
    const target = { operations: [{ operationId: cut.operationId }] }
    await as.post('/operations/bulk', { target, action: { kind: 'nextFreeSlot' } })
    expect((await as.get(path())).body.scheduledStartDate).toBe(castings.materialReadyDate)
  })
})
