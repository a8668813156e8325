import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { SchedulingRun } from '#contract/scheduling-runs.ts'
import type { AppServices, TenantContext } from '#server/context.ts'
import { preferGenericPlans } from '#server/db/generic-plans.ts'
import { operationsInForce } from '#server/db/operations-in-force.ts'
import { bigTenant } from '#server/seed/big-tenant.ts'
import { insertShop } from '#server/seed/insert-shop.ts'
import { Random } from '#server/seed/random.ts'
import { seedContext } from '#server/seed/seed-context.ts'
import { writeTenant } from '#server/services/records/write-tenant.ts'
import { getRun } from '#server/services/scheduling-runs/get-run.ts'
import { createTenant } from '#server/services/tenants/create-tenant.ts'
import { buildUser } from './builders/build-user.ts'

let shops = 0

/** Creates a new organization with an admin and a generated shop without a plan. */
export const runTestShop = async (
  app: AppServices,
  size: { projects: number; operations: number } = { projects: 12, operations: 6 },
): Promise<TenantContext> => {
  shops += 1
  const organization = { name: `Shop ${shops}`, timeZone: 'America/Chicago' }
  const { tenantId } = await app.db.withSystem((tx) => createTenant(tx, organization))
  const name = 'Pat Planner'
  const { userId } = await buildUser(app, { name, memberOf: [{ tenantId, isAdmin: true }], signedIn: false })
  const ctx = seedContext(app, tenantId, userId, name)
  const shop = bigTenant({ ...size, seed: shops, nowMs: app.now().getTime() })
  await writeTenant(ctx, ({ tx }) =>
    insertShop(ctx, tx, shop, {
      random: new Random(shops + 1_000),
      shiftDescription: () => '',
      categoryColor: () => '#3498db',
      customerName: () => 'Customer',
      plannedShipMs: ({ dueMs }) => (dueMs === null ? null : dueMs - 12 * 3_600_000),
      notes: () => '',
      placements: new Map(),
    }),
  )
  return ctx
}

/** A hash of everything that a run may change. */
export const planChecksum = (ctx: TenantContext): Promise<string> =>
  ctx.app.db.withTenant(ctx, async (tx) => {
    await preferGenericPlans(tx)
    const { rows } = await tx.execute<{ sum: string }>(sql`
      select md5(string_agg(md5(operations::text), '' order by operation_id)) as sum from ${operationsInForce(ctx.tenantId)}`)
    return rows[0]?.sum ?? ''
  })

/** Waits until a run satisfies a condition; throws after `limitMs`. */
export const runUntil = async (
  ctx: TenantContext,
  runId: string,
  is: (run: SchedulingRun) => boolean = ({ status }) => status !== 'Running',
  limitMs = 100_000,
): Promise<SchedulingRun> => {
  const untilMs = performance.now() + limitMs
  for (;;) {
    const run = await getRun(ctx, { runId })
    if (is(run)) return run
    if (performance.now() > untilMs) throw new Error(`The run is still ${JSON.stringify(run)}`)
    await setTimeout(10)
  }
}
