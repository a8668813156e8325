import { and, asc, count, desc, eq, lt, ne, not, notInArray, or, sql } from 'drizzle-orm'
import type { Proposal, ProposalDetails, ProposalInput } from '#contract/proposals.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { orderedId } from '../../db/ordered-id.ts'
import { proposalParts, proposalResults, proposals } from '../../db/tables/proposals.table.ts'
import { RuleError } from '../../errors.ts'
import { type Write, writeTenant } from '../records/write-tenant.ts'
import { asQuestion } from '../scheduling/ask-in-turn.ts'
import { changedNames } from './changed-names.ts'
import { type ComputedProposal, computeProposal } from './compute-proposal.ts'
import { renewRework } from './proposed-rework.ts'
import {
  findProposal,
  findResult,
  type ProposalRow,
  presentDetails,
  presentProposal,
  requireMine,
  requireOpen,
  requireVersion,
} from './read-proposals.ts'
import { noRequest, requestKey } from './request-fields.ts'
import { resolveChanges } from './resolve-changes.ts'

/** Proposals without a name are kept for a day, and at most the newest 50 of an organization. */
const keptMs = 24 * 3_600_000
/** Those with a request are kept for a week after that, and after the answer. Their number has a bound of its own. */
const keptAskedMs = 7 * keptMs
const keptUnnamed = 50
const keptNamed = 100

/** Proposals without a name and without a request. */
const unnamed = (ctx: TenantContext) => {
  const since = new Date(ctx.app.now().getTime() - keptAskedMs)
  const isAsked = sql`coalesce(greatest(${proposals.askedAt}, ${proposals.declinedAt}) >= ${since.toISOString()}, false)`
  return and(eq(proposals.tenantId, ctx.tenantId), eq(proposals.name, ''), not(isAsked))
}

const prune = async ({ ctx, tx, record }: Write): Promise<void> => {
  const before = new Date(ctx.app.now().getTime() - keptMs)
  const newest = tx
    .select({ proposalId: proposals.proposalId })
    .from(proposals)
    .where(unnamed(ctx))
    .orderBy(desc(proposals.createdAt), desc(proposals.proposalId))
    .limit(keptUnnamed)
  const pruned = await tx
    .delete(proposals)
    .where(and(unnamed(ctx), or(lt(proposals.createdAt, before), notInArray(proposals.proposalId, newest))))
    .returning({ proposalId: proposals.proposalId, askedAt: proposals.askedAt })
  for (const { proposalId, askedAt } of pruned) if (askedAt) record.withdraw({ key: requestKey(proposalId) })
}

/** The stored plan of a proposal, as parts for `preparePlan`; empty if it has none. */
export const readParts = async (ctx: TenantContext, tx: Tx, proposalId: string): Promise<string[]> => {
  const rows = await tx
    .select({ rowsJson: proposalParts.rowsJson })
    .from(proposalParts)
    .where(and(eq(proposalParts.tenantId, ctx.tenantId), eq(proposalParts.proposalId, proposalId)))
    .orderBy(asc(proposalParts.part))
  return rows.map(({ rowsJson }) => rowsJson)
}

/** Removes the stored plan of a proposal. */
export const dropParts = async (ctx: TenantContext, tx: Tx, proposalId: string): Promise<void> => {
  await tx
    .delete(proposalParts)
    .where(and(eq(proposalParts.tenantId, ctx.tenantId), eq(proposalParts.proposalId, proposalId)))
}

const storeComputed = async (
  ctx: TenantContext,
  tx: Tx,
  { proposalId, changes }: ProposalRow,
  { result: computed, parts }: ComputedProposal,
): Promise<void> => {
  const { tenantId } = ctx
  const result = { ...computed, names: await changedNames(ctx, tx, changes, computed.helped?.projectId) }
  await tx
    .insert(proposalResults)
    .values({ tenantId, proposalId, result })
    .onConflictDoUpdate({ target: [proposalResults.tenantId, proposalResults.proposalId], set: { result } })
  await dropParts(ctx, tx, proposalId)
  for (const [part, rowsJson] of parts.entries()) {
    await tx.insert(proposalParts).values({ tenantId, proposalId, part, rowsJson })
  }
}

const computedColumns = ({ planVersion, computedAt, summary, result }: ComputedProposal) => ({
  planVersion,
  computedAt,
  summary,
  movedOperations: result.movedOperations,
})

type ProposalTexts = Partial<Pick<ProposalRow, 'name' | 'title'>>

/** Stores a computed proposal with its plan. */
export const insertProposal = async (
  write: Write,
  { changes, method, ...texts }: Pick<ProposalRow, 'changes' | 'method'> & ProposalTexts,
  computed: ComputedProposal,
): Promise<ProposalRow> => {
  const { ctx, tx, record } = write
  await prune(write)
  const [row] = await tx
    .insert(proposals)
    .values({
      ...computedColumns(computed),
      ...texts,
      method,
      changes,
      tenantId: ctx.tenantId,
      proposalId: orderedId(),
      createdBy: ctx.userName,
      createdByUserId: ctx.userId,
      createdAt: ctx.app.now(),
    })
    .returning()
  if (!row) throw new Error('An insert returned no row')
  await storeComputed(ctx, tx, row, computed)
  record.changed('proposals', { id: row.proposalId })
  return row
}

