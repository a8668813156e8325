import { and, eq } from 'drizzle-orm'
import { productName } from '#contract/vocabulary.ts'
import { heldBackWords, morningWords } from '#domain/proposals/morning-words.ts'
import type { MailFacts, TenantContext } from '../../context.ts'
import { readTenant } from '../../db/read-tenant.ts'
import type { OutboxMessage } from '../../db/tables/mail.table.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { findPlanReaders } from '../morning-plan/plan-readers.ts'
import { readMorningPlan } from '../morning-plan/read-morning-plan.ts'
import { type Mail, type MailPart, oneLine, writeMail } from './mail-text.ts'

/** The message about the plan of a morning. Null when its reader has left or wants none, or the proposal was discarded. */
export const composeMorningPlan = async (
  ctx: TenantContext,
  { publicOrigin }: MailFacts,
  { userId, day }: Extract<OutboxMessage, { kind: 'morningPlan' }>,
): Promise<Mail | null> => {
  const { tenant, reader, plan } = await readTenant(ctx, async (tx) => {
    const [row] = await tx
      .select({ name: tenants.name })
      .from(tenants)
      .where(and(eq(tenants.tenantId, ctx.tenantId), eq(tenants.status, 'Active')))
    const readers = await findPlanReaders(tx, ctx.tenantId)
    return {
      tenant: row,
      reader: readers.find((one) => one.userId === userId),
      plan: await readMorningPlan(ctx, tx, day),
    }
  })
  if (!tenant || !reader || !plan?.proposalId) return null
  const isApplied = plan.appliedBy !== null
  const parts: (MailPart | null)[] = [
    morningWords(plan),
    plan.heldBack ? heldBackWords(plan.heldBack) : null,
    {
      label: isApplied ? 'See what it changed, or undo it' : 'Review and apply',
      href: `${publicOrigin}/proposals/${plan.proposalId}`,
    },
    `You get this message from ${productName} because you plan and your email notifications are on.`,
    { label: 'Switch them off in your settings', href: `${publicOrigin}/settings#notifications` },
  ]
  const subject = `${isApplied ? 'Applied' : 'Proposed'}: the morning plan of ${oneLine(tenant.name)} for ${day}`
  return writeMail(
    reader.email,
    subject,
    parts.filter((part) => part !== null),
  )
}
