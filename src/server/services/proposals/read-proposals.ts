import { and, desc, eq, isNotNull, ne, or, sql } from 'drizzle-orm'
import {
  type AppliedChange,
  type ListedProposal,
  type PlanReach,
  type Proposal,
  type ProposalDetails,
  proposalHoldsMs,
} from '#contract/proposals.ts'
import { allowed, type Decision } from '#domain/access/decision.ts'
import { mayApply } from '#domain/access/proposed-changes.ts'
import { may } from '#domain/access/rights.ts'
import type { OperationMove } from '#domain/proposals/compare-with-forecast.ts'
import type { HelpedEnds, StoredProposalResult } from '#domain/proposals/proposal-result.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { changeSets } from '../../db/tables/change-sets.table.ts'
import { proposalResults, proposals } from '../../db/tables/proposals.table.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { AppError, ForbiddenError, NotFoundError, RuleError } from '../../errors.ts'
import { refusalsOf } from '../changes/list-changes.ts'
import { isoOrNull } from '../records/record-fields.ts'
import { plannerRightsOf } from '../records/tenant-row.ts'
import { presentResult } from '../scheduling-runs/get-run-result.ts'
import { changedNames } from './changed-names.ts'
import { findDeciders } from './deciders.ts'

export type ProposalRow = typeof proposals.$inferSelect

/** One proposal of the organization, locked if requested. Throws 404. */
export const findProposal = async (
  ctx: TenantContext,
  tx: Tx,
  proposalId: string,
  lock: 'forUpdate' | 'read' = 'read',
): Promise<ProposalRow> => {
  const query = tx
    .select()
    .from(proposals)
    .where(and(eq(proposals.tenantId, ctx.tenantId), eq(proposals.proposalId, proposalId)))
  const [row] = await (lock === 'forUpdate' ? query.for('update') : query)
  if (!row) throw new NotFoundError('Proposal not found.')
  return row
}

const planVersionOf = async (ctx: TenantContext, tx: Tx): Promise<number> => {
  const [row] = await tx
    .select({ planVersion: tenants.planVersion })
    .from(tenants)
    .where(eq(tenants.tenantId, ctx.tenantId))
  return row?.planVersion ?? 0
}

/** Authors change, rename and discard their own proposals, admins all of them. */
const mayManage = (ctx: TenantContext, { createdByUserId }: ProposalRow): Decision =>
  createdByUserId === ctx.userId ? allowed : may(ctx, 'manageProposals')

/** Throws 403 if the proposal belongs to another person. */
export const requireMine = (ctx: TenantContext, row: ProposalRow): void => {
  const decision = mayManage(ctx, row)
  if (!decision.ok) throw new ForbiddenError(decision.reason)
}

/** Throws 422 when it was applied. */
export const requireOpen = (row: ProposalRow): void => {
  if (row.appliedAt) throw new RuleError('This proposal has been applied already.')
}

/** Throws 412 when it was computed again since the caller read it; null = the caller names no version. */
export const requireVersion = ({ version }: ProposalRow, expectedVersion: number | null): void => {
  if (expectedVersion === null || expectedVersion === version) return
  throw new AppError('stale', 'This proposal changed since it was opened. Look at what it would do now.', {
    currentVersion: version,
  })
}

const stateOf = (ctx: TenantContext, row: ProposalRow, planVersion: number): Proposal['state'] => {
  if (row.appliedAt) return 'applied'
  const ageMs = ctx.app.now().getTime() - row.computedAt.getTime()
  return row.planVersion === planVersion && ageMs >= 0 && ageMs <= proposalHoldsMs ? 'current' : 'stale'
}

const requestOf = ({ askedBy, askedAt, askNote }: ProposalRow): Proposal['request'] =>
  askedBy === null || askedAt === null ? null : { askedBy, askedAt: askedAt.toISOString(), note: askNote ?? '' }

const declinedOf = ({ declinedBy, declinedAt, declineWord }: ProposalRow): Proposal['declined'] =>
  declinedBy === null || declinedAt === null
    ? null
    : { declinedBy, declinedAt: declinedAt.toISOString(), word: declineWord ?? '' }

const presentRow = (ctx: TenantContext, row: ProposalRow, planVersion: number): Proposal => {
  const { completedProjects: _, warnings: warningCount, ...figures } = row.summary
  return {
    proposalId: row.proposalId,
    name: row.name,
    title: row.title,
    changes: row.changes,
    method: row.method,
    state: stateOf(ctx, row, planVersion),
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    computedAt: row.computedAt.toISOString(),
    appliedBy: row.appliedBy,
    appliedAt: isoOrNull(row.appliedAt),
    version: row.version,
    isMine: mayManage(ctx, row).ok,
    ...figures,
    warningCount,
    movedOperations: row.movedOperations,
    request: requestOf(row),
    declined: declinedOf(row),
  }
}

/** A stored proposal as the contract shows it. */
export const presentProposal = async (ctx: TenantContext, tx: Tx, row: ProposalRow): Promise<Proposal> =>
  presentRow(ctx, row, await planVersionOf(ctx, tx))

const newest = 100

