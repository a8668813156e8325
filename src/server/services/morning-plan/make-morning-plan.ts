import { and, eq, isNull, like, lt, or, sql } from 'drizzle-orm'
import type { HeldBackReason, MorningPlan, MorningPlanSettings } from '#contract/morning-plan.ts'
import { heldBackBy, isWorthProposing } from '#domain/proposals/morning-plan.ts'
import { dayMs, hourMs } from '#domain/time/units.ts'
import { localDate } from '#domain/time/zone-dates.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { morningPlans } from '../../db/tables/morning-plans.table.ts'
import { proposals } from '../../db/tables/proposals.table.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { AppError, ConflictError } from '../../errors.ts'
import { applyProposal } from '../proposals/apply-proposal.ts'
import { type ComputedProposal, computeReordered } from '../proposals/compute-proposal.ts'
import { insertProposal } from '../proposals/write-proposals.ts'
import { postMail } from '../records/post-mail.ts'
import { type Write, writeTenant } from '../records/write-tenant.ts'
import { countFrozenMoves } from '../scheduling-runs/frozen-moves.ts'
import { claimHoldsMs, dueDay, mostTries } from './find-due.ts'
import { findPlanReaders } from './plan-readers.ts'
import { ofDay } from './read-morning-plan.ts'

/** Rows of past mornings are deleted after this time. */
const keptDays = 90
/** Applied proposals are discarded after this time, because the number of named proposals has a limit. Their runs stay. */
const keptAppliedMs = 7 * dayMs
/** A message about the plan of a morning is dropped after this time. */
const usefulMs = 8 * hourMs

const namePrefix = 'Morning plan '

interface Claim {
  readonly day: string
  readonly settings: MorningPlanSettings
}

/** Claims the plan of this morning; null if none is due, or another server computes it or has done so. */
const claim = (ctx: TenantContext): Promise<Claim | null> =>
  ctx.app.db.withTenant(ctx, async (tx) => {
    const now = ctx.app.now()
    const [tenant] = await tx
      .select({ timeZone: tenants.timeZone, settings: tenants.morningPlan })
      .from(tenants)
      .where(eq(tenants.tenantId, ctx.tenantId))
    const day = tenant ? dueDay(tenant.settings, tenant.timeZone, now.getTime()) : null
    if (!tenant || day === null) return null
    const isAbandoned = and(
      isNull(morningPlans.outcome),
      lt(morningPlans.claimedAt, new Date(now.getTime() - claimHoldsMs)),
      lt(morningPlans.tries, mostTries),
    )
    const [row] = await tx
      .insert(morningPlans)
      .values({ tenantId: ctx.tenantId, day, claimedAt: now })
      .onConflictDoUpdate({
        target: [morningPlans.tenantId, morningPlans.day],
        set: { claimedAt: now, tries: sql`${morningPlans.tries} + 1` },
        setWhere: isAbandoned,
      })
      .returning({ day: morningPlans.day })
    return row ? { day, settings: tenant.settings } : null
  })

/** Discards the proposals of earlier mornings, except for recently applied ones, renamed ones and those with a request. */
const discardEarlier = async ({ ctx, tx, record }: Write): Promise<void> => {
  const dropped = await tx
    .delete(proposals)
    .where(
      and(
        eq(proposals.tenantId, ctx.tenantId),
        eq(proposals.createdByUserId, ctx.userId),
        or(isNull(proposals.appliedAt), lt(proposals.appliedAt, new Date(ctx.app.now().getTime() - keptAppliedMs))),
        isNull(proposals.askedAt),
        like(proposals.name, `${namePrefix}%`),
      ),
    )
    .returning({ proposalId: proposals.proposalId })
  for (const { proposalId } of dropped) record.changed('proposals', { id: proposalId })
}

const prune = async ({ tenantId, app }: TenantContext, tx: Tx): Promise<void> => {
  const before = localDate(app.now().getTime() - keptDays * dayMs, 'UTC')
  await tx.delete(morningPlans).where(and(eq(morningPlans.tenantId, tenantId), lt(morningPlans.day, before)))
}

