import type { AppServices } from '#server/context.ts'
import { createTenant } from '#server/services/tenants/create-tenant.ts'
import { type Actor, buildUser } from './build-user.ts'

export interface TestTenant {
  readonly tenantId: string
  readonly name: string
  readonly admin: Actor
  /** A regular user. */
  readonly planner: Actor
}

let count = 0

/** A new organization with an admin and a planner, both signed in. */
export const buildTenant = async (
  app: AppServices,
  overrides: { name?: string; timeZone?: string } = {},
): Promise<TestTenant> => {
  count += 1
  const input = { name: overrides.name ?? `Works ${count}`, timeZone: overrides.timeZone }
  const { tenantId, name } = await app.db.withSystem((tx) => createTenant(tx, input))
  return {
    tenantId,
    name,
    admin: await buildUser(app, { name: `Admin ${count}`, memberOf: [{ tenantId, isAdmin: true }] }),
    planner: await buildUser(app, { name: `Planner ${count}`, memberOf: [{ tenantId }] }),
  }
}
