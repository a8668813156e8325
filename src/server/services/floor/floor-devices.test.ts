import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/registry.ts'
import { hourMs } from '#domain/time/units.ts'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildDevice, signedInDevice } from '#testing/builders/build-device.ts'
import { floorShop, startsAt } from '#testing/floor-shop.ts'
import { floorDevices } from '../../db/tables/floor-devices.table.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { secretHash } from '../credentials/secrets.ts'

const { shop, pass, admin, addWork, queueOf, report, newCode, signIn } = floorShop()

describe('the code of a device', () => {
  it('signs it in once, typed in any case and with or without its dash', async () => {
    const { pairingCode, deviceId } = await newCode()
    expect(pairingCode).toMatch(/^[2-9A-HJKMNP-TW-Z]{4}-[2-9A-HJKMNP-TW-Z]{4}$/)
    const first = await signIn(` ${pairingCode.replace('-', '').toLowerCase()} `)
    expect(JSON.parse(first.body)).toEqual({ deviceId, name: 'Tablet' })
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
      admin().post('/floor-devices', { name: 'Once', categoryIds: [shop.saw] }, { 'Idempotency-Key': 'device-1' })
    const [first, second] = [await ask(), await ask()]
    expect(second.body).toEqual({ ...first.body, pairingCode: null })
    const { secret } = await shop.server.services.db.withSystem(async (tx) => {
      const { rows } = await tx.execute(sql`select d::text as row from floor_devices d`)
      return { secret: JSON.stringify(rows) }
    })
    const code = first.body.pairingCode.replace('-', '')
    expect(secret).toContain(secretHash(code))
    expect(secret).toContain(secretHash(shop.device.floorSecret ?? ''))
    for (const text of [secret, ...shop.server.logs]) {
      expect(text).not.toContain(code)
      expect(text).not.toContain(shop.device.floorSecret)
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
    const made = await admin().post(`/floor-devices/${shop.device.userId}/code`)
    await queueOf()
    const again = await signedInDevice(shop.server.services, shop.tenant.tenantId, made.body.pairingCode)
    expect((await shop.server.as({ ...shop.device }).get('/floor/queue')).status).toBe(401)
    expect((await queueOf(again)).device).toEqual({ deviceId: shop.device.userId, name: 'Saw tablet' })
  })

  it('is made for work centers of the organization only', async () => {
    const other = await shop.server.newTenant()
    const foreign = await buildCategory(await shop.server.contextOf(other.admin))
    const pool = await buildCategory(shop.ctx, { kind: 'pool' })
    for (const categoryIds of [[foreign.categoryId], [pool.categoryId], [shop.saw, foreign.categoryId], []]) {
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
        name: 'Saw tablet',
        status: 'signedIn',
        workCenters: [{ categoryId: shop.saw }],
        createdBy: shop.tenant.admin.name,
        signedInAt: startsAt,
        lastSeenAt: '2026-11-18T15:05:00.000Z',
        codeExpiresAt: null,
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
      const { status } = await shop.server.as({ ...shop.device }).call(method, filled, body)
      expect({ name, status }).toEqual({ name, status: 401 })
    }
    const socket = await shop.server.app.inject({
      url: `/api/live?token=${shop.device.floorSecret}`,
      headers: { upgrade: 'websocket', cookie: `__Host-floor=${shop.device.floorSecret}` },
    })
    expect(socket.statusCode).not.toBe(101)
    await queueOf()
  })

  it('is not opened by a person, and beside a person only the call decides which of the two counts', async () => {
    expect((await admin().get('/floor/queue')).status).toBe(401)
    const both = { ...shop.tenant.planner, floorSecret: shop.device.floorSecret }
    expect((await queueOf(both)).device.deviceId).toBe(shop.device.userId)
    expect((await shop.server.as(both).get('/users/me')).body.id).toBe(shop.tenant.planner.userId)
    const stale = { ...shop.tenant.planner, floorSecret: 'x'.repeat(43) }
    const refused = await shop.server.as(stale).get('/floor/queue')
    expect([refused.status, refused.headers['set-cookie']]).toEqual([401, undefined])
  })

  it('sends nothing that another site could send', async () => {
    const { operationId } = await addWork('Cut', 0)
    const forged = { origin: 'https://evil.example' }
    const body = { operationId, kind: 'start', reportedAt: startsAt }
    expect((await shop.server.as(shop.device).post('/floor/reports', body, forged)).status).toBe(403)
    expect(
      (await shop.server.as(shop.device).post('/floor/reports', body, { 'X-Requested-With': undefined })).status,
    ).toBe(403)
    const text = { 'content-type': 'text/plain' }
    expect((await shop.server.as(shop.device).post('/floor/reports', JSON.stringify(body), text)).status).toBe(403)
  })

  it('ends when it signs out, when an admin removes it, and after 90 days without use', async () => {
    const [first, second] = [
      await buildDevice(shop.ctx, { categoryIds: [shop.saw] }),
      await buildDevice(shop.ctx, { categoryIds: [shop.saw] }),
    ]
    const kept = { ...first }
    expect((await shop.server.as(first).post('/floor/sign-out')).status).toBe(200)
    expect(first.floorSecret).toBeNull()
    expect((await shop.server.as(kept).get('/floor/queue')).status).toBe(401)
    expect((await admin().delete(`/floor-devices/${second.userId}`)).status).toBe(204)
    expect((await shop.server.as({ ...second }).get('/floor/queue')).status).toBe(401)
    await pass(89 * 24 * hourMs)
    await queueOf()
    await pass(90 * 24 * hourMs)
    expect((await shop.server.as({ ...shop.device }).get('/floor/queue')).status).toBe(401)
    const [row] = await shop.server.services.db.withTenant(shop.ctx, (tx) =>
      tx.select().from(floorDevices).where(eq(floorDevices.deviceId, shop.device.userId)),
    )
    expect(row?.credentialHash).not.toBeNull()
  })

  it('ends with its last work center, and with its organization', async () => {
    const bench = (await buildCategory(shop.ctx)).categoryId
    const both = await buildDevice(shop.ctx, { categoryIds: [shop.saw, bench] })
    expect((await admin().delete(`/categories/${bench}`)).status).toBe(204)
    expect((await queueOf(both)).workCenters).toHaveLength(1)
    expect((await admin().delete(`/categories/${shop.saw}`)).status).toBe(204)
    for (const actor of [both, shop.device]) {
      expect((await shop.server.as({ ...actor }).get('/floor/queue')).status).toBe(401)
      expect((await report(crypto.randomUUID(), { kind: 'start' }, undefined, { ...actor })).status).toBe(401)
    }
    expect((await admin().post('/changes/undo-last', { asksBeforeRun: true })).status).toBe(200)
    await queueOf()
    await shop.server.services.db.withSystem((tx) =>
      tx.update(tenants).set({ status: 'Archived' }).where(eq(tenants.tenantId, shop.tenant.tenantId)),
    )
    expect((await shop.server.as({ ...shop.device }).get('/floor/queue')).status).toBe(401)
  })
})
