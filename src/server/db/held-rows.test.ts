import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { onAnotherServer } from '#testing/on-another-server.ts'
import { runTestShop } from '#testing/run-test-shop.ts'
import { openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { type AppServices, mintTenantContext, type TenantContext } from '../context.ts'
import { writeTenant } from '../services/records/write-tenant.ts'
import { HeldRows, projectsPerPart } from './held-rows.ts'

let database: TestDatabase
let app: AppServices
beforeAll(async () => {
  database = await openTestDatabase()
  app = { db: database.db, now: () => new Date('2026-11-18T16:24:00Z') }
})
afterAll(() => database.close())

/** Names of projects; `reads` counts the projects of each reading. */
const heldNames = (most = 1_000) => {
  const reads: number[] = []
  const settings = { stamp: 1, fails: false }
  const names = new HeldRows<string, number>({
    read: async (ctx, tx, ids) => {
      if (settings.fails) throw new Error('The disk is gone')
      reads.push(ids.length)
      const { rows } = await tx.execute<{ id: string; name: string }>(sql`select project_id as id, project_name as name
        from projects where tenant_id = ${ctx.tenantId} and project_id = any(${sql.param([...ids])}::uuid[])`)
      return new Map(rows.map(({ id, name }) => [id, name]))
    },
    stampOf: async () => settings.stamp,
    sizeOf: () => 1,
    most,
  })
  return { names, reads, settings }
}

const allIds = async (ctx: TenantContext): Promise<string[]> => {
  const { rows } = await app.db.readTenant(ctx, (tx) =>
    tx.execute<{ id: string }>(
      sql`select project_id as id from projects where tenant_id = ${ctx.tenantId} order by project_id`,
    ),
  )
  return rows.map(({ id }) => id)
}

const rename = (ctx: TenantContext, id: string, name: string) =>
  writeTenant(ctx, async ({ tx, record }) => {
    await tx.execute(sql`update projects set project_name = ${name} where project_id = ${id}`)
    record.changed('projects', { id })
  })

const remove = (ctx: TenantContext, id: string) =>
  writeTenant(ctx, async ({ tx, record }) => {
    await tx.execute(sql`delete from projects where project_id = ${id}`)
    record.changed('projects', { id })
  })

describe('project rows held by a server', () => {
  it('are read once, and after a change only the changed projects are read again', async () => {
    const ctx = await runTestShop(app, { projects: 30, operations: 0 })
    const { names, reads } = heldNames()
    const before = await names.since(ctx, undefined)
    expect([before.rows.length, before.touched]).toEqual([30, null])
    expect((await names.since(ctx, before.change)).touched).toEqual([])
    const [first = '', second = ''] = await allIds(ctx)
    await rename(ctx, first, 'Crane')
    await remove(ctx, second)
    const after = await names.since(ctx, before.change)
    expect(after.touched?.toSorted()).toEqual([first, second].toSorted())
    expect(after.rows).toEqual(['Crane'])
    expect(after.change).toBe(before.change + 2)
    expect((await names.since(ctx, undefined)).rows).toHaveLength(29)
    expect(reads.filter((count) => count > 0)).toEqual([30, 2])
  })

  it('are updated once for all callers at the same moment, and each caller sees its own write', async () => {
    const ctx = await runTestShop(app, { projects: 30, operations: 0 })
    const { names, reads } = heldNames()
    const { change } = await names.since(ctx, undefined)
    const ids = await allIds(ctx)
    reads.length = 0
    const asked = ids.slice(0, 8).map(async (id, index) => {
      await rename(ctx, id, `Renamed ${index}`)
      const { rows } = await names.since(ctx, change)
      expect(rows).toContain(`Renamed ${index}`)
    })
    await Promise.all(asked)
    expect(reads.filter((count) => count > 0).length).toBeLessThanOrEqual(8)
    reads.length = 0
    await rename(ctx, ids[20] ?? '', 'Once')
    const answers = await Promise.all(ids.map(() => names.since(ctx, change)))
    expect(answers.every(({ rows }) => rows.includes('Once'))).toBe(true)
    expect(reads.filter((count) => count > 0)).toEqual([1])
  })

  it('all come from one instant, even when a large organization is read in parts during changes', async () => {
    const ctx = await runTestShop(app, { projects: projectsPerPart + 10, operations: 0 })
    const { names, reads } = heldNames()
    const [first = ''] = await allIds(ctx)
    let calls = 0
    // This changes the project after the part it belongs to has been read.
    const readTenant: typeof app.db.readTenant = async (...asked) => {
      calls += 1
      if (calls === 3) await rename(ctx, first, 'Renamed meanwhile')
      return app.db.readTenant(...asked)
    }
    const disturbed = mintTenantContext({ ...ctx, app: { ...app, db: { ...app.db, readTenant } } })
    const { rows, touched } = await names.since(disturbed, undefined)
    expect(touched).toBeNull()
    expect(rows).toHaveLength(projectsPerPart + 10)
    expect(rows).toContain('Renamed meanwhile')
    expect(reads).toEqual([projectsPerPart, 10, 1])
  })

  it('are read again when their stamp changes, and by a server that holds none', async () => {
    const ctx = await runTestShop(app, { projects: 12, operations: 0 })
    const { names, reads, settings } = heldNames()
    await names.since(ctx, undefined)
    settings.stamp = 2
    expect((await names.since(ctx, undefined)).stamp).toBe(2)
    await names.since(onAnotherServer(ctx), undefined)
    expect(reads).toEqual([12, 12, 12])
  })

  it('of the least recently used organization are dropped when too many are held', async () => {
    const shops = [12, 12, 12].map((projects) => runTestShop(app, { projects, operations: 0 }))
    const [a, b, c] = await Promise.all(shops)
    if (!a || !b || !c) throw new Error('Three shops were made')
    const { names, reads } = heldNames(25)
    for (const ctx of [a, b, a, c, a, b]) await names.since(ctx, undefined)
    expect(reads.filter((count) => count > 0)).toEqual([12, 12, 12, 12])
  })

  it('are read by the next caller after a read failed', async () => {
    const ctx = await runTestShop(app, { projects: 12, operations: 0 })
    const { names, settings } = heldNames()
    settings.fails = true
    const asked = await Promise.allSettled([names.since(ctx, undefined), names.since(ctx, undefined)])
    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    settings.fails = false
    expect((await names.since(ctx, undefined)).rows).toHaveLength(12)
  })
})
