import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { enginesHere, openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import type { Tx } from './db/database.ts'
import type { Lease } from './db/engine.ts'
import { CallerLeftError, forEverybody, whileAwaited } from './waiting-caller.ts'

const one = (tx: Tx) => tx.execute<{ one: number }>(sql`select 1 as one`)
const opening = 'begin'

describe.each(enginesHere)('work whose caller has left, on %s', (engineName) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openTestDatabase({ engine: engineName })
  })
  afterAll(() => database.close())

  /** Takes every connection there is. */
  const holdAll = async () => {
    const held: Lease[] = await Promise.all(
      Array.from({ length: engineName === 'postgres' ? 10 : 1 }, () => database.engine.lease('short', opening)),
    )
    return async () => {
      for (const lease of held) {
        await lease.commit()
        lease.release(false)
      }
    }
  }

  test.each(['short', 'long'] as const)('with a %s turn does not begin, and blocks no other caller', async (turn) => {
    const letGo = await holdAll()
    const caller = new AbortController()
    const began = vi.fn(one)
    const waiting = whileAwaited(caller.signal, () => database.engine.lease(turn, opening, caller.signal))
    const reading = whileAwaited(caller.signal, () => database.db.readSystem(began))
    const gone = Promise.allSettled([waiting, reading])
    caller.abort()
    // On the embedded database the caller leaves the queue at once; in the pool it leaves when its turn comes.
    if (engineName === 'embedded') await gone
    await letGo()
    for (const { status, ...rest } of await gone) {
      expect([status, rest]).toMatchObject(['rejected', { reason: expect.any(CallerLeftError) }])
    }
    expect(began).not.toHaveBeenCalled()
    // No connection was lost: all of them are available again, and the next reader is answered.
    await (await holdAll())()
    expect((await database.db.readSystem(one)).rows).toEqual([{ one: 1 }])
  })

  test('ends before its next statement when it is a read, and its connection can be used again', async () => {
    const caller = new AbortController()
    const statements: string[] = []
    const reading = whileAwaited(caller.signal, () =>
      database.db.readSystem(async (tx) => {
        await one(tx).then(() => statements.push('first'))
        caller.abort()
        await one(tx).then(() => statements.push('second'))
      }),
    )
    await expect(reading).rejects.toBeInstanceOf(CallerLeftError)
    expect(statements).toEqual(['first'])
    await expect(whileAwaited(caller.signal, () => database.db.readSystem(one))).rejects.toBeInstanceOf(CallerLeftError)
    for (let times = 0; times < 12; times += 1) expect((await database.db.readSystem(one)).rows).toEqual([{ one: 1 }])
  })

  test('goes on when it is a write or when other callers wait for it too', async () => {
    const caller = new AbortController()
    const name = `Left ${engineName}`
    const letGo = await holdAll()
    const writing = whileAwaited(caller.signal, () =>
      database.db.withSystem(async (tx) => {
        await one(tx)
        await tx.execute(sql`insert into tenants (tenant_id, name) values (gen_random_uuid(), ${name})`)
      }),
    )
    const shared = whileAwaited(caller.signal, () => forEverybody(() => database.db.readSystem(one)))
    caller.abort()
    await letGo()
    await writing
    expect((await shared).rows).toEqual([{ one: 1 }])
    const { rows } = await database.db.readSystem((tx) =>
      tx.execute(sql`select name from tenants where name = ${name}`),
    )
    expect(rows).toEqual([{ name }])
  })
})
