import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SnapshotOperation } from '#domain/scheduling/shop-snapshot.ts'
import { openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { login } from '../services/auth/login.ts'
import { loadShop } from '../services/scheduling/load-shop.ts'
import { demoPassword } from '../services/tenants/find-demo.ts'
import { contoso } from './contoso.ts'
import { demoPeople } from './demo-people.ts'
import { northwind } from './northwind.ts'
import { seedContext } from './seed-context.ts'
import { seedDemo } from './seed-demo.ts'
import { tellStory } from './tell-story.ts'

const day = Date.parse('2026-11-18T16:24:00Z')

const sortedLinks = (operation: SnapshotOperation): SnapshotOperation => ({
  ...operation,
  dependencies: operation.dependencies.toSorted((a, b) => (a.operationId < b.operationId ? -1 : 1)),
})

describe('the seeded database', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openTestDatabase()
  })
  afterAll(() => database.close())

  it('holds the stories as told, and the sign-ins of the README', async () => {
    const app = { db: database.db, now: () => new Date(day) }
    await seedDemo(app)
    const { rows } = await app.db.withSystem((tx) =>
      tx.execute<{ id: string; name: string }>(sql`select tenant_id as id, name from tenants order by name`),
    )
    expect(rows.map(({ name }) => name)).toEqual(['Contoso Machining', 'Northwind Fabrication'])
    for (const [index, story] of [contoso, northwind].entries()) {
      const stored = await loadShop(seedContext(app, rows[index]?.id ?? ''), day)
      const { snapshot, past } = tellStory(story, day)
      const told = { ...snapshot, projects: [...past.map(({ project }) => project), ...snapshot.projects] }
      const flat = (shop: typeof told) =>
        new Map(shop.projects.flatMap(({ operations }) => operations).map((o) => [o.operationId, sortedLinks(o)]))
      expect(flat(stored.snapshot)).toEqual(flat(told))
      expect(stored.snapshot.projects.map(({ projectId }) => projectId).sort()).toEqual(
        told.projects.map(({ projectId }) => projectId).sort(),
      )
    }
    const told = await app.db.withSystem((tx) =>
      tx.execute<{ email: string; told: number; unread: number }>(sql`
        select u.email, count(*)::int as told, (count(*) filter (where n.read_at is null))::int as unread
        from notifications n join users u on u.user_id = n.user_id group by 1 order by 1`),
    )
    expect(told.rows.map(({ email }) => email)).toEqual(
      demoPeople
        .slice(1)
        .map(({ email }) => email)
        .sort(),
    )
    for (const { told: count, unread } of told.rows) {
      expect(unread).toBeGreaterThan(0)
      expect(count).toBeGreaterThan(unread)
      expect(count).toBeLessThan(20)
    }
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
      if (tenants.length > 0)
        expect(result.availableTenants.map(({ name }) => name).sort()).toEqual([...tenants].sort())
      await expect(signIn('Demo-Schedule-2')).rejects.toMatchObject({ code: 'invalid_credentials' })
    }
  })
})
