import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HistoryEntry } from '#contract/history.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

describe('the admin overview', () => {
  it('counts the records of the organization and none of other organizations', async () => {
    const [{ admin, planner }, other] = [await server.newTenant(), await server.newTenant()]
    const ctx = await server.contextOf(admin)
    await buildProject(ctx, { projectName: 'Press' })
    await buildProject(await server.contextOf(other.admin), { projectName: 'Theirs' })
    const disabled = await server.newUser({ memberOf: [{ tenantId: admin.tenantId ?? '', isAdmin: true }] })
    const signedIn = (userId: string, at: string) =>
      ctx.app.db.withSystem((tx) =>
        tx.execute(sql`update users set last_sign_in_at = ${at}::timestamptz where user_id = ${userId}`),
      )
    await signedIn(planner.userId, '2026-11-20T08:00:00Z')
    await signedIn(admin.userId, '2026-11-21T08:00:00Z')
    await server.as(admin).put(`/users/${disabled.userId}`, { status: 'Disabled' })
    await server.as(planner).post('/access-requests', { reason: 'Shifts' })
    const { body } = await server.as(admin).get('/admin/overview')
    expect(body).toMatchObject({
      people: { active: 2, disabled: 1, admins: 1 },
      openRequests: 1,
      openSessions: 2,
      lastSignIns: [{ userId: admin.userId }, { userId: planner.userId }],
      sizes: { projects: 1, operations: 0, historyEntries: 3, runs: 0 },
      lastBackup: null,
      health: { engine: server.services.db.engine, ready: true },
    })
    expect(body.health.schemaVersion).toMatch(/^\d{4}_\w+$/)
  })
})

describe('the audit log', () => {
  const page = async (tenant: TestTenant, query: string) =>
    (await server.as(tenant.admin).get(`/admin/history${query}`)).body as {
      entries: HistoryEntry[]
      nextCursor: string | null
    }

  it('shows every entry once, newest first, over several pages, and applies each filter', async () => {
    const tenant = await server.newTenant({ timeZone: 'America/New_York' })
    const ctx = await server.contextOf(tenant.admin)
    await ctx.app.db.withTenant(ctx, (tx) =>
      tx.execute(sql`insert into history_entries
        (tenant_id, history_id, at, user_id, user_name, door, entity, entity_id, action, changes, request_id)
        select ${ctx.tenantId}, gen_random_uuid(), '2026-03-08T03:00:00Z'::timestamptz + (n / 3) * interval '1 hour',
          case when n % 2 = 0 then ${tenant.admin.userId}::uuid else ${tenant.planner.userId}::uuid end, 'Someone',
          case when n % 5 = 0 then 'drag' else 'screen' end, case when n % 7 = 0 then 'shift' else 'project' end,
          gen_random_uuid(), 'update', '[{"field":"name","from":"=1+1","to":null}]'::jsonb, 'test'
        from generate_series(1, 250) n`),
    )
    const seen: HistoryEntry[] = []
    let query = ''
    for (let guard = 0; guard < 5; guard += 1) {
      const { entries, nextCursor } = await page(tenant, query)
      seen.push(...entries)
      if (nextCursor === null) break
      query = `?cursor=${nextCursor}`
    }
    expect(seen).toHaveLength(250)
    expect(new Set(seen.map(({ historyId }) => historyId)).size).toBe(250)
    expect(seen.map(({ at }) => at)).toEqual(
      seen
        .map(({ at }) => at)
        .toSorted()
        .reverse(),
    )
    const count = async (filter: string) => (await page(tenant, `?${filter}`)).entries.length
    expect(await count('source=drag')).toBe(50)
    expect(await count('entity=shift')).toBe(35)
    expect(await count(`userId=${tenant.admin.userId}&source=drag`)).toBe(25)
    // March 8 2026 has 23 hours in New York: 05:00Z to 04:00Z. There are three entries an hour from 03:00Z on.
    const inDay = seen.filter(({ at }) => at >= '2026-03-08T05:00:00.000Z' && at < '2026-03-09T04:00:00.000Z')
    expect(await count('fromDate=2026-03-08&toDate=2026-03-08')).toBe(inDay.length)
    expect(inDay).toHaveLength(69)
    expect((await server.as(tenant.admin).get('/admin/history?cursor=1.x')).status).toBe(400)
    expect((await server.as(tenant.admin).get('/admin/history?fromDate=8-3-2026')).status).toBe(400)
    const file = await server.as(tenant.admin).get('/admin/history/export?source=drag')
    expect(file.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename="audit-log-\d{4}-\d\d-\d\d\.csv"$/),
      'x-content-type-options': 'nosniff',
    })
    // A tab that missed a switch sends a link with the id of its earlier organization.
    const link = (tenantId: string) => server.as(tenant.admin).get(`/admin/history/export?tenantId=${tenantId}`)
    expect((await link(tenant.tenantId)).status).toBe(200)
    expect((await link((await server.newTenant()).tenantId)).body.error).toBe('Tenant processing error')
    expect((await link('north')).status).toBe(400)
    expect(file.text.charCodeAt(0)).toBe(0xfeff)
    const lines = file.text.slice(1).trimEnd().split('\r\n')
    expect(lines).toHaveLength(51)
    expect(lines[0]).toBe(
      '"At","Person","Source","Entity","Name","Entity id","Project id","Action","Field","From","To"',
    )
    expect(lines.every((line, index) => index === 0 || line.endsWith(`,"name","'=1+1",""`))).toBe(true)
  })

  it('exports more entries than one read returns', async () => {
    const tenant = await server.newTenant()
    const ctx = await server.contextOf(tenant.admin)
    await ctx.app.db.withTenant(ctx, (tx) =>
      tx.execute(sql`insert into history_entries
        (tenant_id, history_id, user_name, door, entity, entity_id, action, changes, request_id)
        select ${ctx.tenantId}, gen_random_uuid(), 'S', 'api', 'project', gen_random_uuid(), 'create', '[]'::jsonb, 'test'
        from generate_series(1, 2300)`),
    )
    const { text } = await server.as(tenant.admin).get('/admin/history/export')
    expect(text.trimEnd().split('\r\n')).toHaveLength(2301)
  })
})