/** Computes the effect of some changes and stores it as a proposal. The plan in force does not change. */
export const createProposal = async (
  ctx: TenantContext,
  { input }: { readonly input: ProposalInput },
): Promise<ProposalDetails> => {
  const { changes, computed } = await asQuestion(ctx, async () => {
    const changes = await resolveChanges(ctx, input.changes)
    return { changes, computed: await computeProposal(ctx, { ...input, changes, helpedId: input.helpedProjectId }) }
  })
  return writeTenant(ctx, async (write) => {
    const row = await insertProposal(write, { changes, method: input.method, title: input.title ?? '' }, computed)
    return presentDetails(ctx, write.tx, row)
  })
}

const these = (ctx: TenantContext, proposalId: string) =>
  and(eq(proposals.tenantId, ctx.tenantId), eq(proposals.proposalId, proposalId))

interface Refreshed {
  readonly proposalId: string
  readonly input?: Partial<ProposalInput> | undefined
  readonly expectedVersion?: number | null
}

/**
 * Computes a proposal again on the present state. A search begins with the plan that the proposal has. Its author and admins may give it other changes or the other method, which ends a
 * request to apply it. 403 (the proposal of a colleague), 404, 412 (another version), 422 (applied already; refused by a rule).
 */
export const refreshProposal = async (
  ctx: TenantContext,
  { proposalId, input = {}, expectedVersion = null }: Refreshed,
): Promise<ProposalDetails> => {
  const { before, helpedId, startFrom } = await ctx.app.db.readTenant(ctx, async (tx) => ({
    before: await findProposal(ctx, tx, proposalId),
    helpedId: (await findResult(ctx, tx, proposalId))?.helped?.projectId,
    startFrom: await readParts(ctx, tx, proposalId),
  }))
  const isSame = input.changes === undefined && (input.method === undefined || input.method === before.method)
  if (!isSame) requireMine(ctx, before)
  requireOpen(before)
  requireVersion(before, expectedVersion)
  const { wanted, computed } = await asQuestion(ctx, async () => {
    const changes = input.changes ? await resolveChanges(ctx, input.changes) : await renewRework(ctx, before.changes)
    const wanted = { changes, method: input.method ?? before.method }
    return { wanted, computed: await computeProposal(ctx, { ...wanted, helpedId, startFrom }) }
  })
  return writeTenant(ctx, async ({ tx, record }) => {
    const present = await findProposal(ctx, tx, proposalId, 'forUpdate')
    requireOpen(present)
    // It was computed from these changes, which its author may have replaced meanwhile.
    requireVersion(present, before.version)
    const [row] = await tx
      .update(proposals)
      .set({ ...wanted, ...computedColumns(computed), ...(!isSame && noRequest), version: before.version + 1 })
      .where(these(ctx, proposalId))
      .returning()
    if (!row) throw new Error('A locked proposal vanished')
    await storeComputed(ctx, tx, row, computed)
    if (!isSame) record.withdraw({ key: requestKey(proposalId) })
    record.changed('proposals', { id: proposalId })
    return presentDetails(ctx, tx, row)
  })
}

/** Saves a proposal under a name, or renames it. 403 (of another person), 404, 422 (too many saved proposals). */
export const nameProposal = (
  ctx: TenantContext,
  { proposalId, name }: { readonly proposalId: string; readonly name: string },
): Promise<Proposal> =>
  writeTenant(ctx, async ({ tx, record }) => {
    const before = await findProposal(ctx, tx, proposalId, 'forUpdate')
    requireMine(ctx, before)
    const [named] = await tx
      .select({ count: count() })
      .from(proposals)
      .where(and(eq(proposals.tenantId, ctx.tenantId), ne(proposals.name, '')))
    if (before.name === '' && (named?.count ?? 0) >= keptNamed) {
      throw new RuleError(`An organization keeps at most ${keptNamed} named proposals. Discard one first.`)
    }
    const [row] = await tx.update(proposals).set({ name }).where(these(ctx, proposalId)).returning()
    if (!row) throw new Error('A locked proposal vanished')
    record.changed('proposals', { id: proposalId })
    return presentProposal(ctx, tx, row)
  })

/** Discards a proposal. 403 (of another person), 404. */
export const deleteProposal = (ctx: TenantContext, { proposalId }: { readonly proposalId: string }): Promise<void> =>
  writeTenant(ctx, async ({ tx, record }) => {
    requireMine(ctx, await findProposal(ctx, tx, proposalId, 'forUpdate'))
    await tx.delete(proposals).where(these(ctx, proposalId))
    record.withdraw({ key: requestKey(proposalId) })
    record.changed('proposals', { id: proposalId })
  })
