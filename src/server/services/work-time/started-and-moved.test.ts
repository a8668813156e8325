import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BulkAction } from '#contract/bulk-operations.ts'
import type { OperationInput } from '#contract/operations.ts'
import type { ProposalInput } from '#contract/proposals.ts'
import { applyProposal } from '#testing/apply-proposal.ts'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import type { CallAs } from '#testing/call-as.ts'
import { readSources } from '#testing/read-sources.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { withFacts } from '#testing/with-facts.ts'
import type { TenantContext } from '../../context.ts'
import { createProposal } from '../proposals/write-proposals.ts'

let server: TestServer
let tenant: TestTenant
let ctx: TenantContext
let planner: CallAs
let admin: CallAs
let [lathe, mill, projectId] = ['', '', '']

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const now = '2026-11-18T12:00:00.000Z'
const later = '2026-11-18T12:10:00.000Z'
const startedAt = '2026-11-18T10:30:00.000Z'

beforeEach(async () => {
  server.clock.set(now)
  tenant = await server.newTenant({ timeZone: 'UTC' })
  planner = server.as(tenant.planner)
  admin = server.as(tenant.admin)
  ctx = withFacts(await server.contextOf(tenant.planner), { source: 'screen' })
  const owner = await server.contextOf(tenant.admin)
  lathe = (await buildCategory(owner, { name: `Lathe ${tenant.tenantId}` })).categoryId
  mill = (await buildCategory(owner, { name: `Mill ${tenant.tenantId}` })).categoryId
  projectId = (await buildProject(ctx)).projectId
})

const base = () => `/project-operations/projects/${projectId}/operations`
const ok = async (answer: ReturnType<CallAs['post']>) => {
  const { status, body, text } = await answer
  expect(status, text).toBeLessThan(300)
  return body
}
/** When and where an operation was worked on. */
const spansOf = async (operationId: string, of = projectId) => {
  const path = `/project-operations/projects/${of}/operations/${operationId}/intervals`
  const { intervals } = await ok(planner.get(path))
  return intervals.map((one: { startedAt: string; endedAt: string | null; categoryId: string | null }) => [
    one.startedAt,
    one.endedAt,
    one.categoryId,
  ])
}
const undoLast = async () => {
  const [{ changeId }] = await ok(planner.get('/changes'))
  await ok(admin.post(`/changes/${changeId}/undo`, {}))
}
const newOperation = async (input: OperationInput = {}) =>
  (await buildOperation(ctx, projectId, { name: 'Turn', categoryId: lathe, durationHours: 8, ...input })).operationId
const bulk = (operationId: string, action: BulkAction) =>
  ok(planner.post('/operations/bulk', { target: { operations: [{ operationId }] }, action }))
const propose = async (changes: ProposalInput['changes']) => {
  const proposal = await createProposal(ctx, { input: { changes, method: 'keepSequence' } })
  const { status, text } = await applyProposal(planner, proposal)
  expect(status, text).toBe(200)
}

describe('every write that starts an operation begins an interval', () => {
  const input = () => ({ name: 'Turn', categoryId: lathe, durationHours: 8, actualStartDate: startedAt })
  const starts: readonly [name: string, write: () => Promise<string>, at: string][] = [
    ['a new operation', async () => (await ok(planner.post(base(), input()))).operationId, startedAt],
    [
      'an added operation with an id',
      async () => {
        const operationId = crypto.randomUUID()
        await ok(planner.post(`${base()}/${operationId}`, input()))
        return operationId
      },
      startedAt,
    ],
    [
      'a batch',
      async () => {
        const operationId = crypto.randomUUID()
        await ok(planner.post(`${base()}/batch`, [{ ...input(), operationId }]))
        return operationId
      },
      startedAt,
    ],
    [
      'an edit',
      async () => {
        const operationId = await newOperation()
        await ok(planner.put(`${base()}/${operationId}`, { actualStartDate: startedAt }))
        return operationId
      },
      startedAt,
    ],
    [
      'a report of progress',
      async () => {
        const operationId = await newOperation()
        await ok(planner.post(`${base()}/${operationId}/progress`, { progressPercentage: 10 }))
        return operationId
      },
      now,
    ],
    [
      'a bulk change',
      async () => {
        const operationId = await newOperation()
        await bulk(operationId, { kind: 'progress', progressPercentage: 10 })
        return operationId
      },
      now,
    ],
    [
      'an applied proposal',
      async () => {
        const operationId = await newOperation()
        const action = { kind: 'progress' as const, progressPercentage: 10 }
        await propose([{ kind: 'bulk', target: { operations: [{ operationId }] }, action }])
        return operationId
      },
      now,
    ],
  ]
  it.each(starts)('%s', async (_, write, at) => {
    expect(await spansOf(await write())).toEqual([[at, null, lathe]])
  })

  it('an import begins one for started work, and none for finished work, whose hours include waiting', async () => {
    const table = {
      header: ['Project number', 'Project name', 'Operation', 'Hours', 'Actual start', 'Actual end', 'Progress %'],
      rows: [
        ['9001', 'Frame', 'Cut', '4', '2026-11-18 10:30', '', '20'],
        ['9001', '', 'Weld', '3', '2026-11-17 08:00', '2026-11-17 13:00', '100'],
      ],
      columns: [
        'projectNumber',
        'projectName',
        'operationName',
        'durationHours',
        'actualStart',
        'actualEnd',
        'progress',
      ],
      dateOrder: 'auto',
      chained: false,
    }
    const { seen } = await ok(planner.post('/imports/preview', table))
    await ok(planner.post('/imports', { ...table, seen, leavesOutFailed: false }))
    const { rows } = await ok(planner.get('/operations?tab=all'))
    const named = (name: string) => rows.find((row: { name: string }) => row.name === name)
    const [cut, weld] = [named('Cut'), named('Weld')]
    expect(await spansOf(cut.operationId, cut.projectId)).toEqual([[startedAt, null, null]])
    expect(await spansOf(weld.operationId, weld.projectId)).toEqual([])
    expect(cut).toMatchObject({ actualHours: 1.5, actualIncludesWaiting: false, idleSince: null })
    expect(weld).toMatchObject({ actualHours: 5, actualIncludesWaiting: true, idleSince: null })
    const read = await ok(planner.get(`/project-operations/projects/${weld.projectId}/operations/${weld.operationId}`))
    expect(read).toMatchObject({ actualHours: 5, actualIncludesWaiting: true })
    const csv = (await planner.get('/operations/export?tab=all')).text
    expect(csv).toContain('"Actual hours","Actual hours include waiting","Not worked on since"')
    expect(csv).toMatch(/"Weld",.*"5","true",""/)
    await undoLast()
    expect((await ok(planner.get('/operations?tab=all'))).rows).toEqual([])
  })

  it('undo of a deletion brings the running interval back', async () => {
    const operationId = await newOperation({ actualStartDate: startedAt })
    await ok(planner.delete(`${base()}/${operationId}`))
    await undoLast()
    expect(await spansOf(operationId)).toEqual([[startedAt, null, lathe]])
  })
})

