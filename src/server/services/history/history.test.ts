import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { mintTenantContext } from '../../context.ts'
import { type Found, searchHistory } from './read-history.ts'
import type { HistoryPosition } from './select-history.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

describe('history', () => {
  it('is shown for an organization, a project or an operation, can be filtered, and says which changes can be undone', async () => {
    const { admin, planner } = await server.newTenant()
    const [boss, pat] = [server.as(admin), server.as(planner)]
    const { projectId } = (await pat.post('/projects', { projectName: 'Crane arm' })).body
    const base = `/project-operations/projects/${projectId}/operations`
    const { operationId } = (await pat.post(base, { name: 'Weld 100%', durationHours: 4 })).body
    await pat.put(`${base}/${operationId}`, { notes: 'Mind the burr' }, { 'X-Change-Source': 'drag' })
    await boss.post('/categories', { name: 'Mill' })
    await boss.post('/users', { email: `new-${projectId}@example.com`, name: 'New', password: 'History-Test-27' })
    await pat.delete(`${base}/${operationId}`)

    const read = async (query: string, who = pat) => (await who.get(`/history${query}`)).body.entries
    const actionsOf = (entries: { entity: string; action: string }[]) =>
      entries.map(({ entity, action }) => `${action} ${entity}`)
    expect(actionsOf(await read(''))).toEqual([
      'delete operation',
      'create category',
      'update operation',
      'create operation',
      'create project',
    ])
    expect(actionsOf(await read(`?entityId=${operationId}&action=update`))).toEqual(['update operation'])
    expect(actionsOf(await read(`?projectId=${projectId}&entity=project`))).toEqual(['create project'])
    expect(actionsOf(await read('?source=drag&field=notes'))).toEqual(['update operation'])
    expect(actionsOf(await read('?text=BURR'))).toEqual(['delete operation', 'update operation'])
    expect(await read('?text=100%25_')).toEqual([])
    expect(actionsOf(await read(`?userId=${admin.userId}`))).toEqual(['create category'])
    expect(await read('?fromDate=2000-01-01&toDate=2000-01-02')).toEqual([])

    const [removed, mill] = await read('')
    expect(removed).toMatchObject({ name: 'Weld 100%', reversal: 'undo', changeId: expect.any(String) })
    expect(removed.projectNumber).toBe((await pat.get(`/projects/${projectId}`)).body.projectNumber)
    expect(removed.changes.map(({ field }: { field: string }) => field)).not.toContain('version')
    const reason = 'Only admins of this organization can undo this change.'
    expect(mill).toMatchObject({ reversal: null, refusedReversal: { verb: 'undo', reason } })
    expect(removed).not.toHaveProperty('refusedReversal')
    expect((await read('', boss))[1].reversal).toBe('undo')
    await pat.post(`/changes/${removed.changeId}/undo`)
    const [restored, again] = await read('')
    expect(restored).toMatchObject({ source: 'undo', action: 'create', reversal: null })
    expect(again).toMatchObject({ historyId: removed.historyId, reversal: 'redo' })

    const file = await pat.get(`/history/export?entityId=${operationId}`)
    expect(file.headers['content-disposition']).toMatch(/^attachment; filename="history-/)
    expect(file.text).toContain('"Weld 100%"')
    expect(file.text).not.toContain('new-')
    expect(
      (await server.as((await server.newTenant()).admin).get(`/history?projectId=${projectId}`)).body.entries,
    ).toEqual([])
  })

  it('is searched in several transactions, to its end and page by page', async () => {
    const { admin, tenantId } = await server.newTenant()
    const ctx = await server.contextOf(admin)
    await server.services.db.withTenant(ctx, (tx) =>
      tx.execute(sql`
        insert into history_entries (tenant_id, history_id, at, user_name, door, entity, entity_id, action, changes, request_id)
        select ${tenantId}::uuid, gen_random_uuid(), now() - n * interval '1 minute', 'Dana', 'screen', 'operation',
          gen_random_uuid(), 'update', jsonb_build_array(jsonb_build_object('field', 'notes', 'from', null, 'to',
          case when n % 40 in (0, 1) then 'rare' else 'common' end)), 'r' || n from generate_series(1, 90) n`),
    )
    let turns = 0
    const counting = {
      ...server.services.db,
      readTenant: ((...given) => {
        turns += 1
        return server.services.db.readTenant(...given)
      }) as typeof server.services.db.readTenant,
    }
    const counted = mintTenantContext({ ...ctx, app: { ...ctx.app, db: counting } })
    const search = (text: string, limit: number, after: HistoryPosition | null = null) =>
      searchHistory(counted, { filter: { text }, reach: 'work', after, limit, patienceMs: 10_000, entriesAtATime: 40 })
    const rare = await search('rare', 10)
    expect([rare.entries.length, rare.stoppedAt, turns]).toEqual([5, null, 3])
    const found: string[] = []
    let after: HistoryPosition | null = null
    do {
      const page: Found = await search('common', 30, after)
      found.push(...page.entries.map(({ historyId }) => historyId))
      after = page.stoppedAt
    } while (after)
    expect([found.length, new Set(found).size]).toEqual([85, 85])
  })
})
