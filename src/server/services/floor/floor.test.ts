import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FloorReport } from '#contract/floor.ts'
import type { OperationInput } from '#contract/operations.ts'
import { endpoints } from '#contract/registry.ts'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildDevice, signedInDevice } from '#testing/builders/build-device.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import type { Actor } from '#testing/builders/build-user.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import type { TenantContext } from '../../context.ts'
import { floorDevices } from '../../db/tables/floor-devices.table.ts'
import { idempotencyKeys } from '../../db/tables/idempotency.table.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { secretHash } from '../credentials/secrets.ts'

const hourMs = 3_600_000
/** A Wednesday, 9 in the morning where the organization works. */
const startsAt = '2026-11-18T15:00:00.000Z'

let server: TestServer
let tenant: TestTenant
let ctx: TenantContext
let saw: string
let device: Actor
beforeAll(async () => {
  server = await startServer()
})
beforeEach(async () => {
  server.clock.set(startsAt)
  tenant = await server.newTenant({ timeZone: 'America/Chicago' })
  ctx = await server.contextOf(tenant.admin)
  saw = (await buildCategory(ctx, { name: `Saw ${tenant.tenantId.slice(0, 8)}` })).categoryId
  device = await buildDevice(ctx, { name: 'Saw tablet', categoryIds: [saw] })
})
afterAll(() => server.close())

/** Time passes, and the sessions of the people stay in use. */
const pass = async (ms: number) => {
  server.clock.advance(ms)
  const now = server.clock.now().toISOString()
  await server.services.db.withSystem((tx) =>
    tx.execute(
      sql`update sessions set last_seen_at = ${now}::timestamptz, expires_at = ${now}::timestamptz + interval '7 days'`,
    ),
  )
}

const admin = () => server.as(tenant.admin)
const planner = () => server.as(tenant.planner)

/** An operation at the saw (or elsewhere), planned from `startsInHours` on for eight hours. */
const addWork = async (name: string, startsInHours: number | null, fields: OperationInput = {}, projectId?: string) => {
  const project = projectId ?? (await buildProject(ctx)).projectId
  const at = (hours: number) => new Date(Date.parse(startsAt) + hours * hourMs).toISOString()
  const dates =
    startsInHours === null
      ? {}
      : { scheduledStartDate: at(startsInHours), scheduledEndDate: at(startsInHours + 8), pinned: true }
  const { operationId } = await buildOperation(ctx, project, { name, categoryId: saw, ...dates, ...fields })
  const path = `/project-operations/projects/${project}/operations/${operationId}`
  return { projectId: project, operationId, path, read: async () => (await planner().get(path)).body }
}

const queueOf = async (actor: Actor = device) => {
  const { status, body, text } = await server.as(actor).get('/floor/queue')
  expect(status, text).toBe(200)
  return body
}
const cardsOf = async () => (await queueOf()).workCenters[0].operations
const report = (operationId: string, fields: Partial<FloorReport>, key?: string, actor: Actor = device) =>
  server
    .as(actor)
    .post(
      '/floor/reports',
      { operationId, reportedAt: server.clock.now().toISOString(), ...fields },
      key === undefined ? {} : { 'Idempotency-Key': key },
    )
const newCode = async (input: object = {}) => {
  const made = await admin().post('/floor-devices', { name: 'Tablet', categoryIds: [saw], ...input })
  expect(made.status, made.text).toBe(201)
  return made.body
}
const signIn = (code: string, remoteAddress = '127.0.0.1') =>
  server.app.inject({
    ...{ method: 'POST', url: '/api/floor/sign-in', remoteAddress, payload: JSON.stringify({ code }) },
    headers: {
      ...{ host: 'localhost:3001', origin: 'http://localhost:3001', 'x-requested-with': 'test' },
      'content-type': 'application/json',
    },
  })