/** The newest 100 proposals that were kept under a name or wait to be applied, the latter first. */
export const listProposals = (ctx: TenantContext): Promise<ListedProposal[]> =>
  readTenant(ctx, async (tx) => {
    const planVersion = await planVersionOf(ctx, tx)
    const rows = await tx
      .select()
      .from(proposals)
      .where(and(eq(proposals.tenantId, ctx.tenantId), or(ne(proposals.name, ''), isNotNull(proposals.askedAt))))
      .orderBy(sql`${proposals.askedAt} desc nulls last`, desc(proposals.createdAt), desc(proposals.proposalId))
      .limit(newest)
    const listed: ListedProposal[] = []
    for (const row of rows) {
      const asksReader = row.askedAt !== null && (await decisionOf(ctx, tx, row)).ok
      listed.push({ ...presentRow(ctx, row, planVersion), asksReader })
    }
    return listed
  })

const isoOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

const presentMove = ({ operationId, projectId, ...dates }: OperationMove): ProposalDetails['moves'][number] => ({
  operationId,
  projectId,
  startBefore: isoOf(dates.startBeforeMs),
  endBefore: isoOf(dates.endBeforeMs),
  startAfter: isoOf(dates.startAfterMs),
  endAfter: isoOf(dates.endAfterMs),
})

const findAppliedChange = async (
  ctx: TenantContext,
  tx: Tx,
  { appliedChangeId }: ProposalRow,
): Promise<AppliedChange | null> => {
  if (appliedChangeId === null) return null
  const [row] = await tx
    .select()
    .from(changeSets)
    .where(and(eq(changeSets.tenantId, ctx.tenantId), eq(changeSets.changeId, appliedChangeId)))
  if (!row) return null
  const [refusal] = await refusalsOf(ctx, tx, [row])
  return { changeId: row.changeId, isUndone: row.undone, canSwitch: refusal === null }
}

/** The stored consequences of a proposal. */
export const findResult = async (
  ctx: TenantContext,
  tx: Tx,
  proposalId: string,
): Promise<StoredProposalResult | undefined> => {
  const [stored] = await tx
    .select({ result: proposalResults.result })
    .from(proposalResults)
    .where(and(eq(proposalResults.tenantId, ctx.tenantId), eq(proposalResults.proposalId, proposalId)))
  return stored?.result
}

/** The moves of a proposal; null for proposals from before moves were stored. */
export const reachOf = async (ctx: TenantContext, tx: Tx, proposalId: string): Promise<PlanReach | null> => {
  const [stored] = await tx
    .select({ reach: sql<PlanReach | null>`${proposalResults.result} -> 'reach'` })
    .from(proposalResults)
    .where(and(eq(proposalResults.tenantId, ctx.tenantId), eq(proposalResults.proposalId, proposalId)))
  return stored?.reach ?? null
}

/** Whether the caller may apply a proposal. */
export const decisionOf = async (ctx: TenantContext, tx: Tx, row: ProposalRow): Promise<Decision> => {
  const reach = await reachOf(ctx, tx, row.proposalId)
  return mayApply(ctx, { changes: row.changes, reach }, await plannerRightsOf(tx, ctx.tenantId))
}

const presentHelped = ({ completionBeforeMs, completionAfterMs, ...figures }: HelpedEnds) => ({
  ...figures,
  completionBefore: isoOf(completionBeforeMs),
  completionAfter: isoOf(completionAfterMs),
})

const namedDeciders = 3

const shownDeciders = (found: readonly { readonly name: string }[]): ProposalDetails['deciders'] => ({
  names: found.slice(0, namedDeciders).map(({ name }) => name),
  count: found.length,
})

/** A proposal with its consequences, inside a transaction. */
export const presentDetails = async (ctx: TenantContext, tx: Tx, row: ProposalRow): Promise<ProposalDetails> => {
  const stored = await findResult(ctx, tx, row.proposalId)
  if (!stored) throw new Error('A proposal has no result')
  const {
    moves,
    movedOperations: _,
    names: namesThen,
    loads = [],
    loadsFromMs,
    unplacedBefore,
    capacitiesBefore = {},
    gainsNothing = false,
    helped,
    reach = null,
    ...result
  } = stored
  const { names, ...presented } = await presentResult(ctx, tx, result, moves)
  return {
    ...(await presentProposal(ctx, tx, row)),
    ...presented,
    names: { ...namesThen, ...names, ...(await changedNames(ctx, tx, row.changes, helped?.projectId)) },
    appliedChange: await findAppliedChange(ctx, tx, row),
    moves: moves.map(presentMove),
    reach,
    deciders: row.askedAt ? shownDeciders(await findDeciders(ctx, tx, row, reach)) : { names: [], count: 0 },
    unplacedOperationsBefore: unplacedBefore ?? row.summary.unplacedOperations,
    capacitiesBefore,
    gainsNothing,
    helped: helped ? presentHelped(helped) : null,
    loads: [...loads],
    loadsFrom: isoOf(loadsFromMs ?? null) ?? row.computedAt.toISOString(),
  }
}

/** One proposal with its consequences. Throws 404. */
export const getProposal = (ctx: TenantContext, input: { readonly proposalId: string }): Promise<ProposalDetails> =>
  readTenant(ctx, async (tx) => presentDetails(ctx, tx, await findProposal(ctx, tx, input.proposalId)))
