import { and, desc, eq } from 'drizzle-orm'
import { productName } from '#contract/vocabulary.ts'
import type { MailFacts, TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { dataSources, sourceRuns } from '../../db/tables/data-sources.table.ts'
import type { OutboxMessage } from '../../db/tables/mail.table.ts'
import { scheduledExports } from '../../db/tables/scheduled-exports.table.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { isBroken } from '../exchanges/next-attempt.ts'
import { findBrokenReaders } from '../exchanges/tell-of-broken.ts'
import { type Mail, oneLine, writeMail } from './mail-text.ts'

/** What has failed, in the words of the message. */
interface BrokenFacts {
  /** 'data source'. */
  readonly what: string
  readonly name: string
  readonly failures: number
  readonly problem: string | null
  readonly authorId: string
  /** Path of its page. */
  readonly path: string
}

/** null = it was deleted, or works again. */
const findBrokenSource = async (ctx: TenantContext, tx: Tx, sourceId: string): Promise<BrokenFacts | null> => {
  const [row] = await tx
    .select()
    .from(dataSources)
    .where(and(eq(dataSources.tenantId, ctx.tenantId), eq(dataSources.sourceId, sourceId)))
  if (!row || !isBroken(row)) return null
  const [run] = await tx
    .select({ problem: sourceRuns.problem })
    .from(sourceRuns)
    .where(and(eq(sourceRuns.tenantId, ctx.tenantId), eq(sourceRuns.sourceId, sourceId)))
    .orderBy(desc(sourceRuns.startedAt), desc(sourceRuns.runId))
    .limit(1)
  return {
    what: 'data source',
    name: row.name,
    failures: row.failures,
    problem: run?.problem ?? null,
    authorId: row.createdByUserId,
    path: `/sources?source=${sourceId}`,
  }
}

/** null = it was deleted, or works again. */
const findBrokenExport = async (ctx: TenantContext, tx: Tx, exportId: string): Promise<BrokenFacts | null> => {
  const [row] = await tx
    .select()
    .from(scheduledExports)
    .where(and(eq(scheduledExports.tenantId, ctx.tenantId), eq(scheduledExports.exportId, exportId)))
  if (!row || !isBroken(row)) return null
  const { name, failures, problem, createdByUserId: authorId } = row
  return { what: 'scheduled export', name, failures, problem, authorId, path: '/sources?tab=exports' }
}

/** The message about what has failed again and again. null when it works again, or when its reader has left or wants none. */
export const composeBroken = async (
  ctx: TenantContext,
  { publicOrigin }: MailFacts,
  { kind, id, userId }: Extract<OutboxMessage, { readonly id: string }>,
): Promise<Mail | null> => {
  const found = await readTenant(ctx, async (tx) => {
    const [tenant] = await tx
      .select({ name: tenants.name })
      .from(tenants)
      .where(and(eq(tenants.tenantId, ctx.tenantId), eq(tenants.status, 'Active')))
    const broken = await (kind === 'brokenSource' ? findBrokenSource : findBrokenExport)(ctx, tx, id)
    if (!tenant || !broken) return null
    const readers = await findBrokenReaders(tx, ctx.tenantId, broken.authorId)
    return { organization: oneLine(tenant.name), broken, reader: readers.find((one) => one.userId === userId) }
  })
  if (!found?.reader) return null
  const { organization, reader, broken } = found
  const name = oneLine(broken.name)
  return writeMail(reader.email, `The ${broken.what} ${name} of ${organization} does not work`, [
    `The ${broken.what} ${name} of ${organization} has failed ${broken.failures} times in a row.`,
    ...(broken.problem === null ? [] : [`The last time: ${oneLine(broken.problem)}`]),
    'It goes on trying. You get no further message about it until it has worked again.',
    { label: `Open the ${broken.what}`, href: `${publicOrigin}${broken.path}` },
    `You get this message from ${productName} because it is yours or you are an admin, and your email notifications are on.`,
    { label: 'Switch them off in your settings', href: `${publicOrigin}/settings#notifications` },
  ])
}
