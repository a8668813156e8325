import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ImportTable } from '#contract/imports.ts'
import { openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { createTestTenant } from '#testing/test-tenant.ts'
import { shopState } from '#testing/undo/shop-state.ts'
import { withFacts } from '#testing/with-facts.ts'
import type { TenantContext } from '../../context.ts'
import { commitImport, previewImport } from '../imports/import-projects.ts'
import { listProjects } from '../projects/read-projects.ts'
import { changeProject } from '../projects/write-projects.ts'
import { undoChange } from './undo-change.ts'

let database: TestDatabase
let ana: TenantContext

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  ana = await createTestTenant(database.db, { userName: 'Ana' })
})

const asRequest = (ctx: TenantContext): TenantContext => withFacts(ctx, { requestId: randomUUID() })

/** 110 projects of 10 operations: more lines of history than one transaction reads. */
const table: ImportTable = {
  header: ['Project', 'Step', 'Operation', 'Start', 'Predecessors'],
  rows: Array.from({ length: 1_100 }, (_, index) => {
    const step = index % 10
    return [
      `P${Math.floor(index / 10)}`,
      `${step}`,
      `Step ${step}`,
      step === 0 ? '2026-12-01' : '',
      step === 0 ? '-' : `${step - 1}`,
    ]
  }),
  columns: ['projectNumber', 'sequence', 'operationName', 'scheduledStart', 'predecessors'],
  dateOrder: 'auto',
  chained: false,
}

const importTable = async (): Promise<string> => {
  const { seen } = await previewImport(ana, { table })
  const request = asRequest(ana)
  await commitImport(request, { input: { ...table, seen, leavesOutFailed: false } })
  return request.requestId
}

/** The context with something that happens before one of its transactions. */
const interrupted = (ctx: TenantContext, before: number, happen: () => Promise<unknown>) => {
  const { db } = ctx.app
  let writes = 0
  const withTenant: typeof db.withTenant = async (whose, work, turn) => {
    // History is staged aside, in long turns.
    if (turn !== 'long') writes += 1
    if (writes === before && turn !== 'long') await happen()
    return db.withTenant(whose, work, turn)
  }
  const context: TenantContext = withFacts(asRequest(ctx), { app: { ...ctx.app, db: { ...db, withTenant } } })
  return { context, writes: () => writes }
}

describe('a change set of more than a thousand lines', () => {
  it('is undone and redone exactly, and read before the transaction that others wait for', async () => {
    const before = await shopState(ana)
    const changeId = await importTable()
    const imported = await shopState(ana)
    const undoing = interrupted(ana, 0, () => Promise.resolve())
    expect(await undoChange(undoing.context, { changeId, verb: 'undo' })).toMatchObject({ restored: 1_210, left: [] })
    // The first transaction finds out that the set is large, the second one reverses it.
    expect(undoing.writes()).toBe(2)
    expect(await shopState(ana)).toEqual(before)
    await undoChange(asRequest(ana), { changeId, verb: 'redo' })
    expect(await shopState(ana)).toEqual(imported)
  }, 120_000)

  it('is read again when somebody changes the shop meanwhile, whose change stays', async () => {
    const changeId = await importTable()
    const ben: TenantContext = withFacts(ana, { userName: 'Ben' })
    const [project] = await listProjects(ana)
    const { projectId = '' } = project ?? {}
    const rename = () =>
      changeProject(asRequest(ben), { projectId, input: { projectName: 'Mine' }, expectedVersion: null, as: 'part' })
    const { context, writes } = interrupted(ana, 2, rename)
    expect(await undoChange(context, { changeId, verb: 'undo' })).toMatchObject({
      left: [{ entity: 'project', entityId: projectId, by: 'Ben' }],
    })
    expect(writes()).toBe(3)
    expect(await listProjects(ana)).toMatchObject([{ projectId, projectName: 'Mine' }])
  }, 120_000)
})
