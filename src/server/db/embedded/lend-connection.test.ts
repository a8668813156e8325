// @module-tag once
import { rmSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { copyDatabaseInto, testFolder } from '#testing/data-folder.ts'
import { openTestDatabase } from '#testing/test-database.ts'
import type { Engine, Lease } from '../engine.ts'
import { openEngine } from '../open-database.ts'
import { systemRole } from '../row-level-security.ts'

const opening = `begin; set local role ${systemRole}`
const insert = (name: string) => ({
  text: `insert into tenants (tenant_id, name) values (gen_random_uuid(), '${name}')`,
})

let engine: Engine
let close: () => Promise<void>
afterEach(() => close())
const inMemory = async () => {
  const opened = await openTestDatabase({ engine: 'embedded' })
  engine = opened.engine
  close = opened.close
}

const namesIn = async ({ client }: Lease) => {
  const { rows } = await client.query({ text: 'select name from tenants order by name' }, [])
  return rows.map(({ name }) => name)
}
const names = async () => {
  const lease = await engine.lease('short', opening)
  return namesIn(lease).finally(async () => {
    await lease.commit()
    lease.release(false)
  })
}

test('the next borrower gets the connection while a commit is under way, and sees the saved rows', async () => {
  await inMemory()
  const first = await engine.lease('short', opening)
  await first.client.query(insert('first'), [])
  const order: string[] = []
  const second = engine.lease('short', opening).then((lease) => {
    order.push('next')
    return lease
  })
  const committed = first.commit().then((command) => order.push(command))
  const next = await second
  const seen = namesIn(next)
  await committed
  expect(order).toEqual(['next', 'COMMIT'])
  expect(await seen).toEqual(['first'])
  // The connection belongs to the next borrower now: this must not take it away.
  expect(await first.rollBack()).toBe(true)
  first.release(true)
  await next.client.query(insert('second'), [])
  expect(await next.commit()).toBe('COMMIT')
  expect(await names()).toEqual(['first', 'second'])
})

test('only the writer of a refused commit gets its error', async () => {
  await inMemory()
  const owner = await engine.lease()
  await owner.client.query(`reset role; create function refuse() returns trigger language plpgsql as
    $$ begin raise 'not this one' using errcode = '53100'; end $$;
    create constraint trigger refusal after insert on tenants initially deferred for each row
      when (new.name = 'refused') execute function refuse(); set role app_rw`)
  owner.release(false)
  const first = await engine.lease('short', opening)
  await first.client.query(insert('refused'), [])
  const refused = expect(first.commit()).rejects.toMatchObject({ code: '53100' })
  const next = await engine.lease('short', opening)
  await next.client.query(insert('kept'), [])
  await refused
  expect(await next.commit()).toBe('COMMIT')
  expect(await names()).toEqual(['kept'])
})

test('no statement runs after the opening statement failed', async () => {
  const dataDir = testFolder('scheduler-lend-')
  await copyDatabaseInto(dataDir)
  engine = await openEngine({ DATA_DIR: dataDir })
  close = async () => {
    await engine.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
  const lost = await engine.lease('short', 'begin; set local role nobody_here')
  const write = lost.client.query(
    `reset role; insert into tenants (tenant_id, name) values (gen_random_uuid(), 'open')`,
  )
  await expect(write).rejects.toMatchObject({ code: 'connection_lost' })
  lost.release(true)
  // The database opens again, but on a busy machine not within the wait for a connection.
  await expect.poll(() => names().catch(() => null), { timeout: 60_000 }).toEqual([])
})
