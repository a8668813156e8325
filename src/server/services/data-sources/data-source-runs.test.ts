import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { csvOf, newTestSource } from '#testing/data-sources/test-source.ts'
import { openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { createTestTenant } from '#testing/test-tenant.ts'
import { shopState } from '#testing/undo/shop-state.ts'
import { withFacts } from '#testing/with-facts.ts'
import type { TenantContext } from '../../context.ts'
import { dataSources, sourceRuns } from '../../db/tables/data-sources.table.ts'
import { listChanges } from '../changes/list-changes.ts'
import { undoChange } from '../changes/undo-change.ts'
import { undoLast } from '../changes/undo-last.ts'
import { listHistory } from '../history/read-history.ts'
import { listOperations } from '../operations/read-operations.ts'
import { changeOperation } from '../operations/write-operations.ts'
import { listProjects } from '../projects/read-projects.ts'
import { ClaimLostError, requireClaim } from './claim-sources.ts'
import { commitSourceRun } from './commit-source-run.ts'
import { decideSourceRun, dismissSourceDoubts } from './decide-source-run.ts'
import { removeCutOff, removeUnended } from './end-source-run.ts'
import { deleteDataSource } from './manage-data-sources.ts'
import { readSourceFile } from './read-source-file.ts'
import { getSourceRun, listSourceRuns } from './read-source-runs.ts'
import { runDataSource } from './run-data-source.ts'
import { beginRun, failRun } from './store-run.ts'

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
const undo = (changeId: string | null, ctx = ana, verb: 'undo' | 'redo' = 'undo') =>
  undoChange(asRequest(ctx), { changeId: changeId ?? '', verb })

const shop = `
Project number | Project name | Sequence | Operation | Hours | Predecessors
1 | Frame | 10 | Cut | 4 | -
1 | Frame | 20 | Weld | 7 | 10
2 | Rotor | 10 | Mill | 12 | -`
const broken = shop.replace('| 12 |', '| many |')
const other = shop.replace('| 7 |', '| 8 |')

const projectNamed = async (number: string) => {
  const found = (await listProjects(ana)).find(({ projectNumber }) => projectNumber === number)
  if (!found) throw new Error(`No project ${number}`)
  return found
}

describe('a run of a data source', () => {
  it('imports its file as one change set in the name of the source, which can be undone and redone', async () => {
    const before = await shopState(ana)
    const { run, source } = await newTestSource(ana, shop)
    const { outcome, details } = await run(shop)
    const { runId } = details.run
    expect(outcome).toBe('applied')
    expect(details.run).toMatchObject({
      outcome: 'applied',
      changeId: runId,
      trigger: 'clock',
      problem: null,
      decidedBy: null,
      openDoubts: 0,
      figures: {
        rows: 3,
        doubtful: 0,
        projects: { create: 2, update: 0, vanished: 0 },
        operations: { create: 3, update: 0, vanished: 0 },
        keptOurs: 0,
        changedPercent: 100,
      },
    })
    expect((await listHistory(ana, {})).entries.map(({ source: door, userName }) => [door, userName])).toEqual(
      Array.from({ length: 5 }, () => ['import', 'Orders']),
    )
    const after = await shopState(ana)
    await undo(runId)
    expect(await shopState(ana)).toEqual(before)
    expect((await listSourceRuns(ana, source()))[0]).toMatchObject({ runId, isUndone: true })
    await undo(runId, ana, 'redo')
    expect(await shopState(ana)).toEqual(after)
  })

  it('changes nothing for the same file, and counts the share of the records that another one changes', async () => {
    const { run } = await newTestSource(ana, shop)
    await run(shop)
    const before = await shopState(ana)
    const same = await run(shop)
    expect(same).toMatchObject({
      outcome: 'unchanged',
      details: { run: { changeId: null, figures: { changedPercent: 0 } } },
    })
    expect(await shopState(ana)).toEqual(before)
    // One of two projects and three operations.
    expect((await run(other)).details.run.figures?.changedPercent).toBe(20)
  })

  it('is not made again with the same id', async () => {
    const { run } = await newTestSource(ana, shop)
    const { details } = await run(shop)
    const { runId } = details.run
    await undo(runId)
    const again = await run(other, { runId })
    expect(again.outcome).toBe('applied')
    expect(again.details.run.isUndone).toBe(true)
    expect(await listProjects(ana)).toEqual([])
  })

  it('imports a file that was undone again only when a person asks for it', async () => {
    const { run } = await newTestSource(ana, shop)
    const { details } = await run(shop)
    await undo(details.run.changeId)
    expect(await run(shop)).toMatchObject({ outcome: 'unchanged', details: { run: { figures: null, changeId: null } } })
    expect(await listProjects(ana)).toEqual([])
    expect((await run(shop, { trigger: 'person' })).outcome).toBe('applied')
    expect(await listProjects(ana)).toHaveLength(2)
  })

  it('is undone by the author of its source although it created projects, but not by another planner', async () => {
    const planner = withFacts(ana, { role: 'plan' })
    const colleague = withFacts(ana, { role: 'plan', userId: randomUUID() })
    const { run } = await newTestSource(planner, shop)
    const created = await run(shop)
    await expect(undo(created.details.run.changeId, colleague)).rejects.toMatchObject({ code: 'forbidden' })
    const updated = await run(other)
    expect(await undo(updated.details.run.changeId, colleague)).toMatchObject({ left: [] })
    expect(await undo(created.details.run.changeId, planner)).toMatchObject({ left: [] })
    expect(await listProjects(ana)).toEqual([])
  })

  it('is undone by the author of its source also after the source was deleted, and still not by another planner', async () => {
    const planner = withFacts(ana, { role: 'plan' })
    const colleague = withFacts(ana, { role: 'plan', userId: randomUUID() })
    const { run, source } = await newTestSource(planner, shop)
    const { changeId } = (await run(shop)).details.run
    await deleteDataSource(asRequest(ana), source())
    const may = async (ctx: TenantContext) =>
      (await listChanges(ctx)).filter((one) => one.canUndo).map((one) => one.changeId)
    expect(await may(planner)).toContain(changeId)
    expect(await may(colleague)).not.toContain(changeId)
    await expect(undo(changeId, colleague)).rejects.toMatchObject({ code: 'forbidden' })
    // Their own newest change is not the one of the source.
    expect((await undoLast(asRequest(planner), { verb: 'undo' })).done).toBeNull()
    expect(await undo(changeId, planner)).toMatchObject({ left: [] })
    await undo(changeId, planner, 'redo')
    await expect(undo(changeId, colleague)).rejects.toMatchObject({ code: 'forbidden' })
  })

  it('changes nothing after the server has been asked to stop', async () => {
    const { source, claim } = await newTestSource(ana, shop)
    const runId = randomUUID()
    const stopped = new Error('The server stops')
    const request = {
      claim: await claim(),
      source: source(),
      runId,
      trigger: 'clock',
      appliesAll: false,
      signal: AbortSignal.abort(stopped),
    } as const
    await expect(
      runDataSource(ana, { ...request, file: { name: 'orders.csv', bytes: Buffer.from(csvOf(shop)) } }),
    ).rejects.toBe(stopped)
    expect(await listSourceRuns(ana, source())).toMatchObject([{ runId, outcome: 'failed', changeId: null }])
    expect(await listProjects(ana)).toEqual([])
  })

  it('changes nothing when another server took the source over before it stores the import', async () => {
    const { source, claim } = await newTestSource(ana, shop)
    const own = withFacts(ana, { userId: source().sourceId, userName: 'Orders', source: 'import' })
    const runId = randomUUID()
    const file = { name: 'orders.csv', bytes: Buffer.from(csvOf(shop)) }
    const ofFile = {
      runId,
      fileName: file.name,
      fileBytes: file.bytes.length,
      fileHash: 'x',
      trigger: 'clock',
    } as const
    const slow = await claim()
    await beginRun(own, slow, { ...source(), ...ofFile })
    const table = await readSourceFile(own, { reading: source().reading, bytes: file.bytes })

    const quick = { ...slow, until: [new Date((slow.until[0]?.getTime() ?? 0) + 1)] }
    await ana.app.db.withTenant(ana, (tx) => tx.update(dataSources).set({ claimedUntil: quick.until[0] ?? null }))
    await removeUnended(ana, quick)
    const { signal } = new AbortController()
    const request = { source: source(), file, trigger: 'clock', appliesAll: false, signal } as const
    const commit = commitSourceRun(own, {
      ...request,
      runId,
      table,
      file: file.bytes,
      fileHash: 'x',
      decidedBy: null,
      prepare: ({ tx }) => requireClaim(tx, slow),
    })
    await expect(commit).rejects.toThrow(ClaimLostError)
    await expect(runDataSource(own, { ...request, claim: slow, runId })).rejects.toThrow(ClaimLostError)
    await expect(removeUnended(ana, slow)).rejects.toThrow(ClaimLostError)
    expect([await listProjects(ana), await listSourceRuns(ana, source()), await listChanges(ana)]).toEqual([[], [], []])

    await runDataSource(own, { ...request, claim: quick, runId: randomUUID() })
    expect(await listProjects(ana)).toHaveLength(2)
    await failRun(ana, slow, { sourceId: source().sourceId, runId, problem: 'The server stopped during this run.' })
    await removeCutOff(ana, slow, runId)
    expect((await listSourceRuns(ana, source())).map(({ outcome }) => outcome)).toEqual(['applied'])
  })

  it('keeps the newest 50 runs', async () => {
    const { run, source } = await newTestSource(ana, shop)
    const { sourceId, tenantId } = source()
    const old = Array.from({ length: 55 }, (_, index) => ({
      tenantId,
      sourceId,
      runId: randomUUID(),
      startedAt: new Date(Date.UTC(2026, 0, 1, 0, index)),
      trigger: 'clock' as const,
      outcome: 'unchanged' as const,
      fileName: 'old.csv',
      fileBytes: 1,
      fileHash: 'old',
    }))
    await ana.app.db.withTenant(ana, async (tx) => {
      await tx.insert(sourceRuns).values(old)
    })
    const { details } = await run(shop)
    const kept = await ana.app.db.withTenant(ana, (tx) => tx.select().from(sourceRuns))
    expect(kept.filter((row) => row.sourceId === sourceId)).toHaveLength(50)
    const listed = await listSourceRuns(ana, { sourceId })
    expect(listed[0]?.runId).toBe(details.run.runId)
    expect(listed.at(-1)?.runId).toBe(old[6]?.runId)
  })

  it('takes a project of a plan for the one that it brought before', async () => {
    const plan = (hours: string) => `
      UID | Hall | Task UID | Task | Work
      7 | Hall | 1 | Cut | ${hours}`
    const fields = [
      'projectExternalId',
      'projectName',
      'operationExternalId',
      'operationName',
      'durationHours',
    ] as const
    const titles = ['UID', 'Hall', 'Task UID', 'Task', 'Work']
    const columns = fields.map((field, index) => ({ field, title: titles[index] ?? '', nth: 1 }))
    const reading = { isPlan: true, columns, planAnswers: [{ key: 'id 7', projectId: null }] }
    const first = await newTestSource(ana, plan('1'), { name: 'North', reading })
    const second = await newTestSource(ana, plan('1'), { name: 'South', reading })
    await first.run(plan('1'))
    await second.run(plan('5'))
    await first.run(plan('2'))
    const projects = await listProjects(ana)
    expect(projects).toHaveLength(2)
    const hours = await Promise.all(
      projects.map(async ({ projectId }) => (await listOperations(ana, { projectId }))[0]?.durationHours),
    )
    expect(hours.toSorted()).toEqual([2, 5])
  })
})

describe('a run that would change too much', () => {
  const careful = { rules: { mostChangedPercent: 20 } } as const

  it('changes nothing, waits with what it would change now, and is applied by a person in the name of the source', async () => {
    const { run, source } = await newTestSource(ana, shop, careful)
    await run(shop, { appliesAll: true })
    const before = await shopState(ana)
    const next = shop.replace('| 7 |', '| 8 |').replace('| 12 |', '| 13 |')
    const { outcome, details } = await run(next)
    const { sourceId } = source()
    const { runId } = details.run
    expect(outcome).toBe('waiting')
    expect(await shopState(ana)).toEqual(before)
    expect(details.run).toMatchObject({ outcome: 'waiting', changeId: null, figures: { changedPercent: 40 } })
    expect(details.waiting?.changes).toEqual([
      {
        action: 'update',
        projectNumber: '1',
        projectName: 'Frame',
        operationName: 'Weld',
        changes: [{ field: 'Hours', before: '7', after: '8' }],
      },
      {
        action: 'update',
        projectNumber: '2',
        projectName: 'Rotor',
        operationName: 'Mill',
        changes: [{ field: 'Hours', before: '12', after: '13' }],
      },
    ])
    const boss = withFacts(asRequest(ana), { userId: randomUUID(), userName: 'Boss' })
    const seen = details.waiting?.seen ?? ''
    const decided = await decideSourceRun(boss, { sourceId, runId, decision: { applies: true, seen } })
    expect(decided).toMatchObject({
      outcome: 'applied',
      changeId: runId,
      decidedBy: 'Boss',
      figures: { changedPercent: 40 },
    })
    expect((await getSourceRun(ana, { sourceId, runId })).waiting).toBeNull()
    expect((await listHistory(ana, {})).entries[0]).toMatchObject({ userName: 'Orders', source: 'import' })
    await undo(runId)
    expect(await shopState(ana)).toEqual(before)
    await expect(decideSourceRun(boss, { sourceId, runId, decision: { applies: true, seen } })).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  it('replaces no value that was changed after the person looked', async () => {
    const { run, source } = await newTestSource(ana, shop, careful)
    await run(shop, { appliesAll: true })
    const { details } = await run(shop.replace('| 7 |', '| 8 |').replace('| 12 |', '| 13 |'))
    const { projectId } = await projectNamed('1')
    const [, weld] = await listOperations(ana, { projectId })
    const operationId = weld?.operationId ?? ''
    const hours = async () => (await listOperations(ana, { projectId }))[1]?.durationHours
    await changeOperation(asRequest(ana), { projectId, operationId, input: { durationHours: 20 } })
    const path = { sourceId: source().sourceId, runId: details.run.runId }
    const decide = (seen = '') => decideSourceRun(asRequest(ana), { ...path, decision: { applies: true, seen } })
    await expect(decide(details.waiting?.seen)).rejects.toMatchObject({ code: 'conflict' })
    expect(await hours()).toBe(20)
    const now = await getSourceRun(ana, path)
    expect(now.waiting?.changes[0]?.changes).toEqual([{ field: 'Hours', before: '20', after: '8' }])
    await decide(now.waiting?.seen)
    expect(await hours()).toBe(8)
  })

  it('is refused when its effect is no longer what the person saw', async () => {
    const { run, source } = await newTestSource(ana, shop, careful)
    await run(shop, { appliesAll: true })
    const { details } = await run(shop.replace('| 7 |', '| 8 |').replace('| 12 |', '| 13 |'))
    const [weld] = (await listOperations(ana, { projectId: (await projectNamed('1')).projectId })).slice(1)
    if (!weld) throw new Error('No operation')
    const { projectId, operationId } = weld
    await changeOperation(asRequest(ana), { projectId, operationId, input: { durationHours: 8 } })
    const path = { sourceId: source().sourceId, runId: details.run.runId }
    const decision = { applies: true, seen: details.waiting?.seen ?? '' }
    await expect(decideSourceRun(asRequest(ana), { ...path, decision })).rejects.toMatchObject({ code: 'conflict' })
    const now = await getSourceRun(ana, path)
    expect(now.waiting?.changes.map(({ operationName }) => operationName)).toEqual(['Mill'])
    const seen = now.waiting?.seen ?? ''
    expect(await decideSourceRun(asRequest(ana), { ...path, decision: { applies: true, seen } })).toMatchObject({
      outcome: 'applied',
    })
  })

  it('is decided once, also when two people decide at the same time', async () => {
    const { run, source } = await newTestSource(ana, shop, careful)
    const { details } = await run(shop)
    const path = { sourceId: source().sourceId, runId: details.run.runId }
    const seen = details.waiting?.seen ?? ''
    const decide = (applies: boolean) => decideSourceRun(asRequest(ana), { ...path, decision: { applies, seen } })
    const decisions = await Promise.allSettled([decide(true), decide(true)])
    const late = decisions.flatMap((decision) => (decision.status === 'rejected' ? [decision.reason.message] : []))
    expect(late).toEqual(['This run no longer waits for a decision.'])
    await expect(decide(false)).rejects.toMatchObject({ code: 'conflict' })
    expect(await listProjects(ana)).toHaveLength(2)
  })

  it('is dismissed for good: the clock does not import that file again', async () => {
    const { run, source } = await newTestSource(ana, shop, careful)
    const { details } = await run(shop)
    const path = { sourceId: source().sourceId, runId: details.run.runId }
    const decision = { applies: false, seen: details.waiting?.seen ?? '' }
    expect(await decideSourceRun(asRequest(ana), { ...path, decision })).toMatchObject({
      outcome: 'dismissed',
      decidedBy: 'Ana',
    })
    expect(await getSourceRun(ana, path)).toMatchObject({ waiting: null, doubts: null })
    expect((await run(shop)).outcome).toBe('unchanged')
    expect((await run(other)).outcome).toBe('waiting')
    expect(await listProjects(ana)).toEqual([])
  })

  it('is superseded by a newer file, and goes on waiting for the same one', async () => {
    const { run, source } = await newTestSource(ana, shop, careful)
    const first = await run(shop)
    expect((await run(shop)).outcome).toBe('unchanged')
    const outcomes = async () => (await listSourceRuns(ana, source())).map(({ outcome }) => outcome)
    expect(await outcomes()).toEqual(['unchanged', 'waiting'])
    await run(other)
    expect(await outcomes()).toEqual(['waiting', 'unchanged', 'superseded'])
    await expect(
      decideSourceRun(asRequest(ana), {
        sourceId: source().sourceId,
        runId: first.details.run.runId,
        decision: { applies: true, seen: first.details.waiting?.seen ?? '' },
      }),
    ).rejects.toMatchObject({ code: 'conflict' })
  })
})

describe('rows that could not be understood', () => {
  it('wait on the newest run of a folder, while the other rows are imported', async () => {
    const { run, source } = await newTestSource(ana, shop)
    const first = await run(broken)
    expect(first.outcome).toBe('applied')
    expect(first.details.doubts).toMatchObject({
      header: ['Project number', 'Project name', 'Sequence', 'Operation', 'Hours', 'Predecessors'],
      rows: [{ row: 2, cells: ['2', 'Rotor', '10', 'Mill', 'many', '-'] }],
      problems: [{ row: 2, column: 4 }],
    })
    expect(await listProjects(ana)).toHaveLength(1)
    await run(broken.replace('| 7 |', '| 8 |'))
    expect((await listSourceRuns(ana, source())).map(({ openDoubts }) => openDoubts)).toEqual([1, 0])
    await run(shop)
    expect((await listSourceRuns(ana, source())).map(({ openDoubts }) => openDoubts)).toEqual([0, 0, 0])
    expect(await listProjects(ana)).toHaveLength(2)
  })

  it('stay on each run of a source to which files are pushed', async () => {
    const { run, source } = await newTestSource(ana, shop, { origin: { kind: 'pushed' } })
    await run(broken)
    await run(broken.replace('| 7 |', '| 8 |'))
    expect((await listSourceRuns(ana, source())).map(({ openDoubts }) => openDoubts)).toEqual([1, 1])
  })

  it('are taken off the list, and stay off it while the file is the same', async () => {
    const { run, source } = await newTestSource(ana, shop)
    const { details } = await run(broken)
    const { sourceId } = source()
    await dismissSourceDoubts(asRequest(ana), { sourceId, runId: details.run.runId })
    expect(await getSourceRun(ana, { sourceId, runId: details.run.runId })).toMatchObject({
      run: { openDoubts: 0, figures: { doubtful: 1 } },
      doubts: null,
    })
    expect((await run(broken)).details).toMatchObject({ run: { openDoubts: 0 }, doubts: null })
    expect((await run(broken.replace('| 7 |', '| 8 |'))).details.run.openDoubts).toBe(1)
  })

  it('stay off the list of a run that waits, also when it is applied later', async () => {
    const { run, source } = await newTestSource(ana, shop, { rules: { mostChangedPercent: 30 } })
    const { details } = await run(broken)
    const path = { sourceId: source().sourceId, runId: details.run.runId }
    expect(details.doubts?.rows).toHaveLength(1)
    await dismissSourceDoubts(asRequest(ana), path)
    const seen = await getSourceRun(ana, path)
    expect(seen).toMatchObject({ run: { outcome: 'waiting', openDoubts: 0 }, doubts: null })
    const decision = { applies: true, seen: seen.waiting?.seen ?? '' }
    expect(await decideSourceRun(asRequest(ana), { ...path, decision })).toMatchObject({
      outcome: 'applied',
      openDoubts: 0,
      figures: { doubtful: 1 },
    })
    expect(await getSourceRun(ana, path)).toMatchObject({ doubts: null })
  })

  it('name work centers that resemble others, with the choices', async () => {
    const text = 'Project number | Operation | Work center\n1 | Cut | Band saw'
    const { run } = await newTestSource(ana, text)
    await run(text)
    const { details, outcome } = await run(text.replace('Band saw', 'Band sawe'))
    expect(outcome).toBe('unchanged')
    expect(details.doubts).toMatchObject({
      similar: [{ name: 'Band sawe', resembles: ['Band saw'] }],
      choices: { workCenters: ['Band saw'] },
    })
  })
})

describe('other organizations', () => {
  it('find neither the source nor its runs', async () => {
    const { run, source } = await newTestSource(ana, shop, { rules: { mostChangedPercent: 1 } })
    const { details } = await run(shop)
    const path = { sourceId: source().sourceId, runId: details.run.runId }
    const stranger = await createTestTenant(database.db, { userName: 'Eve' })
    const decision = { applies: true, seen: details.waiting?.seen ?? '' }
    for (const asked of [
      () => listSourceRuns(stranger, path),
      () => getSourceRun(stranger, path),
      () => decideSourceRun(stranger, { ...path, decision }),
      () => decideSourceRun(stranger, { ...path, decision: { ...decision, applies: false } }),
      () => dismissSourceDoubts(stranger, path),
    ]) {
      await expect(asked()).rejects.toMatchObject({ code: 'not_found' })
    }
    expect((await getSourceRun(ana, path)).run.outcome).toBe('waiting')
  })
})
