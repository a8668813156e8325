// @module-tag bothEngines
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { onAnotherServer } from '#testing/on-another-server.ts'
import { runTestShop } from '#testing/run-test-shop.ts'
import { openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { type AppServices, mintTenantContext, newServices, type TenantContext } from '../context.ts'
import { Random } from '../seed/random.ts'
import { writeTenant } from '../services/records/write-tenant.ts'
import { HeldRows, projectsPerPart, projectsPerPatch } from './held-rows.ts'
import { noteShopChange } from './shop-changes.ts'

let database: TestDatabase
let app: AppServices
beforeAll(async () => {
  database = await openTestDatabase()
  app = newServices({ db: database.db, now: () => new Date('2026-11-18T16:24:00Z') })
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

/** One change of several projects, as a run makes it. */
const renameAll = (ctx: TenantContext, projectIds: readonly string[], name: string) =>
  app.db.withTenant(ctx, async (tx) => {
    await tx.execute(
      sql`update projects set project_name = ${name} where project_id = any(${sql.param([...projectIds])}::uuid[])`,
    )
    await noteShopChange(tx, { ...ctx, now: app.now() }, { change: { projectIds }, planTouched: false })
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
    const before = await names.since(ctx, {})
    expect([before.rows.length, before.touched]).toEqual([30, null])
    expect((await names.since(ctx, { since: before.change })).touched).toEqual([])
    const [first = '', second = ''] = await allIds(ctx)
    await rename(ctx, first, 'Crane')
    await remove(ctx, second)
    const after = await names.since(ctx, { since: before.change })
    expect(after.touched?.toSorted()).toEqual([first, second].toSorted())
    expect(after.rows).toEqual(['Crane'])
    expect(after.change).toBe(before.change + 2)
    expect((await names.since(ctx, {})).rows).toHaveLength(29)
    expect(reads.filter((count) => count > 0)).toEqual([30, 2])
  })

  it('are updated once for all callers at the same moment, and each caller sees its own write', async () => {
    const ctx = await runTestShop(app, { projects: 30, operations: 0 })
    const { names, reads } = heldNames()
    const { change } = await names.since(ctx, {})
    const ids = await allIds(ctx)
    reads.length = 0
    const asked = ids.slice(0, 8).map(async (id, index) => {
      await rename(ctx, id, `Renamed ${index}`)
      const { rows } = await names.since(ctx, { since: change })
      expect(rows).toContain(`Renamed ${index}`)
    })
    await Promise.all(asked)
    expect(reads.filter((count) => count > 0).length).toBeLessThanOrEqual(8)
    reads.length = 0
    await rename(ctx, ids[20] ?? '', 'Once')
    const answers = await Promise.all(ids.map(() => names.since(ctx, { since: change })))
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
    const { rows, touched } = await names.since(disturbed, {})
    expect(touched).toBeNull()
    expect(rows).toHaveLength(projectsPerPart + 10)
    expect(rows).toContain('Renamed meanwhile')
    expect(reads).toEqual([projectsPerPart, 10, 1])
  })

  it('come in several patches after a change of many projects, and the projects that changed last come first', async () => {
    const ctx = await runTestShop(app, { projects: projectsPerPatch + 10, operations: 0 })
    const { names, reads } = heldNames()
    const { change } = await names.since(ctx, {})
    const ids = await allIds(ctx)
    await renameAll(ctx, ids, 'Moved')
    reads.length = 0
    const first = await names.since(ctx, { since: change })
    expect(first).toMatchObject({ change, rest: expect.any(String) })
    expect(first.rows).toHaveLength(projectsPerPatch)
    expect(reads.reduce((sum, count) => sum + count, 0)).toBe(projectsPerPatch)
    const [known = '', unknown = ''] = [first.touched?.[0], ids.find((id) => !first.touched?.includes(id))]
    await rename(ctx, known, 'Crane')
    await rename(ctx, unknown, 'Derrick')
    const second = await names.since(ctx, { since: change, rest: first.rest ?? '' })
    expect(second).toMatchObject({ change: change + 3, rest: null })
    expect(second.touched?.slice(0, 2)).toEqual([unknown, known])
    expect(second.rows).toEqual(['Derrick', 'Crane', ...Array<string>(9).fill('Moved')])
    expect(new Set([...(first.touched ?? []), ...(second.touched ?? [])])).toEqual(new Set(ids))
  })

  it('are all up to date after the last patch, whatever changed between the patches', async () => {
    const ctx = await runTestShop(app, { projects: 2 * projectsPerPatch + 10, operations: 0 })
    const random = new Random(5)
    const [here, there] = [heldNames().names, heldNames().names]
    const ids = await allIds(ctx)
    const shown = new Map<string, string | undefined>()
    let { change } = await here.since(ctx, {})
    await renameAll(ctx, ids, 'Moved')
    let rest: string | null = null
    for (let round = 0; round < 12 || rest !== null; round++) {
      const from = random.integer(0, ids.length - 1)
      const changed = ids.slice(from, from + random.pick([1, 5, projectsPerPatch + 5]))
      if (round < 12) await renameAll(ctx, changed, `Renamed ${round}`)
      // Any server can answer the next request.
      const answer = await random.pick([here, there]).since(ctx, { since: change, ...(rest ? { rest } : {}) })
      for (const [index, id] of answer.touched?.entries() ?? []) shown.set(id, answer.rows[index])
      change = answer.change
      rest = answer.rest
    }
    const { rows } = await app.db.readTenant(ctx, (tx) =>
      tx.execute<{ id: string; name: string }>(
        sql`select project_id as id, project_name as name from projects where tenant_id = ${ctx.tenantId}`,
      ),
    )
    expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(rows.map(({ id, name }) => [id, name])))
  })

  it('are read again when their stamp changes, and by a server that holds none', async () => {
    const ctx = await runTestShop(app, { projects: 12, operations: 0 })
    const { names, reads, settings } = heldNames()
    await names.since(ctx, {})
    settings.stamp = 2
    expect((await names.since(ctx, {})).stamp).toBe(2)
    await names.since(onAnotherServer(ctx), {})
    expect(reads).toEqual([12, 12, 12])
  })

  it('of the least recently used organization are dropped when too many are held', async () => {
    const shops = [12, 12, 12].map((projects) => runTestShop(app, { projects, operations: 0 }))
    const [a, b, c] = await Promise.all(shops)
    if (!a || !b || !c) throw new Error('Three shops were made')
    const { names, reads } = heldNames(25)
    for (const ctx of [a, b, a, c, a, b]) await names.since(ctx, {})
    expect(reads.filter((count) => count > 0)).toEqual([12, 12, 12, 12])
  })

  it('are dropped too when other organizations, of which only changes were asked, hold many projects without rows', async () => {
    const shops = [12, 12, 12].map((projects) => runTestShop(app, { projects, operations: 0 }))
    const [a, b, c] = await Promise.all(shops)
    if (!a || !b || !c) throw new Error('Three shops were made')
    const { names, reads } = heldNames(25)
    await names.since(a, {})
    for (const ctx of [b, c]) {
      const { change } = await heldNames().names.since(ctx, {})
      expect((await names.since(ctx, { since: change })).touched).toEqual([])
    }
    expect(reads.filter((count) => count > 0)).toEqual([12])
    await names.since(a, {})
    expect(reads.filter((count) => count > 0)).toEqual([12, 12])
  })

  it('are read by the next caller after a read failed', async () => {
    const ctx = await runTestShop(app, { projects: 12, operations: 0 })
    const { names, settings } = heldNames()
    settings.fails = true
    const asked = await Promise.allSettled([names.since(ctx, {}), names.since(ctx, {})])
    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    settings.fails = false
    expect((await names.since(ctx, {})).rows).toHaveLength(12)
  })
})
