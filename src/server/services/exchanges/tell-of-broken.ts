import { eq, or } from 'drizzle-orm'
import { dayMs } from '#domain/time/units.ts'
import type { AppServices } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { OutboxMessage } from '../../db/tables/mail.table.ts'
import { memberships } from '../../db/tables/tenants.table.ts'
import { users } from '../../db/tables/users.table.ts'
import { findMailReaders } from '../morning-plan/plan-readers.ts'
import { postMail } from '../records/post-mail.ts'

/** A message that has not been sent by then is of no use any more. */
const usefulMs = dayMs

/** The author and the admins, as far as they are active members and want e-mails. */
export const findBrokenReaders = (tx: Tx, tenantId: string, authorId: string) =>
  findMailReaders(tx, tenantId, or(eq(memberships.access, 'admin'), eq(users.userId, authorId)))

interface Broken {
  readonly kind: Extract<OutboxMessage, { readonly id: string }>['kind']
  /** Of the data source or the scheduled export. */
  readonly id: string
  readonly authorId: string
}

/** Writes an e-mail about what has failed again and again, for its author and each admin who wants e-mails. */
export const tellOfBroken = (app: AppServices, tenantId: string, { kind, id, authorId }: Broken): Promise<void> =>
  app.db.withSystem(async (tx) => {
    const expiresAt = new Date(app.now().getTime() + usefulMs)
    const readers = await findBrokenReaders(tx, tenantId, authorId)
    const posts = readers.map(({ userId }) => ({ message: { kind, id, userId }, aboutTenantId: tenantId, expiresAt }))
    await postMail(app, tx, posts)
  })
