import { randomUUID } from 'node:crypto'
import { and, eq, gt, isNotNull, sql } from 'drizzle-orm'
import type { Notification, NotificationInput } from '#contract/notifications.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { orderedId } from '../../db/ordered-id.ts'
import { idempotencyKeys } from '../../db/tables/idempotency.table.ts'
import { memberships } from '../../db/tables/tenants.table.ts'
import { RateLimitedError, ValidationError } from '../../errors.ts'
import type { Note } from '../records/store-notifications.ts'
import { writeTenant } from '../records/write-tenant.ts'

/** The route under which a note is stored for 24 hours like other POSTs, so that sending it again does nothing. */
const route = 'NOTE'
const maxPerMinute = 120

const notesOf = (ctx: TenantContext) =>
  and(
    eq(idempotencyKeys.tenantId, ctx.tenantId),
    eq(idempotencyKeys.userId, ctx.userId),
    eq(idempotencyKeys.route, route),
  )

/** Stores the note. null = its id is new. A parallel request with the same id waits for the first. */
const sentBefore = async (ctx: TenantContext, tx: Tx, key: string, response: Notification) => {
  const now = ctx.app.now()
  const stored = await tx
    .insert(idempotencyKeys)
    .values({
      tenantId: ctx.tenantId,
      userId: ctx.userId,
      route,
      key,
      bodyHash: '',
      status: 201,
      response,
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key })
  if (stored.length > 0) return null
  const [row] = await tx
    .select({ response: idempotencyKeys.response })
    .from(idempotencyKeys)
    .where(and(notesOf(ctx), eq(idempotencyKeys.key, key), isNotNull(idempotencyKeys.response)))
  return (row?.response as Notification | undefined) ?? response
}

const requireModeration = async (ctx: TenantContext, tx: Tx): Promise<void> => {
  const minuteAgo = new Date(ctx.app.now().getTime() - 60_000)
  const [row] = await tx
    .select({ sent: sql<number>`count(*)::int` })
    .from(idempotencyKeys)
    .where(and(notesOf(ctx), gt(idempotencyKeys.createdAt, minuteAgo)))
  if ((row?.sent ?? 0) > maxPerMinute) throw new RateLimitedError(60, 'Too many notifications. Try again in a minute.')
}

const requireColleague = async (ctx: TenantContext, tx: Tx, userId: string): Promise<void> => {
  const [member] = await tx
    .select({ userId: memberships.userId })
    .from(memberships)
    .where(and(eq(memberships.tenantId, ctx.tenantId), eq(memberships.userId, userId)))
  if (!member) throw new ValidationError([{ path: 'to', message: 'Not a member of this organization' }])
}

const answerOf = (ctx: TenantContext, { to: _, id, ...note }: Note): Notification => ({
  id,
  ...note,
  timestamp: ctx.app.now().toISOString(),
  read: false,
  subject: null,
})

/**
 * Sends a note to a colleague, or to everyone else in the organization. A second note with the same `id` within 24 hours
 * gets the same answer and does nothing. 400 if the recipient is not a member, 429 beyond 120 notes a minute.
 */
export const postNotification = (ctx: TenantContext, input: NotificationInput): Promise<Notification> =>
  writeTenant(ctx, async ({ tx, record }) => {
    const { id: sentId, to, ...content } = input
    const note: Note = {
      ...content,
      id: orderedId(),
      to: to ? { users: [to] } : 'members',
      cause: { code: 'note', fromUserId: ctx.userId, fromName: ctx.userName },
    }
    const answer = answerOf(ctx, note)
    const before = await sentBefore(ctx, tx, sentId || randomUUID(), answer)
    if (before) return before
    await requireModeration(ctx, tx)
    if (to) await requireColleague(ctx, tx, to)
    record.note(note)
    return answer
  })
