import { eq, lte, sql } from 'drizzle-orm'
import { minuteMs } from '#domain/time/units.ts'
import type { AppServices } from '../../context.ts'
import { mailOutbox } from '../../db/tables/mail.table.ts'

export type OutboxRow = typeof mailOutbox.$inferSelect

/** A server that takes a message has this long for one try. After that another server may take it. */
const tryMs = 3 * minuteMs
const longestWaitMs = 60 * minuteMs

/** Time before the next try: 1 minute after the first failure, then twice as long each time, at most an hour. */
const waitAfter = (failures: number): number => Math.min(longestWaitMs, minuteMs * 2 ** Math.max(0, failures - 1))

/** The organization of a message, as `takeMail` passes it over. Messages about no organization, such as forgotten passwords, count as one. */
export const organizationOf = ({ aboutTenantId }: Pick<OutboxRow, 'aboutTenantId'>): string => aboutTenantId ?? noTenant

const noTenant = '00000000-0000-0000-0000-000000000000'

/**
 * Claims the message with the earliest due time, skipping the organizations in `passedOver`; null if there is none.
 * The row stays until the message is sent, so that no message is lost when a server dies. Only one of several servers
 * gets it.
 */
export const takeMail = (app: AppServices, passedOver: Iterable<string> = []): Promise<OutboxRow | null> =>
  app.db.withSystem(async (tx) => {
    const now = app.now()
    const isOther = sql`coalesce(about_tenant_id, ${noTenant}::uuid) <> all(${sql.param([...passedOver])}::uuid[])`
    const due = sql`(select mail_id from mail_outbox where due_at <= ${now.toISOString()}::timestamptz
      and expires_at > ${now.toISOString()}::timestamptz and ${isOther} order by due_at, mail_id limit 1 for update skip locked)`
    const [row] = await tx
      .update(mailOutbox)
      .set({ dueAt: new Date(now.getTime() + tryMs) })
      .where(sql`${mailOutbox.mailId} = ${due}`)
      .returning()
    return row ?? null
  })

/** Deletes a message that was sent or is obsolete, together with the token of its link. */
export const removeMail = (app: AppServices, mailId: string): Promise<void> =>
  app.db.withSystem(async (tx) => {
    await tx.delete(mailOutbox).where(eq(mailOutbox.mailId, mailId))
  })

/** Schedules a message that could not be sent for another attempt. */
export const retryMail = (app: AppServices, { mailId, failures }: OutboxRow): Promise<void> =>
  app.db.withSystem(async (tx) => {
    const dueAt = new Date(app.now().getTime() + waitAfter(failures + 1))
    await tx
      .update(mailOutbox)
      .set({ failures: failures + 1, dueAt })
      .where(eq(mailOutbox.mailId, mailId))
  })

/** Deletes the messages that could not be sent in time, and returns how many. */
export const dropExpiredMail = (app: AppServices): Promise<number> =>
  app.db.withSystem(async (tx) => {
    const gone = await tx
      .delete(mailOutbox)
      .where(lte(mailOutbox.expiresAt, app.now()))
      .returning({ mailId: mailOutbox.mailId })
    return gone.length
  })
