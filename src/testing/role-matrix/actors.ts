import { sql } from 'drizzle-orm'
import type { ApiTokenScope } from '#contract/api-tokens.ts'
import { type AppServices, mintTenantContext } from '#server/context.ts'
import { createApiToken } from '#server/services/api-tokens/my-api-tokens.ts'
import { listCategories } from '#server/services/categories/read-categories.ts'
import { secretHash } from '#server/services/credentials/secrets.ts'
import { deleteFloorDevice } from '#server/services/floor/manage-devices.ts'
import { buildCategory } from '../builders/build-category.ts'
import { buildDevice } from '../builders/build-device.ts'
import { type Actor, buildUser, type Membership } from '../builders/build-user.ts'

/** Columns of the matrix, in the order of its rows. */
export const actorNames = [
  'anonymous',
  'expired',
  'user',
  'userOfTwo',
  'otherUser',
  'admin',
  'otherAdmin',
  'superWithoutTenant',
  'superInTenant',
  'disabled',
  'readToken',
  'planToken',
  'viewer',
  'reporter',
  'plannerOfOne',
  'viewerToken',
  'device',
  'otherDevice',
  'removedDevice',
] as const
export type ActorName = (typeof actorNames)[number]

export const actorPassword = 'Matrix-Password-27'

const expire = (app: AppServices, actor: Actor): Promise<unknown> =>
  app.db.withSystem((tx) =>
    tx.execute(sql`update sessions set last_seen_at = last_seen_at - interval '31 minutes'
      where session_hash = ${secretHash(actor.sessionSecret ?? '')}`),
  )

/** The same person without a session, with an API token. */
export const withApiToken = async (
  app: AppServices,
  actor: Actor,
  { tenantId, scope }: { readonly tenantId: string; readonly scope: ApiTokenScope },
): Promise<Actor> => {
  const { userId, name: userName } = actor
  const facts = { app, userId, userName, tenantId, requestId: 'test', clientId: null }
  const ctx = mintTenantContext({ ...facts, role: 'plan', workCenterIds: null, timeZone: 'UTC', source: 'api' })
  const { apiToken } = await createApiToken(ctx, { name: 'Test', scope, expiresInDays: 30 })
  return { ...actor, sessionSecret: null, apiToken }
}

/** Name of the devices' work center, in each organization. */
export const floorCenter = 'Shop floor'

/** A device of an organization; a removed one has been deleted by an admin. */
const deviceOf = async (app: AppServices, tenantId: string, stays: boolean): Promise<Actor> => {
  const facts = { app, userId: tenantId, userName: 'Test', tenantId, requestId: 'test', clientId: null }
  const ctx = mintTenantContext({ ...facts, role: 'admin', workCenterIds: null, timeZone: 'UTC', source: 'screen' })
  const center = (await listCategories(ctx)).find(({ name }) => name === floorCenter)
  const categoryId = (center ?? (await buildCategory(ctx, { name: floorCenter }))).categoryId
  const device = await buildDevice(ctx, { categoryIds: [categoryId] })
  if (!stays) await deleteFloorDevice(ctx, { deviceId: device.userId })
  return device
}

/** A work center without any of the requested records. */
const elsewhere = '00000000-0000-4000-8000-0000000000ee'

/** A new actor for one column; `home` is the organization whose records are requested, `other` is another one. */
export const buildActor = async (
  app: AppServices,
  name: ActorName,
  home: string,
  other: string,
): Promise<Actor | null> => {
  if (name === 'device' || name === 'otherDevice' || name === 'removedDevice')
    return deviceOf(app, name === 'otherDevice' ? other : home, name !== 'removedDevice')
  const password = actorPassword
  const member = (tenantId: string, isAdmin = false) => buildUser(app, { password, memberOf: [{ tenantId, isAdmin }] })
  const withAccess = (right: Pick<Membership, 'access' | 'workCenterIds'>) =>
    buildUser(app, { password, memberOf: [{ tenantId: home, ...right }] })
  switch (name) {
    case 'anonymous':
      return null
    case 'expired': {
      const actor = await member(home, true)
      await expire(app, actor)
      return actor
    }
    case 'user':
      return member(home)
    case 'userOfTwo':
      return buildUser(app, {
        password,
        memberOf: [{ tenantId: home }, { tenantId: other, isAdmin: true }],
        worksIn: home,
      })
    case 'otherUser':
      return member(other)
    case 'admin':
      return member(home, true)
    case 'otherAdmin':
      return member(other, true)
    case 'superWithoutTenant':
      return buildUser(app, { password, isSuperAdmin: true })
    case 'superInTenant':
      return buildUser(app, { password, isSuperAdmin: true, worksIn: home })
    case 'disabled':
      return buildUser(app, { password, status: 'Disabled', memberOf: [{ tenantId: home, isAdmin: true }] })
    case 'readToken':
      return withApiToken(app, await member(home, true), { tenantId: home, scope: 'read' })
    case 'viewer':
      return withAccess({ access: 'view' })
    case 'reporter':
      return withAccess({ access: 'report' })
    case 'plannerOfOne':
      return withAccess({ access: 'plan', workCenterIds: [elsewhere] })
    // A token that was created while its owner was a planner.
    case 'viewerToken':
      return withApiToken(app, await withAccess({ access: 'view' }), { tenantId: home, scope: 'plan' })
    case 'planToken':
      return withApiToken(app, await member(home), { tenantId: home, scope: 'plan' })
  }
}
