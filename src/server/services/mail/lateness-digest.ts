import { and, eq, sql } from 'drizzle-orm'
import { zoneOfReader } from '#contract/time-zones.ts'
import type { Preferences } from '#contract/users.ts'
import { productName } from '#contract/vocabulary.ts'
import { notificationText } from '#domain/notifications/notification-text.ts'
import { type NotificationChoices, wantsNotification } from '#domain/notifications/wants-notification.ts'
import { type ChanceBand, onTimeStates } from '#domain/odds/chance-bands.ts'
import { dayMs } from '#domain/time/units.ts'
import { localDate, localMinute } from '#domain/time/zone-dates.ts'
import type { AppServices, MailFacts, TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { latenessDigests, type OutboxMessage } from '../../db/tables/mail.table.ts'
import { memberships, tenants } from '../../db/tables/tenants.table.ts'
import { users } from '../../db/tables/users.table.ts'
import { postMail } from '../records/post-mail.ts'
import {
  type DigestNews,
  hasNews,
  mostLate,
  mostUnlikely,
  oddsSentence,
  readNews,
  type ShowDate,
  unlikelySentence,
} from './digest-news.ts'
import { type Mail, type MailPart, oneLine, writeMail } from './mail-text.ts'

/** The minute of the organization's day from which its digest is sent: 6:00 AM. */
const digestMinute = 360
/** News this young may still be inside a transaction, so they wait for the next digest. */
const settlesMs = 60_000
/** A digest that could not be sent for this long is old news. */
const usefulMs = 20 * 3_600_000

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
  return { day, since, until, hasNews: await hasNews(ctx, tx, { since, until }) }
}

/**
 * Writes today's digest of an organization, one message for each member who wants it, unless a server has already done
 * so. On a day on which nothing became late or unlikely to ship on time, there is none.
 */
export const postDigest = async (ctx: TenantContext): Promise<void> => {
  const { app, tenantId } = ctx
  const span = await readTenant(ctx, (tx) => readSpan(ctx, tx))
  if (!span) return
  const { day, since, until, hasNews: isNews } = span
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
    if (!written || !isNews) return
    const readers = (await selectReaders(tx, tenantId)).filter(wantsDigest)
    const expiresAt = new Date(app.now().getTime() + usefulMs)
    const about = { kind: 'digest', since: since.toISOString(), until: until.toISOString() } as const
    const posts = readers.map(({ userId }) => ({ message: { ...about, userId }, aboutTenantId: tenantId, expiresAt }))
    await postMail(app, tx, posts)
  })
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

const lateWords = (late: DigestNews['late']): string =>
  late.some(({ cause }) => cause.overdue) ? 'late or past due' : 'late'

/** The projects list as the dashboard opens it for these projects. */
const unlikelySearch = new URLSearchParams({
  state: JSON.stringify(onTimeStates),
  chance: JSON.stringify(['unlikely'] satisfies ChanceBand[]),
  sort: 'chance',
})

interface NewsScene {
  readonly organization: string
  readonly publicOrigin: string
  readonly showDate: ShowDate
}

const projectsOf = (count: number): string => (count === 1 ? '1 project' : `${count} projects`)

/** The parts about projects that became late, then those about projects that became unlikely to ship on time. */
const newsParts = ({ late, unlikely }: DigestNews, { organization, publicOrigin, showDate }: NewsScene): MailPart[] => {
  const hrefOf = (projectId: string): string => `${publicOrigin}/projects/${projectId}`
  const more = (count: number): MailPart[] => (count > 0 ? [`And ${projectsOf(count)} more.`] : [])
  const lateItems = late.slice(0, mostLate).map(({ cause, odds }) => {
    const { title = '', message = '' } = notificationText(cause, showDate) ?? {}
    return { title, sentence: `${message} ${oddsSentence(odds, showDate)}`.trim(), href: hrefOf(cause.projectId) }
  })
  const unlikelyItems = unlikely.slice(0, mostUnlikely).map((project) => ({
    title: `#${project.projectNumber} ${project.projectName} is unlikely to ship on time`,
    sentence: unlikelySentence(project, showDate),
    href: hrefOf(project.projectId),
  }))
  const lateParts: MailPart[] = [
    `${projectsOf(late.length)} of ${organization} became ${lateWords(late)} since the last message.`,
    { items: lateItems },
    ...more(late.length - lateItems.length),
    { label: 'All late operations', href: `${publicOrigin}/overdue-operations` },
  ]
  const are = unlikely.length === 1 ? 'is' : 'are'
  const unlikelyParts: MailPart[] = [
    `${projectsOf(unlikely.length)} of ${organization} ${are} on time in the forecast, but became unlikely to ship on time.`,
    { items: unlikelyItems },
    ...more(unlikely.length - unlikelyItems.length),
    { label: 'All projects that are unlikely to ship on time', href: `${publicOrigin}/projects?${unlikelySearch}` },
  ]
  return [...(late.length > 0 ? lateParts : []), ...(unlikely.length > 0 ? unlikelyParts : [])]
}

const subjectOf = ({ late, unlikely }: DigestNews, organization: string): string =>
  late.length > 0
    ? `${projectsOf(late.length)} became ${lateWords(late)} in ${organization}`
    : `${projectsOf(unlikely.length)} became unlikely to ship on time in ${organization}`

/** The digest of one member. null when they left, want none, or none of its news holds any more. */
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
    return { tenant, reader, news: await readNews(ctx, tx, { since: new Date(since), until: new Date(until) }) }
  })
  if (!found) return null
  const { tenant, reader, news } = found
  if (news.late.length + news.unlikely.length === 0) return null
  const { timezone: chosen, dateFormat } = reader.preferences
  const showDate = dayIn(zoneOfReader({ chosen, organization: tenant.timeZone }), dateFormat)
  const organization = oneLine(tenant.name)
  return writeMail(reader.email, subjectOf(news, organization), [
    ...newsParts(news, { organization, publicOrigin, showDate }),
    `You get this message from ${productName} because your email notifications are on.`,
    { label: 'Switch them off in your settings', href: `${publicOrigin}/settings#notifications` },
  ])
}
