import { and, eq } from 'drizzle-orm'
import { dayMs } from '#domain/time/units.ts'
import type { AppServices } from '../../context.ts'
import { memberships, tenants } from '../../db/tables/tenants.table.ts'
import { postMail } from '../records/post-mail.ts'
import { storeNotifications } from '../records/store-notifications.ts'
import type { CountedCode } from './throttle.ts'

/** The owner is warned after so many wrong codes, and after as many again. */
const warnedEvery = 10

/**
 * Warns the owner of an account, in its organizations and by e-mail where that is sent, when the attempt was another tenth wrong code:
 * the password, which came before each of them, is no longer secret.
 */
export const warnOfWrongCodes = async (app: AppServices, { userId, wrongCodes: wrong }: CountedCode): Promise<void> => {
  if (wrong === 0 || wrong % warnedEvery !== 0) return
  const now = app.now()
  await app.db.withSystem(async (tx) => {
    const joined = await tx
      .select({ tenantId: memberships.tenantId })
      .from(memberships)
      .innerJoin(tenants, and(eq(tenants.tenantId, memberships.tenantId), eq(tenants.status, 'Active')))
      .where(and(eq(memberships.userId, userId), eq(memberships.status, 'Active')))
    for (const { tenantId } of joined) {
      const cause = { code: 'wrongCodes', count: wrong } as const
      const announcement = {
        to: { users: [userId] },
        cause,
        subject: { kind: 'signIns' },
        key: `codes:${userId}`,
      } as const
      await storeNotifications(tx, { tenantId, userId, now }, { announcements: [announcement] })
    }
    const message = { kind: 'wrongCodes', userId, count: wrong } as const
    await postMail(app, tx, [{ message, aboutTenantId: null, expiresAt: new Date(now.getTime() + dayMs) }])
  })
}
