import type { AppServices } from '../context.ts'
import { tenants } from '../db/tables/tenants.table.ts'
import { insertFirstPlan } from '../services/tenants/create-tenant.ts'
import { weekStartOf } from '../services/tenants/week-start.ts'
import { contoso } from './contoso.ts'
import { demoPeople, hashDemoPassword, insertDemoPeople } from './demo-people.ts'
import { insertNews } from './insert-news.ts'
import { insertStory } from './insert-story.ts'
import { northwind } from './northwind.ts'
import { Random } from './random.ts'
import { seedContext } from './seed-context.ts'
import { buildStory } from './tell-story.ts'

const stories = [northwind, contoso]
const planner = 'planner@example.com'

/**
 * Fills an empty database with the demo organizations and accounts. The same day gives the same data, and on any day the
 * story is true: late and running work lies around today. Takes about a second.
 */
export const seedDemo = async (app: AppServices): Promise<void> => {
  const random = new Random(1)
  const nowMs = app.now().getTime()
  const userIds = new Map(demoPeople.map(({ email }) => [email as string, random.uuid()]))
  const tenantIds = new Map(stories.map(({ name }) => [name, random.uuid()]))
  const passwordHash = await hashDemoPassword()
  await app.db.withSystem(async (tx) => {
    await tx.insert(tenants).values(
      stories.map(({ name, timeZone }) => ({
        tenantId: tenantIds.get(name) ?? '',
        name,
        timeZone,
        weekStartsOn: weekStartOf(timeZone),
        modifiedBy: 'Demo',
      })),
    )
    await insertFirstPlan(tx, [...tenantIds.values()])
    await insertDemoPeople(tx, userIds, tenantIds, passwordHash)
  })
  const plannerName = demoPeople.find(({ email }) => email === planner)?.name
  for (const story of stories) {
    const ctx = seedContext(app, tenantIds.get(story.name) ?? '', userIds.get(planner), plannerName)
    await insertStory(ctx, buildStory(story, nowMs))
    await insertNews(ctx)
  }
}