type Ended = Partial<typeof morningPlans.$inferInsert> & { readonly outcome: MorningPlan['outcome'] }

const end = async ({ ctx, tx, record }: Write, day: string, ended: Ended): Promise<void> => {
  await tx.update(morningPlans).set(ended).where(ofDay(ctx, day))
  record.changed('proposals', ended.proposalId ? { id: ended.proposalId } : undefined)
}

/** Writes an e-mail about the plan of a morning for each planner who wants e-mails. */
const tellPlanners = async (ctx: TenantContext, day: string): Promise<void> => {
  const { app, tenantId } = ctx
  const expiresAt = new Date(app.now().getTime() + usefulMs)
  await app.db.withSystem(async (tx) => {
    const readers = await findPlanReaders(tx, tenantId)
    const about = { kind: 'morningPlan', day } as const
    const posts = readers.map(({ userId }) => ({ message: { ...about, userId }, aboutTenantId: tenantId, expiresAt }))
    await postMail(app, tx, posts)
  })
}

class MovesFrozenWork extends Error {}

/** Applies the proposal without a person. Returns why not, if it moves frozen work, or the plan has changed since it was computed. */
const applyByItself = async (ctx: TenantContext, proposalId: string): Promise<HeldBackReason | null> => {
  try {
    await applyProposal(ctx, {
      proposalId,
      expectedVersion: 1,
      require: async (tx, { runId, moved }) => {
        if (moved > 0 && (await countFrozenMoves(ctx, tx, runId)) > 0) throw new MovesFrozenWork()
      },
    })
    return null
  } catch (error) {
    if (error instanceof MovesFrozenWork) return 'frozen'
    // Also if a planner refreshed it in this moment.
    if (error instanceof ConflictError || (error instanceof AppError && error.code === 'stale'))
      return 'changedMeanwhile'
    throw error
  }
}

const propose = async (
  ctx: TenantContext,
  { day, settings }: Claim,
  computed: ComputedProposal,
): Promise<MorningPlan['outcome']> => {
  const { applyFromLateDays } = settings
  const heldBack = applyFromLateDays === null ? null : heldBackBy(computed.summary, applyFromLateDays)
  const { proposalId } = await writeTenant(ctx, async (write) => {
    await discardEarlier(write)
    return insertProposal(write, { changes: [], method: 'optimize', name: `${namePrefix}${day}` }, computed)
  })
  const applies = applyFromLateDays !== null && heldBack === null
  const refused = applies ? await applyByItself(ctx, proposalId) : heldBack
  const outcome = applies && refused === null ? 'applied' : 'proposed'
  await writeTenant(ctx, async (write) => {
    const { movedOperations } = computed.result
    await end(write, day, { outcome, proposalId, summary: computed.summary, movedOperations, heldBack: refused })
    await prune(ctx, write.tx)
  })
  await tellPlanners(ctx, day)
  return outcome
}

/**
 * Computes what scheduling everything again would bring this morning, and proposes it to the planners if that is worth their time. Applies
 * it without them where the settings allow that. Returns null if none is due, or another server does it.
 */
export const makeMorningPlan = async (
  ctx: TenantContext,
  signal: AbortSignal,
): Promise<MorningPlan['outcome'] | null> => {
  const claimed = await claim(ctx)
  if (!claimed) return null
  const { day, settings } = claimed
  try {
    const computed = await computeReordered(ctx, { changes: [], effort: settings.effort }, signal)
    if (isWorthProposing(computed.summary)) return await propose(ctx, claimed, computed)
    await writeTenant(ctx, async (write) => {
      await discardEarlier(write)
      await end(write, day, { outcome: 'nothing', summary: computed.summary })
    })
    return 'nothing'
  } catch (error) {
    // The server stops: another one takes over when the claim has run out.
    if (!signal.aborted) await writeTenant(ctx, (write) => end(write, day, { outcome: 'failed' }))
    throw error
  }
}
