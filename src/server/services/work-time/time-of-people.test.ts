import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FloorReport } from '#contract/floor.ts'
import type { WorkIntervalInput } from '#contract/work-intervals.ts'
import { propertyRuns } from '#testing/property-runs.ts'
import { openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { createTestTenant } from '#testing/test-tenant.ts'
import { withFacts } from '#testing/with-facts.ts'
import { type TenantContext, withServices } from '../../context.ts'
import { createCategory } from '../categories/write-categories.ts'
import { undoChange } from '../changes/undo-change.ts'
import { reportWork } from '../floor/report-work.ts'
import { createWorker } from '../floor/workers.ts'
import { changeOperation, createOperation } from '../operations/write-operations.ts'
import { createProject } from '../projects/write-projects.ts'
import { changeTenantSettings, getTenantSettings } from '../tenants/settings.ts'
import { addInterval, changeInterval, removeInterval } from './correct-intervals.ts'
import { readWorkTime } from './read-work-time.ts'
import { listWorkerNames } from './worker-names.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const time = (hour: number) => new Date(Date.UTC(2026, 10, 16) + hour * 3_600_000).toISOString()
const codes = { Ana: '0001', Ben: '0002' }
type Name = keyof typeof codes

/** A shop with two work centers, three operations, and two people with badges. */
const newShop = async () => {
  let now = time(6)
  const tenant = await createTestTenant(database.db, { userName: 'Pat' })
  const planner = withServices(tenant, { now: () => new Date(now) })
  const as = () => withFacts(planner, { requestId: randomUUID() })
  const at = (hour: number) => {
    now = time(hour)
    return as()
  }
  const { version } = await getTenantSettings(planner)
  const settings = { floorIdentification: 'required', separatesMachineTime: true } as const
  await changeTenantSettings(as(), { input: settings, expectedVersion: version })
  const centers = []
  for (const name of ['Saw', 'Weld']) centers.push((await createCategory(as(), { input: { name } })).categoryId)
  const ids = new Map<string, string>()
  for (const [name, code] of Object.entries(codes)) ids.set(name, (await createWorker(as(), { name, code })).workerId)
  const { projectId } = await createProject(as(), { input: {} })
  const operationIds: string[] = []
  for (const name of ['Cut', 'Bend', 'Join']) {
    const input = { name, durationHours: 4, categoryId: centers[0] ?? null }
    operationIds.push((await createOperation(as(), { projectId, input })).operationId)
  }
  const place = { categoryIds: centers, signedInAt: new Date(time(0)) }
  const report = (ctx: TenantContext, operationId: string, fields: Pick<FloorReport, 'kind'> & Partial<FloorReport>) =>
    reportWork(ctx, { place, report: { operationId, reportedAt: now, ...fields } })
  const add = (ctx: TenantContext, operationId: string, input: WorkIntervalInput) =>
    addInterval(ctx, { projectId, operationId, input })
  const spans = async (operationId: string) =>
    (await readWorkTime(planner, { projectId, operationId })).intervals.map(({ workerName, startedAt, endedAt }) => [
      workerName,
      startedAt,
      endedAt,
    ])
  const [cut = '', bend = '', join = ''] = operationIds
  return { planner, at, as, centers, ids, projectId, operationIds, cut, bend, join, report, add, spans }
}
type Shop = Awaited<ReturnType<typeof newShop>>

describe('a person whom a planner names', () => {
  it('the choice lists names without codes', async () => {
    const { planner, ids } = await newShop()
    expect(await listWorkerNames(planner)).toEqual([
      { workerId: ids.get('Ana'), name: 'Ana', isActive: true },
      { workerId: ids.get('Ben'), name: 'Ben', isActive: true },
    ])
  })

  it('an entry by id and an entry by the same name are of one person, whose badge reports overlap with them', async () => {
    const { at, ids, cut, bend, report, add } = await newShop()
    await report(at(8), cut, { kind: 'start', workerCode: codes.Ana })
    await report(at(10), cut, { kind: 'pause', reason: 'Break', workerCode: codes.Ana })
    await report(at(10), bend, { kind: 'start', workerCode: codes.Ben })
    const span = { startedAt: time(9), endedAt: time(11) }
    const refused = /^Ana already has time on Cut of #\d+ then\.$/
    await expect(add(at(12), bend, { ...span, workerId: ids.get('Ana') ?? null })).rejects.toThrow(refused)
    await expect(add(at(12), bend, { ...span, workerName: ' ana ' })).rejects.toThrow(refused)
    const free = { startedAt: time(10), endedAt: time(11) }
    expect(await add(at(12), bend, { ...free, workerName: 'ANA' })).toMatchObject({
      workerId: ids.get('Ana'),
      workerName: 'Ana',
    })
  })

  it('a badge report that arrives late ends where the entry of a planner begins', async () => {
    const { at, cut, bend, report, add, spans } = await newShop()
    await report(at(8), cut, { kind: 'start', workerCode: codes.Ben })
    await add(at(12), cut, { startedAt: time(9), endedAt: time(11), workerName: 'Ana' })
    await report(at(12), bend, { kind: 'start', workerCode: codes.Ana, reportedAt: time(8.5) })
    expect(await spans(bend)).toEqual([['Ana', time(8.5), time(9)]])
  })

  it('someone else keeps a free name, and unknown or ambiguous people are refused', async () => {
    const { at, cut, report, add } = await newShop()
    await report(at(8), cut, { kind: 'start', workerCode: codes.Ben })
    const span = { startedAt: time(8), endedAt: time(9) }
    expect(await add(at(12), cut, { ...span, workerName: 'Cy' })).toMatchObject({ workerId: null, workerName: 'Cy' })
    await expect(add(at(12), cut, { ...span, workerId: randomUUID() })).rejects.toMatchObject({
      problems: [{ path: 'workerId', message: 'Not a person of this organization' }],
    })
    await createWorker(at(12), { name: 'Dee', code: '0003' })
    const other = await createWorker(at(12), { name: 'Dee', code: '0004' })
    await expect(add(at(12), cut, { ...span, workerName: 'dee' })).rejects.toMatchObject({
      problems: [{ path: 'workerName', message: 'Several people have this name. Choose one from the list.' }],
    })
    expect(await add(at(12), cut, { ...span, workerId: other.workerId })).toMatchObject({ workerId: other.workerId })
  })
})

describe('the kind of time', () => {
  it('a report without the setting is stored as the time of both, and a planner is told so', async () => {
    const { planner, at, as, projectId, cut, bend, report, add } = await newShop()
    await report(at(8), cut, { kind: 'start', workerCode: codes.Ana, time: 'machine' })
    const kindOf = async (operationId: string) =>
      (await readWorkTime(planner, { projectId, operationId })).intervals.map((interval) => interval.time)
    expect(await kindOf(cut)).toEqual(['machine'])
    const { version } = await getTenantSettings(planner)
    await changeTenantSettings(as(), { input: { separatesMachineTime: false }, expectedVersion: version })
    await report(at(9), bend, { kind: 'start', workerCode: codes.Ana, time: 'machine' })
    expect(await kindOf(bend)).toEqual(['both'])
    const span = { startedAt: time(8), endedAt: time(8.5), time: 'attended' as const }
    await expect(add(at(9), bend, span)).rejects.toMatchObject({
      problems: [{ path: 'time', message: 'This organization does not tell machine time apart' }],
    })
    // The kind that an interval has already may stay.
    const [running] = (await readWorkTime(planner, { projectId, operationId: cut })).intervals
    const path = { projectId, operationId: cut, intervalId: running?.intervalId ?? '' }
    const corrected = await changeInterval(at(10), { ...path, input: { startedAt: time(7), time: 'machine' } })
    expect(corrected).toMatchObject({ time: 'machine', startedAt: time(7) })
  })
})

/** A step of a random day; what the shop refuses changes nothing. */
type Step = (shop: Shop, hour: number) => Promise<unknown>

const floorStep: fc.Arbitrary<Step> = fc
  .record({
    operation: fc.nat(2),
    kind: fc.constantFrom('start' as const, 'start' as const, 'pause' as const, 'done' as const, 'progress' as const),
    name: fc.constantFrom<Name>('Ana', 'Ben'),
    late: fc.constantFrom(0, 0, 0.5, 3),
  })
  .map(({ operation, kind, name, late }) => async (shop, hour) => {
    const send = () =>
      shop.report(shop.at(hour), shop.operationIds[operation] ?? '', {
        kind,
        ...(kind === 'progress' && { progressPercentage: 50 }),
        ...(kind === 'pause' && { reason: 'Break' }),
        workerCode: codes[name],
        reportedAt: time(hour - late),
      })
    await send()
    // The same report, replayed under another key.
    await send()
  })

const plannerStep: fc.Arbitrary<Step> = fc
  .record({
    operation: fc.nat(2),
    from: fc.double({ min: 0.25, max: 6, noNaN: true }),
    hours: fc.constantFrom(0.5, 1, 2),
    who: fc.constantFrom('Ana', 'ben', 'id of Ana', 'Cy'),
    what: fc.constantFrom('add' as const, 'correct' as const, 'name' as const, 'remove' as const),
  })
  .map(({ operation, from, hours, who, what }) => async (shop, hour) => {
    const path = { projectId: shop.projectId, operationId: shop.operationIds[operation] ?? '' }
    const span = { startedAt: time(hour - from), endedAt: time(Math.min(hour, hour - from + hours)) }
    const person = who === 'id of Ana' ? { workerId: shop.ids.get('Ana') ?? null } : { workerName: who }
    if (what === 'add') return shop.add(shop.at(hour), path.operationId, { ...span, ...person })
    const last = (await readWorkTime(shop.planner, path)).intervals.at(-1)
    if (!last) return
    const one = { ...path, intervalId: last.intervalId }
    if (what === 'remove') return removeInterval(shop.at(hour), one)
    return changeInterval(shop.at(hour), { ...one, input: what === 'name' ? person : span })
  })

const officeStep: fc.Arbitrary<Step> = fc
  .record({ operation: fc.nat(2), what: fc.constantFrom('move', 'hold', 'release', 'finish', 'reopen', 'start') })
  .map(({ operation, what }) => async (shop, hour) => {
    const operationId = shop.operationIds[operation] ?? ''
    const input = {
      move: { categoryId: shop.centers[Math.floor(hour * 4) % 2] ?? null },
      hold: { onHold: true },
      release: { onHold: false },
      finish: { progressPercentage: 100 },
      reopen: { progressPercentage: 40 },
      start: { actualStartDate: time(hour - 2) },
    }[what]
    await changeOperation(shop.at(hour), { projectId: shop.projectId, operationId, input: input ?? {} })
  })

const undoStep: fc.Arbitrary<Step> = fc
  .record({ back: fc.nat(6), verb: fc.constantFrom('undo' as const, 'undo' as const, 'redo' as const) })
  .map(({ back, verb }) => async (shop, hour) => {
    const { rows } = await database.db.withTenant(shop.planner, (tx) =>
      tx.execute<{ id: string }>(sql`select change_id as id from change_sets where tenant_id = ${shop.planner.tenantId}
        order by ordinal desc offset ${back} limit 1`),
    )
    if (rows[0]) await undoChange(shop.at(hour), { changeId: rows[0].id, verb })
  })

/** Pairs of intervals in which one person works on two operations at once, by id or by name. */
const overlaps = async ({ planner: { tenantId }, planner }: Shop) => {
  const { rows } = await database.db.withTenant(planner, (tx) =>
    tx.execute(sql`select a.worker_name, a.started_at, a.ended_at, b.started_at as other_from, b.ended_at as other_to
      from work_intervals a join work_intervals b on b.tenant_id = a.tenant_id and b.interval_id > a.interval_id
        and lower(b.worker_name) = lower(a.worker_name)
      where a.tenant_id = ${tenantId} and a.worker_name <> '' and a.time <> 'machine' and b.time <> 'machine'
        and a.started_at < coalesce(b.ended_at, 'infinity') and b.started_at < coalesce(a.ended_at, 'infinity')`),
  )
  return rows
}

describe('the time of one person', () => {
  it('it never overlaps, over reports sent twice and late, entries, corrections, moves, undo and redo', {
    tags: ['property'],
  }, async () => {
    const steps = fc.oneof(
      { weight: 4, arbitrary: floorStep },
      { weight: 3, arbitrary: plannerStep },
      { weight: 2, arbitrary: officeStep },
      { weight: 3, arbitrary: undoStep },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 4, maxLength: 24 }), async (day) => {
        const shop = await newShop()
        for (const [index, step] of day.entries()) {
          await step(shop, 8 + index / 4).catch((error: unknown) => {
            // A refusal is a rule of the shop; anything else, such as a broken constraint of the database, is a fault.
            expect(error).toHaveProperty('status')
          })
          expect(await overlaps(shop)).toEqual([])
        }
      }),
      { numRuns: propertyRuns(60) },
    )
  })
})
