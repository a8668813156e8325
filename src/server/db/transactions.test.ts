// @module-tag once
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stopPostgresServer } from '#testing/postgres-databases.ts'
import { enginesHere, openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { createTestTenant, testTenantContext } from '#testing/test-tenant.ts'
import type { TenantContext } from '../context.ts'
import { logSlowStatements } from '../measure.ts'
import type { Tx } from './database.ts'
import { notify } from './notify.ts'
import { categories } from './tables/categories.table.ts'
import { shifts } from './tables/shifts.table.ts'

afterAll(stopPostgresServer)

describe.each(enginesHere)('transactions on the %s engine', (engineName) => {
  let opened: TestDatabase
  let ctx: TenantContext

  const row = (name: string = randomUUID()) => ({
    tenantId: ctx.tenantId,
    categoryId: randomUUID(),
    name,
    color: '#fff',
  })
  const names = () => opened.db.withTenant(ctx, (tx) => tx.select({ name: categories.name }).from(categories))

  beforeAll(async () => {
    opened = await openTestDatabase({ engine: engineName })
    ctx = await createTestTenant(opened.db)
  })
  afterAll(() => opened.close())

  test('commit all writes of their work, or none', async () => {
    await opened.db.withTenant(ctx, (tx) => tx.insert(categories).values(row('kept')))
    const failing = opened.db.withTenant(ctx, async (tx) => {
      await tx.insert(categories).values(row('lost'))
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await names()).toEqual([{ name: 'kept' }])
  })

  test('are logged with the statements that took long, and never with a value', async () => {
    const lines: { ms?: number }[] = []
    const ask = (seconds: number) =>
      opened.db.withTenant(ctx, (tx) => tx.execute(sql`select pg_sleep(${seconds}), ${'a secret'}::text as said`))
    const stop = logSlowStatements({ warn: (facts) => void lines.push(facts) }, 200)
    await ask(0.3)
    await ask(0)
    stop()
    await ask(0.3)
    expect(lines).toEqual([{ statement: 'select pg_sleep($1), $2::text as said', ms: expect.any(Number) }])
    expect(lines[0]?.ms).toBeGreaterThanOrEqual(200)
  })

  test('nest as savepoints', async () => {
    await opened.db.withTenant(ctx, async (tx) => {
      const inner = tx.transaction(async (nested) => {
        await nested.insert(categories).values(row('inner'))
        throw new Error('only this part')
      })
      await expect(inner).rejects.toThrow('only this part')
      await tx.insert(categories).values(row('outer'))
    })
    expect((await names()).map(({ name }) => name).sort()).toEqual(['kept', 'outer'])
  })

  test('refuse a second transaction inside them at once, instead of waiting forever', async () => {
    const nested = opened.db.withTenant(ctx, () => opened.db.withSystem(async () => 'never'))
    await expect(nested).rejects.toThrow('use its tx')
    await expect(opened.db.withTenant(ctx, () => opened.db.checkReady())).rejects.toThrow('use its tx')
  })

  test('may be followed by a transaction that their work started', async () => {
    const ended = Promise.withResolvers<void>()
    let later: Promise<unknown> = Promise.resolve()
    await opened.db.withTenant(ctx, async () => {
      later = ended.promise.then(names)
    })
    ended.resolve()
    await expect(later).resolves.toHaveLength(2)
  })

  test('run concurrent statements in the order they were requested', async () => {
    const warnings: string[] = []
    const hear = ({ message }: Error) => warnings.push(message)
    process.on('warning', hear)
    const seen = await opened.db.withTenant(ctx, (tx) =>
      Promise.all([
        tx.execute(sql`select set_config('app.step', '1', true) as step, current_setting('app.tenant_id') as tenant`),
        tx.execute(sql`select current_setting('app.step') || '2' as step, set_config('app.step', '2', true)`),
        tx.execute(sql`select current_setting('app.step') || '3' as step`),
      ]),
    )
    expect(seen.map(({ rows }) => rows[0]?.step)).toEqual(['1', '12', '23'])
    expect(seen[0].rows[0]?.tenant).toBe(ctx.tenantId)
    const failing = opened.db.withTenant(ctx, (tx) =>
      Promise.all([tx.insert(categories).values(row('half')), tx.execute(sql`select 1/0`), tx.execute(sql`select 1`)]),
    )
    await expect(failing).rejects.toMatchObject({ code: 'bad_request' })
    expect((await names()).map(({ name }) => name)).not.toContain('half')
    await new Promise((resolve) => setImmediate(resolve))
    process.off('warning', hear)
    expect(warnings.filter((warning) => warning.includes('client.query'))).toEqual([])
  })

  test('make their tx unusable when they end', async () => {
    const leaked = await opened.db.withTenant(ctx, async (tx) => ({ tx }))
    await expect(leaked.tx.select().from(categories)).rejects.toMatchObject({
      cause: { message: expect.stringContaining('has ended') },
    })
  })

  test('do not report success when an error was swallowed', async () => {
    const swallowing = opened.db.withTenant(ctx, async (tx) => {
      await tx.execute(sql`select 1/0`).catch(() => undefined)
    })
    await expect(swallowing).rejects.toThrow('nothing was saved')
  })

  test('run side by side without mixing their settings', async () => {
    const read = async (_: unknown, index: number) => {
      const one = testTenantContext(opened.db)
      const seen = await opened.db.withTenant(index % 2 ? one : ctx, (tx) =>
        tx.execute(sql`select current_setting('app.tenant_id') as tenant`),
      )
      expect(seen.rows[0]?.tenant).toBe(index % 2 ? one.tenantId : ctx.tenantId)
    }
    await Promise.all(Array.from({ length: 200 }, read))
  })

  test('turn database errors into answers without internal details', async () => {
    const attempt = (work: (tx: Tx) => Promise<unknown>) =>
      opened.db.withTenant(ctx, work).then(
        () => 'no error',
        (error) => error,
      )
    const secret = 'secret-value'
    await attempt((tx) => tx.insert(categories).values(row(secret)))
    const duplicate = await attempt((tx) => tx.insert(categories).values(row(secret)))
    expect(duplicate).toMatchObject({ code: 'conflict', cause: { code: '23505', constraint: 'categories_name_key' } })
    const orphan = await attempt((tx) => tx.insert(categories).values({ ...row(), shiftId: randomUUID() }))
    expect(orphan).toMatchObject({ code: 'rule', cause: { code: '23503' } })
    const unreadable = await attempt((tx) => tx.execute(sql`select ${secret}::uuid`))
    expect(unreadable).toMatchObject({ code: 'bad_request', status: 400 })
    const broken = await attempt((tx) => tx.select({ nope: sql`no_such_column` }).from(shifts))
    expect(broken).toMatchObject({ code: 'internal', cause: { code: '42703' } })
    const full = await attempt((tx) => tx.execute(sql`do $$ begin raise 'no room' using errcode = '53100'; end $$`))
    expect(full).toMatchObject({ code: 'storage_full', status: 507 })
    for (const error of [duplicate, orphan, unreadable, broken]) {
      const everything = `${error.stack} ${JSON.stringify(error)} ${error.cause.stack} ${JSON.stringify(error.cause)}`
      expect(everything).not.toContain(secret)
      expect(everything).not.toMatch(/insert into|select "|params/i)
    }
  })

  test('notify every listener at the commit, and never of rolled back work', async () => {
    const heard: string[] = []
    const stop = await opened.db.listen('test_channel', { onMessage: (payload) => heard.push(payload) })
    await opened.db.withTenant(ctx, (tx) => notify(tx, 'test_channel', 'committed'))
    await opened.db
      .withTenant(ctx, async (tx) => {
        await notify(tx, 'test_channel', 'rolled back')
        throw new Error('no')
      })
      .catch(() => undefined)
    await opened.db.withSystem((tx) => notify(tx, 'test_channel', 'by the system'))
    await expect.poll(() => heard).toEqual(['committed', 'by the system'])
    await stop()
  })

  test('read the same values on both engines', async () => {
    const { rows } = await opened.db.withTenant(ctx, (tx) =>
      tx.execute(sql`select 9007199254740993::int8 as huge, count(*) as n, 1.50::numeric as amount, 0.1::float8 as ratio,
        '2099-12-31'::date as day, '2026-03-29T01:30:00Z'::timestamptz as at, '{"a":[1]}'::jsonb as doc, array['x','y'] as list,
        array[1,2] as numbers, true as yes, null as nothing from categories where false`),
    )
    expect(rows).toEqual([
      {
        huge: 9007199254740993n,
        n: 0,
        amount: '1.50',
        ratio: 0.1,
        day: '2099-12-31',
        at: '2026-03-29 01:30:00+00',
        doc: { a: [1] },
        list: ['x', 'y'],
        numbers: [1, 2],
        yes: true,
        nothing: null,
      },
    ])
  })

  test('report ready while the schema is current', async () => {
    await expect(opened.db.checkReady()).resolves.toBeUndefined()
  })
})
