import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readColumns } from '#domain/columns.ts'
import type { SnapshotOperation } from '#domain/scheduling/shop-snapshot.ts'
import { openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { newServices, type TenantContext } from '../context.ts'
import { login } from '../services/auth/sign-in.ts'
import { getRunDates } from '../services/schedule/get-operation-dates.ts'
import { loadShop } from '../services/scheduling/load-shop.ts'
import { listRunChanges } from '../services/scheduling-runs/list-run-changes.ts'
import { listRuns } from '../services/scheduling-runs/list-runs.ts'
import { demoPassword } from '../services/tenants/find-demo.ts'
import { contoso } from './contoso.ts'
import { demoPeople } from './demo-people.ts'
import { northwind } from './northwind.ts'
import { Random } from './random.ts'
import { seedContext } from './seed-context.ts'
import { seedDemo } from './seed-demo.ts'
import { withShortEstimates } from './short-estimates.ts'
import { buildStory } from './tell-story.ts'

const day = Date.parse('2026-11-18T16:24:00Z')

const sortedLinks = (operation: SnapshotOperation): SnapshotOperation => ({
  ...operation,
  dependencies: operation.dependencies.toSorted((a, b) => (a.operationId < b.operationId ? -1 : 1)),
})

/** Events that history records around the making of the plan in force, and the projects created too late for it. */
const eventsOf = async (ctx: TenantContext) => {
  const [events, unplanned] = await ctx.app.db.withTenant(ctx, async (tx) => [
    await tx.execute<{ event: string }>(sql`
      select p.project_number || ' ' || (c ->> 'field') || case when h.at > r.started_at then '' else ', known' end as event
      from history_entries h join scheduling_runs r using (tenant_id) join projects p on p.project_id = h.project_id,
        jsonb_array_elements(h.changes) c
      where c ->> 'field' in ('plannedShipDate', 'onHold') or (c ->> 'field' = 'priority' and h.action = 'update')
      order by 1`),
    await tx.execute<{ number: string }>(sql`
      select p.project_number as number from projects p join scheduling_runs r using (tenant_id)
      where p.created_at > r.started_at order by 1`),
  ])
  return { events: events.rows.map(({ event }) => event), unplanned: unplanned.rows.map(({ number }) => number) }
}

/** Checks that the plan of the run can be compared with, and that its list of changes is that of the plan before it. */
const checkKeptPlans = async (ctx: TenantContext) => {
  const [run] = await listRuns(ctx)
  expect(run).toMatchObject({ status: 'Succeeded', isKept: true, canRevert: false })
  const { runId = '' } = run ?? {}
  const inForce = await loadShop(ctx, day)
  const placed = inForce.snapshot.projects
    .flatMap(({ operations }) => operations)
    .filter(({ scheduledStartMs }) => scheduledStartMs !== null)
  const { ids, startMs } = readColumns(await getRunDates(ctx, { runId }))
  const starts = new Map(ids.map((id, row) => [id, startMs[row]]))
  expect(placed.map(({ operationId }) => starts.get(operationId))).toEqual(
    placed.map(({ scheduledStartMs }) => scheduledStartMs),
  )
  const changes = await listRunChanges(ctx, { runId })
  expect(changes.some(({ startBefore, startAfter }) => startBefore !== null && startAfter !== startBefore)).toBe(true)
  expect(changes.length).toBeLessThan(placed.length)
  expect(changes).toHaveLength(run?.changedOperations ?? 0)
}

describe('the seeded database', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openTestDatabase()
  })
  afterAll(() => database.close())

  it('contains the stories as they are built, and the accounts of the README', async () => {
    const app = newServices({ db: database.db, now: () => new Date(day) })
    await seedDemo(app)
    const { rows } = await app.db.withSystem((tx) =>
      tx.execute<{ id: string; name: string }>(sql`select tenant_id as id, name from tenants order by name`),
    )
    expect(rows.map(({ name }) => name)).toEqual(['Contoso Machining', 'Northwind Fabrication'])
    for (const [index, story] of [contoso, northwind].entries()) {
      const stored = await loadShop(seedContext(app, rows[index]?.id ?? ''), day)
      const { snapshot, past } = buildStory(story, day)
      const open = withShortEstimates(snapshot, new Random(story.seed + 5))
      const seeded = { ...snapshot, projects: [...past.map(({ project }) => project), ...open] }
      const flat = (shop: typeof seeded) =>
        new Map(shop.projects.flatMap(({ operations }) => operations).map((o) => [o.operationId, sortedLinks(o)]))
      expect(flat(stored.snapshot)).toEqual(flat(seeded))
      expect(stored.snapshot.projects.map(({ projectId }) => projectId).sort()).toEqual(
        seeded.projects.map(({ projectId }) => projectId).sort(),
      )
    }
    const contexts = rows.map(({ id }) => seedContext(app, id))
    for (const ctx of contexts) await checkKeptPlans(ctx)
    expect(await Promise.all(contexts.map(eventsOf))).toEqual([
      { events: ['J-407 plannedShipDate', 'J-407 priority'], unplanned: ['J-411', 'J-412'] },
      {
        events: ['1035 onHold', '1043 plannedShipDate', '1043 priority', '1056 onHold', '1059 onHold, known'],
        unplanned: ['1060', '1061', '1062', '1063'],
      },
    ])
    const seeded = await app.db.withSystem((tx) =>
      tx.execute<{ email: string; seeded: number; unread: number }>(sql`
        select u.email, count(*)::int as seeded, (count(*) filter (where n.read_at is null))::int as unread
        from notifications n join users u on u.user_id = n.user_id group by 1 order by 1`),
    )
    expect(seeded.rows.map(({ email }) => email)).toEqual(
      demoPeople
        .slice(1)
        .map(({ email }) => email)
        .sort(),
    )
    for (const { seeded: count, unread } of seeded.rows) {
      expect(unread).toBeGreaterThan(0)
      expect(count).toBeGreaterThan(unread)
      expect(count).toBeLessThan(20)
    }
    const outOfOrder = await app.db.withSystem((tx) =>
      tx.execute(sql`select * from (select created_at, lag(created_at) over
        (partition by tenant_id, user_id order by notification_id) as before from notifications) n where created_at < before`),
    )
    expect(outOfOrder.rows).toEqual([])
    for (const { email, tenants } of demoPeople) {
      const signIn = (password: string) =>
        login(app, {
          credentials: { email, password },
          address: '127.0.0.1',
          userAgent: '',
          previousSessionHash: null,
          deviceHash: null,
        })
      const { result } = await signIn(demoPassword)
      expect(result).toMatchObject({ success: true, email })
      if (tenants.length > 0 && result.success)
        expect(result.availableTenants.map(({ name }) => name).sort()).toEqual([...tenants].sort())
      await expect(signIn('Demo-Schedule-2')).rejects.toMatchObject({ code: 'invalid_credentials' })
    }
  })
})
