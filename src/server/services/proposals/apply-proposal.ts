import { and, eq, sql } from 'drizzle-orm'
import type { ResponseOf } from '#contract/endpoint.ts'
import { type applyProposal as applyCall, proposalHoldsMs } from '#contract/proposals.ts'
import { concernsWholeShop } from '#domain/access/proposed-changes.ts'
import { type TenantContext, withChangeSet } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { orderedId } from '../../db/ordered-id.ts'
import { proposalResults, proposals } from '../../db/tables/proposals.table.ts'
import { runResults } from '../../db/tables/scheduling-runs.table.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { ConflictError, ForbiddenError, NotFoundError } from '../../errors.ts'
import { forEverybody } from '../../waiting-caller.ts'
import { proposeRepair } from '../forecasts/refresh-forecast.ts'
import { type Write, writeTenant } from '../records/write-tenant.ts'
import { putPlanInForce } from '../scheduling-runs/commit-plan.ts'
import { clearOutdated } from '../scheduling-runs/outdated-mark.ts'
import { dropPlan } from '../scheduling-runs/prune-plans.ts'
import { runChangeId } from '../scheduling-runs/switch-run.ts'
import { type PlanDifference, preparePlan } from '../scheduling-runs/write-plan.ts'
import { makeChange } from './make-change.ts'
import {
  decisionOf,
  findProposal,
  type ProposalRow,
  presentProposal,
  reachOf,
  requireOpen,
  requireVersion,
} from './read-proposals.ts'
import { noRequest, requestKey } from './request-fields.ts'
import { dropParts, readParts } from './write-proposals.ts'

type Applied = ResponseOf<typeof applyCall>

const changedMeanwhile = () => new ConflictError('The plan has changed. Refresh the preview.')

/** 409 when the plan or what it depends on changed since the proposal was computed, or it is too old. */
export const requireCurrent = async (ctx: TenantContext, tx: Tx, row: ProposalRow): Promise<void> => {
  const [tenant] = await tx
    .select({ planVersion: tenants.planVersion })
    .from(tenants)
    .where(eq(tenants.tenantId, ctx.tenantId))
  if (!tenant) throw new NotFoundError()
  if (tenant.planVersion !== row.planVersion) {
    throw changedMeanwhile()
  }
  const ageMs = ctx.app.now().getTime() - row.computedAt.getTime()
  if (!(ageMs >= 0 && ageMs <= proposalHoldsMs)) {
    throw new ConflictError('This preview is older than 10 minutes. Refresh the preview.')
  }
}

/** 422 when the proposal was applied, 403 when the caller may not put it in force, 409 as `requireCurrent`. */
const requireApplicable = async (ctx: TenantContext, tx: Tx, row: ProposalRow): Promise<void> => {
  requireOpen(row)
  const decision = await decisionOf(ctx, tx, row)
  if (!decision.ok) throw new ForbiddenError(decision.reason)
  await requireCurrent(ctx, tx, row)
}

/** A proposal that is about to be applied. */
interface Applying {
  readonly row: ProposalRow
  /** The prepared plan, which nobody reads yet. */
  readonly runId: string
  /** Number of operations that it moves. */
  readonly moved: number
}

interface Seen {
  readonly proposalId: string
  /** The version that the caller has seen; null = it has computed the proposal itself. */
  readonly expectedVersion: number | null
  /** Throws if something besides rights refuses it, such as the limits of a token. */
  readonly require?: (tx: Tx, applying: Applying) => Promise<void>
}

interface PreparedPlan extends PlanDifference {
  /** The version of the proposal from which the plan was prepared. */
  readonly version: number
}

/** The plan of a proposal that keeps the sequence: the same shop, instant and changes give the same plan again. */
const repairAgain = async (
  ctx: TenantContext,
  { changes, computedAt, ...row }: ProposalRow,
): Promise<readonly string[]> => {
  const wanted = { changes, withRows: true }
  const { plan, planVersion } = await forEverybody(() => proposeRepair(ctx, wanted, computedAt))
  if (!plan.ok || planVersion !== row.planVersion) throw changedMeanwhile()
  return plan.parts
}