describe('the code of a device', () => {
  it('signs it in once, typed in any case and with or without its dash', async () => {
    const { pairingCode, deviceId } = await newCode()
    expect(pairingCode).toMatch(/^[2-9A-HJKMNP-TW-Z]{4}-[2-9A-HJKMNP-TW-Z]{4}$/)
    const first = await signIn(` ${pairingCode.replace('-', '').toLowerCase()} `)
    expect(first.json()).toEqual({ deviceId, name: 'Tablet' })
    const [cookie] = [first.headers['set-cookie']].flat()
    expect(cookie).toMatch(/^__Host-floor=[\w-]{43}; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/)
    expect((await signIn(pairingCode)).statusCode).toBe(401)
  })

  it('gets the same answer when it is wrong, used or expired', async () => {
    const used = await newCode()
    await signIn(used.pairingCode)
    const expired = await newCode()
    await pass(15 * 60_000)
    const answers = []
    for (const code of ['AAAA-AAAA', '', used.pairingCode, expired.pairingCode]) {
      const { statusCode, headers, body } = await signIn(code)
      answers.push([statusCode, headers['set-cookie'], body.replace(/"requestId":"[^"]*"/, '')])
    }
    expect(answers[0]?.[0]).toBe(401)
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  })

  it('is used once by two devices at the same time', async () => {
    const { pairingCode } = await newCode()
    const answers = await Promise.all([1, 2, 3].map(() => signIn(pairingCode)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 401, 401])
  })

  it('is stored as a hash, like the cookie, and kept in no answer', async () => {
    const ask = () =>
      admin().post('/floor-devices', { name: 'Once', categoryIds: [saw] }, { 'Idempotency-Key': 'device-1' })
    const [first, second] = [await ask(), await ask()]
    expect(second.body).toEqual({ ...first.body, pairingCode: null })
    const { secret } = await server.services.db.withSystem(async (tx) => {
      const { rows } = await tx.execute(sql`select d::text as row from floor_devices d`)
      return { secret: JSON.stringify(rows) }
    })
    const code = first.body.pairingCode.replace('-', '')
    expect(secret).toContain(secretHash(code))
    expect(secret).toContain(secretHash(device.floorSecret ?? ''))
    for (const text of [secret, ...server.logs]) {
      expect(text).not.toContain(code)
      expect(text).not.toContain(device.floorSecret)
    }
  })

  it('waits after five wrong attempts, and after a hundred from one address', async () => {
    for (let count = 0; count < 5; count += 1) expect((await signIn('WRNG-WRNG', '203.0.113.9')).statusCode).toBe(401)
    expect((await signIn('WRNG-WRNG', '203.0.113.8')).statusCode).toBe(429)
    for (let count = 0; count < 95; count += 1) await signIn(`W${count}`, '203.0.113.9')
    const refused = await signIn((await newCode()).pairingCode, '203.0.113.9')
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
    expect((await signIn((await newCode()).pairingCode, '203.0.113.10')).statusCode).toBe(200)
  })

  it('of a new sign-in ends the one before; until then that stays', async () => {
    const made = await admin().post(`/floor-devices/${device.userId}/code`)
    await queueOf()
    const again = await signedInDevice(server.services, tenant.tenantId, made.body.pairingCode)
    expect((await server.as({ ...device }).get('/floor/queue')).status).toBe(401)
    expect((await queueOf(again)).device).toEqual({ deviceId: device.userId, name: 'Saw tablet' })
  })

  it('is made for work centers of the organization only', async () => {
    const other = await server.newTenant()
    const foreign = await buildCategory(await server.contextOf(other.admin))
    const pool = await buildCategory(ctx, { kind: 'pool' })
    for (const categoryIds of [[foreign.categoryId], [pool.categoryId], [saw, foreign.categoryId], []]) {
      expect((await admin().post('/floor-devices', { name: 'Tablet', categoryIds })).status).toBe(400)
    }
  })
})

describe('a device', () => {
  it('is listed with its work centers, its state and when it was last seen, and named in the audit log', async () => {
    const waiting = await newCode({ name: 'A waiting one' })
    await pass(5 * 60_000)
    await queueOf()
    const { body } = await admin().get('/floor-devices')
    expect(body).toMatchObject([
      { deviceId: waiting.deviceId, status: 'waiting', signedInAt: null, lastSeenAt: null },
      {
        ...{ name: 'Saw tablet', status: 'signedIn', workCenters: [{ categoryId: saw }], createdBy: tenant.admin.name },
        ...{ signedInAt: startsAt, lastSeenAt: '2026-11-18T15:05:00.000Z', codeExpiresAt: null },
      },
    ])
    expect(JSON.stringify(body)).not.toContain('Hash')
    await pass(15 * 60_000)
    expect((await admin().get('/floor-devices')).body[0].status).toBe('codeExpired')
    const { entries } = (await admin().get('/admin/history')).body
    expect(entries.flatMap(({ changes }: { changes: object[] }) => changes).slice(0, 3)).toEqual([
      { field: 'floorDevice', from: null, to: 'A waiting one' },
      { field: 'floorDevice', from: null, to: 'Saw tablet signed in' },
      { field: 'floorDevice', from: null, to: 'Saw tablet' },
    ])
  })

  it('opens the calls of the shop floor and no other', async () => {
    const others = endpoints.filter(({ access }) => !['device', 'public', 'calendarFeed'].includes(access))
    expect(others.length).toBeGreaterThan(100)
    for (const { name, method, path } of others) {
      const filled = path.replaceAll(/:\w+/g, '5b1d5b1d-0000-4000-8000-000000000000')
      const body = method === 'GET' || method === 'DELETE' ? undefined : {}
      const { status } = await server.as({ ...device }).call(method, filled, body)
      expect({ name, status }).toEqual({ name, status: 401 })
    }
    const socket = await server.app.inject({
      url: `/api/live?token=${device.floorSecret}`,
      headers: { upgrade: 'websocket', cookie: `__Host-floor=${device.floorSecret}` },
    })
    expect(socket.statusCode).not.toBe(101)
    await queueOf()
  })

  it('is not opened by a person, and beside a person only the call decides which of the two counts', async () => {
    expect((await admin().get('/floor/queue')).status).toBe(401)
    const both = { ...tenant.planner, floorSecret: device.floorSecret }
    expect((await queueOf(both)).device.deviceId).toBe(device.userId)
    expect((await server.as(both).get('/users/me')).body.id).toBe(tenant.planner.userId)
    const stale = { ...tenant.planner, floorSecret: 'x'.repeat(43) }
    expect((await server.as(stale).get('/floor/queue')).status).toBe(401)
    expect([stale.floorSecret, stale.sessionSecret]).toEqual([null, tenant.planner.sessionSecret])
  })

  it('sends nothing that another site could send', async () => {
    const { operationId } = await addWork('Cut', 0)
    const forged = { origin: 'https://evil.example' }
    const body = { operationId, kind: 'start', reportedAt: startsAt }
    expect((await server.as(device).post('/floor/reports', body, forged)).status).toBe(403)
    expect((await server.as(device).post('/floor/reports', body, { 'X-Requested-With': undefined })).status).toBe(403)
    const text = { 'content-type': 'text/plain' }
    expect((await server.as(device).post('/floor/reports', JSON.stringify(body), text)).status).toBe(403)
  })

  it('ends when it signs out, when an admin removes it, and after 90 days without use', async () => {
    const [first, second] = [
      await buildDevice(ctx, { categoryIds: [saw] }),
      await buildDevice(ctx, { categoryIds: [saw] }),
    ]
    const kept = { ...first }
    expect((await server.as(first).post('/floor/sign-out')).status).toBe(200)
    expect(first.floorSecret).toBeNull()
    expect((await server.as(kept).get('/floor/queue')).status).toBe(401)
    expect((await admin().delete(`/floor-devices/${second.userId}`)).status).toBe(204)
    expect((await server.as({ ...second }).get('/floor/queue')).status).toBe(401)
    await pass(89 * 24 * hourMs)
    await queueOf()
    await pass(90 * 24 * hourMs)
    expect((await server.as({ ...device }).get('/floor/queue')).status).toBe(401)
    const [row] = await server.services.db.withTenant(ctx, (tx) =>
      tx.select().from(floorDevices).where(eq(floorDevices.deviceId, device.userId)),
    )
    expect(row?.credentialHash).not.toBeNull()
  })

  it('ends with its last work center, and with its organization', async () => {
    const bench = (await buildCategory(ctx)).categoryId
    const both = await buildDevice(ctx, { categoryIds: [saw, bench] })
    expect((await admin().delete(`/categories/${bench}`)).status).toBe(204)
    expect((await queueOf(both)).workCenters).toHaveLength(1)
    expect((await admin().delete(`/categories/${saw}`)).status).toBe(204)
    for (const actor of [both, device]) {
      expect((await server.as({ ...actor }).get('/floor/queue')).status).toBe(401)
      expect((await report(crypto.randomUUID(), { kind: 'start' }, undefined, { ...actor })).status).toBe(401)
    }
    expect((await admin().post('/changes/undo-last', { asksBeforeRun: true })).status).toBe(200)
    await queueOf()
    await server.services.db.withSystem((tx) =>
      tx.update(tenants).set({ status: 'Archived' }).where(eq(tenants.tenantId, tenant.tenantId)),
    )
    expect((await server.as({ ...device }).get('/floor/queue')).status).toBe(401)
  })
})

describe('the queue of a device', () => {
  it('holds the open work of its work centers in forecast order: today, then the next five, then a number', async () => {
    const bench = (await buildCategory(ctx, { name: `Bench ${tenant.tenantId.slice(0, 8)}` })).categoryId
    await addWork('Elsewhere', 1, { categoryId: bench })
    await addWork('Tonight', 8)
    await addWork('Now', 1)
    await addWork('Overdue', -200)
    await addWork('Done', -100, { progressPercentage: 100 })
    await addWork('Begun', 300, { progressPercentage: 40, pinned: false })
    for (const day of [2, 3, 4, 5, 6, 7, 8]) await addWork(`Day ${day}`, day * 24)
    const cancelled = await addWork('Cancelled', 1)
    await planner().put(`/projects/${cancelled.projectId}`, { currentPhase: 'cancelled' })
    const { workCenters, timeZone, now, device: shown } = await queueOf()
    expect({ timeZone, now, shown }).toEqual({
      ...{ timeZone: 'America/Chicago', now: startsAt },
      shown: { deviceId: device.userId, name: 'Saw tablet' },
    })
    expect(workCenters).toHaveLength(1)
    const named = (section: string) =>
      workCenters[0].operations
        .filter((card: { section: string }) => card.section === section)
        .map(({ name }: { name: string }) => name)
    expect(named('today').toSorted()).toEqual(['Begun', 'Now', 'Overdue', 'Tonight'])
    const starts = workCenters[0].operations.map(
      ({ forecastStartDate }: { forecastStartDate: string }) => forecastStartDate,
    )
    const today = named('today').length
    expect(starts.slice(0, today)).toEqual(starts.slice(0, today).toSorted())
    expect(named('next')).toEqual(['Day 2', 'Day 3', 'Day 4', 'Day 5', 'Day 6'])
    expect(workCenters[0].moreCount).toBe(2)
  })

  it('says what an operation waits for, needs and holds, and how much is left', async () => {
    const { projectId } = await buildProject(ctx, { projectName: 'Press', projectNumber: 'P-7' })
    const first = await addWork('Prepare', 0, {}, projectId)
    const crane = await buildCategory(ctx, { name: `Crane ${tenant.tenantId.slice(0, 8)}`, kind: 'pool' })
    const { operationId } = await addWork(
      'Cut',
      4,
      {
        ...{ durationHours: 8, progressPercentage: 0, quantity: 12, notes: 'Blade 4', poolId: crane.categoryId },
        ...{ materialReadyDate: '2026-12-01T14:00:00.000Z', materialNote: 'Bars', dependencies: [first.operationId] },
        ...{ onHold: true, holdReason: 'No drawing' },
      },
      projectId,
    )
    const card = (await cardsOf()).find((one: { operationId: string }) => one.operationId === operationId)
    expect(card).toMatchObject({
      ...{ projectNumber: 'P-7', projectName: 'Press', name: 'Cut', status: 'On Hold', holdReason: 'No drawing' },
      ...{ hoursLeft: 8, quantity: 12, notes: 'Blade 4', poolName: crane.name, waitsFor: ['Prepare'] },
      ...{ materialReadyDate: '2026-12-01T14:00:00.000Z', materialNote: 'Bars', section: 'today' },
    })
  })
})

describe('a report of a device', () => {
  it('starts, advances and ends work at the times when the buttons were pressed', async () => {
    const { operationId, read } = await addWork('Cut', 0)
    await pass(2 * hourMs)
    const ago = (minutes: number) => new Date(server.clock.now().getTime() - minutes * 60_000).toISOString()
    const sent: [Partial<FloorReport>, object][] = [
      [
        { kind: 'start', reportedAt: ago(90) },
        { status: 'In Progress', progressPercentage: 0, actualStartDate: ago(90) },
      ],
      [
        { kind: 'progress', progressPercentage: 50, reportedAt: ago(60) },
        { progressPercentage: 50, actualStartDate: ago(90) },
      ],
      [{ kind: 'note', note: ' Blade is dull ' }, { notes: 'Saw tablet: Blade is dull' }],
      [{ kind: 'note', note: 'Changed it' }, { notes: 'Saw tablet: Blade is dull\nSaw tablet: Changed it' }],
      [
        { kind: 'hold', reason: 'Machine down' },
        { status: 'On Hold', holdReason: 'Machine down' },
      ],
      [{ kind: 'resume' }, { status: 'In Progress', holdReason: '' }],
      [
        { kind: 'done', reportedAt: ago(10) },
        { status: 'Completed', actualStartDate: ago(90), actualEndDate: ago(10) },
      ],
    ]
    for (const [fields, expected] of sent) {
      const answer = await report(operationId, fields)
      expect([answer.status, answer.text], fields.kind).toEqual([200, expect.stringContaining(operationId)])
      expect(await read(), fields.kind).toMatchObject(expected)
    }
    expect(await cardsOf()).toEqual([])
    const { body } = await planner().get(`/history?entityId=${operationId}`)
    expect(body.entries).toHaveLength(8)
    for (const entry of body.entries.slice(0, 7)) {
      expect(entry).toMatchObject({ source: 'floor', userName: 'Saw tablet', userId: device.userId, reversal: 'undo' })
    }
  })

  it('is undone by a planner like any change', async () => {
    const { operationId, read } = await addWork('Cut', 0)
    await report(operationId, { kind: 'hold', reason: 'Machine down' })
    const [{ changeId }] = (await planner().get(`/history?entityId=${operationId}`)).body.entries
    expect((await planner().post(`/changes/${changeId}/undo`)).status).toBe(200)
    expect(await read()).toMatchObject({ onHold: false, holdReason: '', status: 'Pending' })
    expect((await planner().post(`/changes/${changeId}/redo`)).status).toBe(200)
    expect(await read()).toMatchObject({ onHold: true, holdReason: 'Machine down' })
  })

  it('has one effect when it is sent twice, also when its answer was lost', async () => {
    const { operationId, read } = await addWork('Cut', 0)
    const note = { kind: 'note', note: 'Once' } as const
    const reportedAt = server.clock.now().toISOString()
    const send = () => report(operationId, { ...note, reportedAt }, 'report-1')
    const [first, second] = [await send(), await send()]
    expect([first.status, second.status, second.body]).toEqual([200, 200, first.body])
    expect(second.headers['idempotency-replayed']).toBe('true')
    expect((await report(operationId, { ...note, note: 'Another' }, 'report-1')).status).toBe(422)
    expect((await read()).notes).toBe('Saw tablet: Once')
    // Kept for as long as a report may wait for the network.
    await pass(47 * hourMs)
    expect((await send()).body).toEqual(first.body)
    expect((await read()).notes).toBe('Saw tablet: Once')
    // The same key of another device is another key.
    const other = await buildDevice(ctx, { categoryIds: [saw] })
    expect(
      (await report(operationId, { ...note, reportedAt: server.clock.now().toISOString() }, 'report-1', other)).status,
    ).toBe(200)
    const keys = await server.services.db.withTenant(ctx, (tx) => tx.select().from(idempotencyKeys))
    expect(keys.map(({ key, userId }) => [key, userId]).toSorted()).toEqual(
      [device, other].map(({ userId }) => ['report-1', userId]).toSorted(),
    )
  })

  it('counts as now when the clock of the device is ahead, and is refused when it is too old or from before the sign-in', async () => {
    const { operationId, read } = await addWork('Cut', 0)
    const at = (hours: number) => new Date(server.clock.now().getTime() + hours * hourMs).toISOString()
    const early = await report(operationId, { kind: 'start', reportedAt: at(-0.5) })
    expect([early.status, early.body.error]).toEqual([422, expect.stringContaining('before the device signed in')])
    await pass(50 * hourMs)
    const late = await report(operationId, { kind: 'start', reportedAt: at(-48.1) })
    expect([late.status, late.body.error]).toEqual([422, expect.stringContaining('more than 48 hours ago')])
    expect((await read()).actualStartDate).toBeNull()
    expect((await report(operationId, { kind: 'start', reportedAt: at(3) })).body.at).toBe(at(0))
    expect((await read()).actualStartDate).toBe(at(0))
  })

  it('about work that it does not see is a 404, as for unknown work', async () => {
    const bench = (await buildCategory(ctx)).categoryId
    const elsewhere = await addWork('Elsewhere', 0, { categoryId: bench })
    const nowhere = await addWork('Nowhere', 0, { categoryId: null })
    const other = await server.newTenant()
    const theirs = await server.contextOf(other.admin)
    const foreign = await buildOperation(theirs, (await buildProject(theirs)).projectId, { name: 'Theirs' })
    for (const id of [elsewhere, nowhere, foreign].map(({ operationId }) => operationId).concat(crypto.randomUUID())) {
      const { status, body } = await report(id, { kind: 'done' })
      expect([status, body.error]).toEqual([404, 'Not found.'])
    }
    expect((await elsewhere.read()).status).toBe('Pending')
  })

  it('that does not fit any more is refused with the reason', async () => {
    const { operationId, path, projectId } = await addWork('Cut', 0)
    const errorOf = async (fields: Partial<FloorReport>) => {
      const { status, body } = await report(operationId, fields)
      return `${status} ${body.error ?? ''}`
    }
    expect(await errorOf({ kind: 'resume' })).toBe('422 It is not on hold any more.')
    await planner().put(path, { onHold: true })
    expect(await errorOf({ kind: 'start' })).toBe('422 It is on hold. Resume it first.')
    expect(await errorOf({ kind: 'hold', reason: 'Again' })).toBe('422 It is on hold already.')
    await planner().put(path, { onHold: false, progressPercentage: 20 })
    expect(await errorOf({ kind: 'start' })).toBe('422 It was started already.')
    await planner().put(path, { progressPercentage: 100 })
    expect(await errorOf({ kind: 'done' })).toBe('422 It is done already.')
    expect(await errorOf({ kind: 'note', note: 'Behind the rack' })).toBe('200 ')
    await planner().put(path, { progressPercentage: 20 })
    await planner().put(`/projects/${projectId}`, { currentPhase: 'cancelled' })
    expect(await errorOf({ kind: 'done' })).toBe('422 Its project is not worked on any more: Cancelled.')
  })

  it('names what its kind needs, and nothing else counts', async () => {
    const { operationId, read } = await addWork('Cut', 0)
    for (const fields of [
      ...[{ kind: 'progress' }, { kind: 'progress', progressPercentage: 100 }, { kind: 'hold' }, { kind: 'note' }],
      ...[
        { kind: 'hold', reason: ' ' },
        { kind: 'note', note: ' ' },
        { kind: 'note', note: 'x'.repeat(501) },
      ],
      ...[{ kind: 'start', reportedAt: 'yesterday' }, { kind: 'remove' }],
    ]) {
      expect((await report(operationId, fields as Partial<FloorReport>)).status, JSON.stringify(fields)).toBe(400)
    }
    expect(await read()).toMatchObject({ status: 'Pending', version: 1 })
  })
})

describe('the hold reason', () => {
  it('is forgotten with the hold, also when a planner releases or completes the work', async () => {
    const { operationId, path, read } = await addWork('Cut', 0)
    await report(operationId, { kind: 'hold', reason: 'Machine down' })
    await planner().put(path, { notes: 'Seen' })
    expect(await read()).toMatchObject({ holdReason: 'Machine down' })
    await planner().put(path, { onHold: false })
    expect(await read()).toMatchObject({ holdReason: '' })
    await report(operationId, { kind: 'hold', reason: 'Machine down' })
    await report(operationId, { kind: 'done' })
    expect(await read()).toMatchObject({ status: 'Completed', holdReason: '' })
  })
})