describe('every write that moves running work to another work center splits its interval', () => {
  const alternatives = () => [{ categoryId: mill, durationHours: 6 }]
  const moves: readonly [name: string, write: (operationId: string) => Promise<unknown>][] = [
    ['an edit', (operationId) => ok(planner.put(`${base()}/${operationId}`, { categoryId: mill }))],
    [
      'an edit to an alternative',
      async (operationId) => {
        await ok(planner.put(`${base()}/${operationId}`, { alternatives: alternatives() }))
        await ok(planner.put(`${base()}/${operationId}`, { categoryId: mill }))
      },
    ],
    [
      'a drag on the schedule',
      (operationId) => {
        const [scheduledStartDate, scheduledEndDate] = ['2026-11-18T10:30:00Z', '2026-11-18T18:30:00Z']
        const move = { operationId, scheduledStartDate, scheduledEndDate, categoryId: mill }
        return ok(planner.put('/operations/moves', { moves: [move] }))
      },
    ],
    ['a bulk change', (operationId) => bulk(operationId, { kind: 'workCentre', categoryId: mill })],
    [
      'an applied proposal',
      (operationId) => propose([{ kind: 'operation', projectId, operationId, fields: { categoryId: mill } }]),
    ],
    ['a deleted work center', () => ok(admin.delete(`/categories/${lathe}?reassignTo=${mill}`))],
  ]
  it.each(moves)('%s, and undo restores it', async (_, write) => {
    const operationId = await newOperation({ actualStartDate: startedAt })
    await write(operationId)
    expect(await spansOf(operationId)).toEqual([
      [startedAt, now, lathe],
      [now, null, mill],
    ])
    await undoLast()
    expect(await spansOf(operationId)).toEqual([[startedAt, null, lathe]])
  })

  it('a run that is taken back while work runs splits it', async () => {
    const operationId = await newOperation({ alternatives: alternatives(), pinned: false })
    const proposal = await createProposal(ctx, { input: { changes: [], method: 'optimize' } })
    const { body } = await applyProposal(planner, proposal)
    await ok(planner.post(`${base()}/${operationId}/intervals/report`, { kind: 'start' }))
    expect(await spansOf(operationId)).toEqual([[now, null, mill]])
    server.clock.advance(600_000)
    await ok(admin.post(`/changes/${body.changeId}/undo`, {}))
    expect(await spansOf(operationId)).toEqual([
      [now, later, mill],
      [later, null, lathe],
    ])
    await ok(admin.post(`/changes/${body.changeId}/redo`, {}))
    expect(await spansOf(operationId)).toEqual([[now, null, mill]])
  })

  it('undo of a move leaves the split where the work has paused since', async () => {
    const operationId = await newOperation({ actualStartDate: startedAt })
    await ok(planner.put(`${base()}/${operationId}`, { categoryId: mill }))
    const [{ changeId }] = await ok(planner.get('/changes'))
    server.clock.advance(600_000)
    await ok(planner.post(`${base()}/${operationId}/intervals/report`, { kind: 'pause' }))
    await ok(admin.post(`/changes/${changeId}/undo`, {}))
    expect(await spansOf(operationId)).toEqual([
      [startedAt, now, lathe],
      [now, later, mill],
    ])
  })
})

describe('the statements that write operations', () => {
  it('each is one whose writes begin and split intervals', () => {
    const writes = /rowsAsJson\(operations,|\.(insert|update)\(operations\)|(insert into|update) (\$\{)?operations\b/
    const writers = readSources().filter(
      ({ path, text }) => path.startsWith('src/server/services/') && !path.includes('.test.') && writes.test(text),
    )
    expect(writers.map(({ path }) => path).toSorted()).toEqual([
      // `reassignOperations` calls `splitMoved`.
      'src/server/services/categories/write-categories.ts',
      // `storeOperations` calls `followOperations`.
      'src/server/services/operations/store-operations.ts',
      // Its callers `switchRun` and `takeOver` call `splitMoved`.
      'src/server/services/scheduling-runs/follow-centers.ts',
    ])
  })
})
