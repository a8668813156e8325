import { randomUUID } from 'node:crypto'
import type { AppServices } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { notify } from '../../db/notify.ts'
import { mailOutbox, type OutboxMessage } from '../../db/tables/mail.table.ts'

/** Channel on which the servers hear that a message waits. Their periodic rounds find missed ones. */
export const mailChannel = 'mail_outbox'

interface Post {
  readonly message: OutboxMessage
  /** null = the recipient may have no organization. */
  readonly aboutTenantId: string | null
  /** When the message is of no use any more. */
  readonly expiresAt: Date
}

const rowsPerStatement = 500

/**
 * Writes messages in a transaction of the system path, so that they are sent if it commits, and only then. Does nothing
 * on an installation that sends no e-mail.
 */
export const postMail = async (app: AppServices, tx: Tx, posts: readonly Post[]): Promise<void> => {
  if (!app.mail || posts.length === 0) return
  const rows = posts.map((post) => ({ ...post, mailId: randomUUID(), dueAt: app.now() }))
  for (let from = 0; from < rows.length; from += rowsPerStatement) {
    await tx.insert(mailOutbox).values(rows.slice(from, from + rowsPerStatement))
  }
  await notify(tx, mailChannel, '')
}
