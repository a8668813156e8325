import { and, asc, eq, gt, lte, sql } from 'drizzle-orm'
import type { NotificationCause } from '#contract/notifications.ts'
import { zoneOfReader } from '#contract/time-zones.ts'
import type { Preferences } from '#contract/users.ts'
import { productName } from '#contract/vocabulary.ts'
import { notificationText } from '#domain/notifications/notification-text.ts'
import { type NotificationChoices, wantsNotification } from '#domain/notifications/wants-notification.ts'
import { dayMs } from '#domain/time/units.ts'
import { localDate, localMinute } from '#domain/time/zone-dates.ts'
import type { AppServices, MailFacts, TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { unkept } from '../../db/kept-reads.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { projectForecasts } from '../../db/tables/forecasts.table.ts'
import { latenessDigests, type OutboxMessage } from '../../db/tables/mail.table.ts'
import { notifiedLateness } from '../../db/tables/notifications.table.ts'
import { projects } from '../../db/tables/projects.table.ts'
import { memberships, tenants } from '../../db/tables/tenants.table.ts'
import { users } from '../../db/tables/users.table.ts'
import { readMainCauses } from '../projects/notify-of-lateness.ts'
import { postMail } from '../records/post-mail.ts'
import { type Mail, type MailPart, oneLine, writeMail } from './mail-text.ts'

/** The minute of the organization's day from which its digest is sent: 6:00 AM. */
const digestMinute = 360
/** News this young may still be inside a transaction, so they wait for the next digest. */
const settlesMs = 60_000
/** A digest that could not be sent for this long is old news. */
const usefulMs = 20 * 3_600_000
const mostProjects = 50

/** Organizations whose digest of today has not been written, though its hour has come. */
export const findDigestsDue = async (app: AppServices): Promise<string[]> => {
  const rows = await app.db.readSystem((tx) =>
    tx
      .select({ tenantId: tenants.tenantId, timeZone: tenants.timeZone, day: latenessDigests.day })
      .from(tenants)
      .leftJoin(latenessDigests, eq(latenessDigests.tenantId, tenants.tenantId))
      .where(eq(tenants.status, 'Active')),
  )
  const nowMs = app.now().getTime()
  return rows
    .filter(({ timeZone, day }) => localMinute(nowMs, timeZone) >= digestMinute && localDate(nowMs, timeZone) !== day)
    .map(({ tenantId }) => tenantId)
}

/** True if a member wants e-mails about projects that became late. */
const wantsDigest = (member: NotificationChoices): boolean =>
  member.settings.notifications?.emailNotifications !== false &&
  wantsNotification(member, { code: 'projectLate', category: 'Project' })

const isActiveMember = (tenantId: string) =>
  and(eq(memberships.tenantId, tenantId), eq(memberships.status, 'Active'), eq(users.status, 'Active'))

const selectReaders = (tx: Tx, tenantId: string) =>
  tx
    .select({
      userId: users.userId,
      email: users.email,
      preferences: users.preferences,
      settings: users.settings,
    })
    .from(users)
    .innerJoin(memberships, eq(memberships.userId, users.userId))
    .where(isActiveMember(tenantId))

interface Span {
  readonly since: Date
  readonly until: Date
}

const becameLate = (tenantId: string, { since, until }: Span) =>
  and(
    eq(notifiedLateness.tenantId, tenantId),
    gt(notifiedLateness.notifiedAt, since),
    lte(notifiedLateness.notifiedAt, until),
  )

/** The content of a digest at this moment; null if today's was already written. */
const readSpan = async (ctx: TenantContext, tx: Tx) => {
  const now = ctx.app.now()
  const own = eq(tenants.tenantId, ctx.tenantId)
  const [tenant] = await tx.select({ timeZone: tenants.timeZone }).from(tenants).where(own)
  if (!tenant) return null
  const [last] = await tx.select().from(latenessDigests).where(eq(latenessDigests.tenantId, ctx.tenantId))
  const day = localDate(now.getTime(), tenant.timeZone)
  if (last?.day === day) return null
  const until = new Date(now.getTime() - settlesMs)
  const since = last?.until ?? new Date(until.getTime() - dayMs)
  const [late] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(notifiedLateness)
    .where(becameLate(ctx.tenantId, { since, until }))
  return { day, since, until, hasNews: (late?.count ?? 0) > 0 }
}

/**
 * Writes today's digest of an organization, one message for each member who wants it, unless a server has already done
 * so. On a day on which nothing became late, there is none.
 */
export const postDigest = async (ctx: TenantContext): Promise<void> => {
  const { app, tenantId } = ctx
  const span = await readTenant(ctx, (tx) => readSpan(ctx, tx))
  if (!span) return
  const { day, since, until, hasNews } = span
  await app.db.withSystem(async (tx) => {
    const [written] = await tx
      .insert(latenessDigests)
      .values({ tenantId, day, until })
      .onConflictDoUpdate({
        target: latenessDigests.tenantId,
        set: { day, until },
        setWhere: sql`${latenessDigests.day} <> ${day}`,
      })
      .returning({ day: latenessDigests.day })
    if (!written || !hasNews) return
    const readers = (await selectReaders(tx, tenantId)).filter(wantsDigest)
    const expiresAt = new Date(app.now().getTime() + usefulMs)
    const about = { kind: 'digest', since: since.toISOString(), until: until.toISOString() } as const
    const posts = readers.map(({ userId }) => ({ message: { ...about, userId }, aboutTenantId: tenantId, expiresAt }))
    await postMail(app, tx, posts)
  }, unkept)
}

type LateCause = Extract<NotificationCause, { code: 'projectLate' }>

/** The projects that became late in a time and still are, the latest first. */
const readLate = async (ctx: TenantContext, tx: Tx, span: Span): Promise<LateCause[]> => {
  const rows = await tx
    .select({
      projectId: projects.projectId,
      projectNumber: projects.projectNumber,
      projectName: projects.projectName,
      plannedShipDate: projects.plannedShipDate,
      latenessDays: projectForecasts.latenessDays,
      lateness: notifiedLateness.lateness,
    })
    .from(notifiedLateness)
    .innerJoin(
      projects,
      and(eq(projects.tenantId, notifiedLateness.tenantId), eq(projects.projectId, notifiedLateness.projectId)),
    )
    .leftJoin(
      projectForecasts,
      and(eq(projectForecasts.tenantId, projects.tenantId), eq(projectForecasts.projectId, projects.projectId)),
    )
    .where(becameLate(ctx.tenantId, span))
    .orderBy(sql`${projectForecasts.latenessDays} desc nulls last`, asc(projects.projectNumber))
  const ids = rows.slice(0, mostProjects).map(({ projectId }) => projectId)
  const causes = await readMainCauses(ctx, tx, ids)
  return rows.map(({ lateness, plannedShipDate, ...project }) => ({
    code: 'projectLate',
    ...project,
    plannedShipDate: plannedShipDate?.toISOString() ?? null,
    overdue: lateness === 'late',
    mainCause: causes.get(project.projectId) ?? null,
  }))
}

/** A day in the reader's zone and format. */
const dayIn = (zone: string, format: Preferences['dateFormat'] | undefined) => {
  return (iso: string): string => {
    const date = localDate(Date.parse(iso), zone)
    const [year = '', month = '', day = ''] = date.split('-')
    if (format === 'yyyy-MM-dd') return date
    return format?.toLowerCase() === 'dd/mm/yyyy' ? `${day}/${month}/${year}` : `${month}/${day}/${year}`
  }
}

const projectsOf = (count: number): string => (count === 1 ? '1 project' : `${count} projects`)

/** The digest of one member. null when they left, want none, or nothing of it is late any more. */
export const composeDigest = async (
  ctx: TenantContext,
  { publicOrigin }: MailFacts,
  { userId, since, until }: Extract<OutboxMessage, { kind: 'digest' }>,
): Promise<Mail | null> => {
  const found = await readTenant(ctx, async (tx) => {
    const [tenant] = await tx
      .select({ name: tenants.name, timeZone: tenants.timeZone })
      .from(tenants)
      .where(and(eq(tenants.tenantId, ctx.tenantId), eq(tenants.status, 'Active')))
    const reader = (await selectReaders(tx, ctx.tenantId)).find((one) => one.userId === userId)
    if (!tenant || !reader || !wantsDigest(reader)) return null
    return { tenant, reader, late: await readLate(ctx, tx, { since: new Date(since), until: new Date(until) }) }
  })
  if (!found || found.late.length === 0) return null
  const { tenant, reader, late } = found
  const { timezone: chosen, dateFormat } = reader.preferences
  const showDate = dayIn(zoneOfReader({ chosen, organization: tenant.timeZone }), dateFormat)
  const items = late.slice(0, mostProjects).map((cause) => ({
    title: notificationText(cause, showDate)?.title ?? '',
    sentence: notificationText(cause, showDate)?.message ?? '',
    href: `${publicOrigin}/projects/${cause.projectId}`,
  }))
  const organization = oneLine(tenant.name)
  const rest = late.length - items.length
  const words = late.some(({ overdue }) => overdue) ? 'late or past due' : 'late'
  const parts: (MailPart | null)[] = [
    `${projectsOf(late.length)} of ${organization} became ${words} since the last message.`,
    { items },
    rest > 0 ? `And ${projectsOf(rest)} more.` : null,
    { label: 'All late operations', href: `${publicOrigin}/overdue-operations` },
    `You get this message from ${productName} because your email notifications are on.`,
    { label: 'Switch them off in your settings', href: `${publicOrigin}/settings#notifications` },
  ]
  const subject = `${projectsOf(late.length)} became ${words} in ${organization}`
  return writeMail(
    reader.email,
    subject,
    parts.filter((part) => part !== null),
  )
}