/** Writes the plan of a proposal under the id of its run, where nobody reads it yet. */
const prepareProposed = async (ctx: TenantContext, seen: Seen, runId: string): Promise<PreparedPlan> => {
  const { proposalId, expectedVersion } = seen
  const { proposal, stored } = await ctx.app.db.readTenant(ctx, async (tx) => {
    const row = await findProposal(ctx, tx, proposalId)
    requireVersion(row, expectedVersion)
    await requireApplicable(ctx, tx, row)
    return { proposal: row, stored: await readParts(ctx, tx, proposalId) }
  })
  const { method, version } = proposal
  const parts = method === 'keepSequence' ? await repairAgain(ctx, proposal) : stored
  return { ...(await preparePlan(ctx, runId, parts)), version }
}

/** Puts the prepared plan in force and records it as a run, so that it can be compared, and taken back with its changes. */
const switchToPlan = async (
  write: Write,
  runId: string,
  row: ProposalRow,
  { moved, projectIds }: PlanDifference,
): Promise<void> => {
  const { ctx, tx, record } = write
  const { tenantId } = ctx
  const { summary, changes, proposalId } = row
  const ofOneProject = !concernsWholeShop({ changes, reach: await reachOf(ctx, tx, proposalId) })
  const touched = changes.map((change) => ('projectId' in change ? change.projectId : null))
  const named = touched.filter((projectId) => projectId !== null)
  // Other working time concerns every project.
  const change = named.length < touched.length ? 'whole' : { projectIds: [...projectIds, ...named] }
  await putPlanInForce(write, { runId, summary, moved, change, madeBy: 'proposal', ofOneProject })
  await tx.insert(runResults).select(
    tx
      .select({
        tenantId: proposalResults.tenantId,
        runId: sql`${runId}::uuid`.as('run_id'),
        result: proposalResults.result,
      })
      .from(proposalResults)
      .where(and(eq(proposalResults.tenantId, tenantId), eq(proposalResults.proposalId, proposalId))),
  )
  await clearOutdated(ctx, tx, record, runId)
}

/** Withdraws the request to apply a proposal, and notifies the person who asked. */
const tellAsker = ({ ctx, record }: Write, before: ProposalRow, moved: number): void => {
  const { proposalId, askedByUserId, name, title, summary } = before
  if (askedByUserId === null) return
  record.withdraw({ key: requestKey(proposalId) })
  if (askedByUserId === ctx.userId) return
  record.notify({
    to: { users: [askedByUserId] },
    cause: {
      code: 'planApplied',
      proposalId,
      name: name || title,
      appliedBy: ctx.userName,
      movedOperations: moved,
      ...(summary.movedAsForecast !== undefined && { movedAsForecast: Math.min(summary.movedAsForecast, moved) }),
    },
    subject: { kind: 'proposal', proposalId },
  })
}

/**
 * Makes the changes of a proposal by the rules of their forms and puts its plan in force, in one transaction and one change set, if it is
 * still what the caller has seen. 403, 404, 409 as `requireApplicable`, 412 when it was computed again since, 422 when it was applied already
 * or a rule refuses a change.
 */
export const applyProposal = async (ctx: TenantContext, seen: Seen): Promise<Applied> => {
  const { proposalId } = seen
  const runId = orderedId()
  try {
    const difference = await prepareProposed(ctx, seen, runId)
    const switches = difference.moved > 0
    const changeId = switches ? runChangeId(runId) : ctx.requestId
    const applied = await writeTenant(withChangeSet(ctx, changeId), async (write) => {
      const { tx, record } = write
      const before = await findProposal(ctx, tx, proposalId, 'forUpdate')
      // A colleague may have refreshed it meanwhile.
      requireVersion(before, difference.version)
      await requireApplicable(ctx, tx, before)
      await seen.require?.(tx, { row: before, runId, moved: difference.moved })
      for (const change of before.changes) await makeChange(write, change)
      record.workingTimeFollowed()
      if (switches) await switchToPlan(write, runId, before, difference)
      const appliedChangeId = switches || before.changes.length > 0 ? changeId : null
      const [row] = await tx
        .update(proposals)
        .set({ ...noRequest, appliedBy: ctx.userName, appliedAt: ctx.app.now(), appliedChangeId })
        .where(and(eq(proposals.tenantId, ctx.tenantId), eq(proposals.proposalId, proposalId)))
        .returning()
      if (!row) throw new Error('A locked proposal vanished')
      await dropParts(ctx, tx, proposalId)
      record.changed('proposals', { id: proposalId })
      tellAsker(write, before, difference.moved)
      return {
        proposal: await presentProposal(ctx, tx, row),
        changeId: appliedChangeId,
        changedOperations: difference.moved,
      }
    })
    if (!switches) await dropPlan(ctx, runId)
    return applied
  } catch (error) {
    await dropPlan(ctx, runId)
    throw error
  }
}
