// @module-tag once
import { randomUUID } from 'node:crypto'
import { count, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stopPostgresServer } from '#testing/postgres-databases.ts'
import { enginesHere, openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { createTestTenant } from '#testing/test-tenant.ts'
import type { TenantContext } from '../context.ts'
import type { Tx } from './database.ts'
import { categories } from './tables/categories.table.ts'
import { historyEntries } from './tables/history.table.ts'
import { shifts } from './tables/shifts.table.ts'
import { users } from './tables/users.table.ts'

afterAll(stopPostgresServer)

describe.each(enginesHere)('organizations on the %s engine', (engineName) => {
  let test_: TestDatabase
  let ours: TenantContext
  let theirs: TenantContext

  const category = (ctx: TenantContext) => ({
    tenantId: ctx.tenantId,
    categoryId: randomUUID(),
    name: randomUUID(),
    color: '#112233',
  })
  const add = (ctx: TenantContext) => test_.db.withTenant(ctx, (tx) => tx.insert(categories).values(category(ctx)))
  const countCategories = async (tx: Tx) => (await tx.select({ n: count() }).from(categories))[0]?.n

  beforeAll(async () => {
    // The limit is for the one test that exceeds it; in memory it would end the database for all other tests.
    test_ = await openTestDatabase({
      engine: engineName,
      ...(engineName === 'postgres' && { statementLimitMs: 3_000 }),
    })
    ours = await createTestTenant(test_.db)
    theirs = await createTestTenant(test_.db)
    await add(ours)
    await add(theirs)
    await add(theirs)
  })
  afterAll(() => test_.close())

  test('see and change only their own rows, without any WHERE', async () => {
    expect(await test_.db.withTenant(ours, countCategories)).toBe(1)
    expect(await test_.db.withTenant(theirs, countCategories)).toBe(2)
    await test_.db.withTenant(ours, (tx) => tx.update(categories).set({ color: '#000000' }))
    const colors = await test_.db.withTenant(theirs, (tx) => tx.select({ color: categories.color }).from(categories))
    expect(colors).toEqual([{ color: '#112233' }, { color: '#112233' }])
    await test_.db.withTenant(ours, (tx) => tx.delete(categories).where(eq(categories.tenantId, theirs.tenantId)))
    expect(await test_.db.withTenant(theirs, countCategories)).toBe(2)
  })

  test('cannot write a row into another organization, nor move one there', async () => {
    const intrude = (tx: Tx) => tx.insert(categories).values(category(theirs))
    await expect(test_.db.withTenant(ours, intrude)).rejects.toMatchObject({
      code: 'internal',
      cause: { code: '42501' },
    })
    const move = (tx: Tx) => tx.update(categories).set({ tenantId: theirs.tenantId })
    await expect(test_.db.withTenant(ours, move)).rejects.toMatchObject({ cause: { code: '42501' } })
    expect(await test_.db.withTenant(theirs, countCategories)).toBe(2)
  })

  test('cannot update or delete their history', async () => {
    const change = (tx: Tx) => tx.update(historyEntries).set({ userName: 'nobody' })
    await expect(test_.db.withTenant(ours, change)).rejects.toMatchObject({ cause: { code: '42501' } })
    await expect(test_.db.withTenant(ours, (tx) => tx.delete(historyEntries))).rejects.toMatchObject({
      cause: { code: '42501' },
    })
  })

  test('never read password hashes', async () => {
    const read = (tx: Tx) => tx.select({ passwordHash: users.passwordHash }).from(users)
    await expect(test_.db.withTenant(ours, read)).rejects.toMatchObject({ cause: { code: '42501' } })
    expect(await test_.db.withTenant(ours, (tx) => tx.select({ userId: users.userId }).from(users))).toEqual([])
  })

  test('are closed to the system path, except for the tables granted to it', async () => {
    const countShifts = (tx: Tx) => tx.select({ n: count() }).from(shifts)
    await expect(test_.db.withSystem(countShifts)).rejects.toMatchObject({ cause: { code: '42501' } })
    const found = await test_.db.withSystem((tx) => tx.execute(sql`select count(*) as n from tenants`))
    expect(found.rows[0]).toEqual({ n: 2 })
  })

  test('cannot be seen outside a transaction of an organization', async () => {
    const { client, release } = await test_.engine.lease()
    const bare = await client.query('select * from categories').then(
      ({ rows }) => rows.length,
      (error: { code: string }) => error.code,
    )
    release(false)
    expect([0, '42501']).toContain(bare)
  })

  test('leave no setting behind in 4,000 transactions, one in seven of them failing', async () => {
    const endings: ((tx: Tx) => Promise<unknown>)[] = [
      (tx: Tx) => tx.execute(sql`select 1/0`),
      () => Promise.reject(new Error('the work gave up')),
      (tx: Tx) => tx.execute(sql`set local app.tenant_id = ''`).then(() => tx.execute(sql`syntax error`)),
    ]
    const one = async (index: number) => {
      const ctx = index % 2 ? ours : theirs
      const ending = index % 7 === 0 ? endings[index % endings.length] : undefined
      await test_.db.withTenant(ctx, ending ?? countCategories).catch(() => undefined)
    }
    for (let start = 0; start < 4_000; start += 20) {
      await Promise.all(Array.from({ length: 20 }, (_, offset) => one(start + offset)))
    }
    const leases = await Promise.all(
      Array.from({ length: engineName === 'postgres' ? 10 : 1 }, () => test_.engine.lease()),
    )
    for (const { client, release } of leases) {
      const { rows } = await client.query(`select coalesce(current_setting('app.tenant_id', true), '') as tenant`, [])
      expect(rows).toEqual([{ tenant: '' }])
      release(false)
    }
    expect(await test_.db.withTenant(ours, countCategories)).toBe(1)
  })

  test('leave no setting behind when a statement exceeds the time limit', async ({ skip }) => {
    // See embedded/safety-kit.test.ts.
    if (engineName === 'embedded') return skip('In memory there is nothing to reopen.')
    const slow = (tx: Tx) => tx.execute(sql`select count(*) from generate_series(1, 1000000000)`)
    await expect(test_.db.withTenant(ours, slow)).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 1 })
    expect(await test_.db.withTenant(theirs, countCategories)).toBe(2)
  })
})
