import { sql } from 'drizzle-orm'
import type { AppServices } from '#server/context.ts'
import { secretHash } from '#server/services/credentials/secrets.ts'
import { type Actor, buildUser } from '../builders/build-user.ts'

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
] as const
export type ActorName = (typeof actorNames)[number]

export const actorPassword = 'Matrix-Password-27'

const expire = (app: AppServices, actor: Actor): Promise<unknown> =>
  app.db.withSystem((tx) =>
    tx.execute(sql`update sessions set last_seen_at = last_seen_at - interval '31 minutes'
      where session_hash = ${secretHash(actor.sessionSecret ?? '')}`),
  )

/** A fresh actor for one column; `home` is the organization whose records are requested, `other` is another one. */
export const buildActor = async (
  app: AppServices,
  name: ActorName,
  home: string,
  other: string,
): Promise<Actor | null> => {
  const password = actorPassword
  const member = (tenantId: string, isAdmin = false) => buildUser(app, { password, memberOf: [{ tenantId, isAdmin }] })
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
  }
}
