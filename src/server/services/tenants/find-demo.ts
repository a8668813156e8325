import { inArray, sql } from 'drizzle-orm'
import type { AppServices } from '../../context.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { users } from '../../db/tables/users.table.ts'

/** The accounts of the demo, with a public password. */
export const demoEmails = [
  'super@example.com',
  'admin@example.com',
  'planner@example.com',
  'multi@example.com',
] as const
export const demoPassword = 'Demo-Schedule-1'

/** Whether the database contains any organization, and any of the demo accounts. */
export const findDemo = (app: AppServices): Promise<{ isEmpty: boolean; hasDemo: boolean }> =>
  app.db.readSystem(async (tx) => {
    const [tenant] = await tx.select({ tenantId: tenants.tenantId }).from(tenants).limit(1)
    const [anyone] = await tx.select({ userId: users.userId }).from(users).limit(1)
    const [demo] = await tx
      .select({ userId: users.userId })
      .from(users)
      .where(inArray(sql`lower(${users.email})`, [...demoEmails]))
      .limit(1)
    return { isEmpty: tenant === undefined && anyone === undefined, hasDemo: demo !== undefined }
  })
