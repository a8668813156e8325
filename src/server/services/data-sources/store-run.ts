import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import { keptSourceRuns, type SourceRun, type SourceRunFigures } from '#contract/data-sources.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { changeSets } from '../../db/tables/change-sets.table.ts'
import { sourceRunDetails, sourceRuns } from '../../db/tables/data-sources.table.ts'
import { type ClaimedSource, lockClaimed, requireClaim } from './claim-sources.ts'
import {
  type DataSourceRow,
  isRun,
  type SourceRunDetailsRow,
  type SourceRunPath,
  type SourceRunRow,
} from './source-rows.ts'

export type RunOutcome = NonNullable<SourceRun['outcome']>

interface StartedRun extends SourceRunPath {
  readonly trigger: SourceRun['trigger']
  readonly fileName: string
  readonly fileBytes: number
  readonly fileHash: string
}

/** Stores that a run has begun. Returns how it ended if it has run before; a failed run begins again. Throws `ClaimLostError`. */
export const beginRun = (ctx: TenantContext, claim: ClaimedSource, run: StartedRun): Promise<RunOutcome | null> =>
  ctx.app.db.withTenant(ctx, async (tx) => {
    await requireClaim(tx, claim)
    const [known] = await tx.select().from(sourceRuns).where(isRun(ctx, run))
    if (known && known.outcome !== null && known.outcome !== 'failed') return known.outcome
    const begun = { ...run, startedAt: ctx.app.now(), endedAt: null, outcome: null, problem: null }
    await tx
      .insert(sourceRuns)
      .values({ ...begun, tenantId: ctx.tenantId })
      .onConflictDoUpdate({ target: [sourceRuns.tenantId, sourceRuns.runId], set: begun })
    return null
  })

/** Whether a person has decided against this very file: its newest run that came to a decision was dismissed, or is undone. */
const wasRejected = async (ctx: TenantContext, tx: Tx, sourceId: string, fileHash: string): Promise<boolean> => {
  const [decided] = await tx
    .select({ outcome: sourceRuns.outcome, undone: changeSets.undone })
    .from(sourceRuns)
    .leftJoin(
      changeSets,
      and(eq(changeSets.tenantId, sourceRuns.tenantId), eq(changeSets.changeId, sourceRuns.changeId)),
    )
    .where(
      and(
        eq(sourceRuns.tenantId, ctx.tenantId),
        eq(sourceRuns.sourceId, sourceId),
        eq(sourceRuns.fileHash, fileHash),
        inArray(sourceRuns.outcome, ['applied', 'dismissed']),
      ),
    )
    .orderBy(desc(sourceRuns.startedAt))
    .limit(1)
  return decided?.outcome === 'dismissed' || decided?.undone === true
}

const isWaiting = async (ctx: TenantContext, tx: Tx, sourceId: string, fileHash: string): Promise<boolean> => {
  const waiting = await tx
    .select({ runId: sourceRuns.runId })
    .from(sourceRuns)
    .where(
      and(
        eq(sourceRuns.tenantId, ctx.tenantId),
        eq(sourceRuns.sourceId, sourceId),
        eq(sourceRuns.fileHash, fileHash),
        eq(sourceRuns.outcome, 'waiting'),
      ),
    )
  return waiting.length > 0
}

/** Whether a person has rejected this very file, or has yet to decide about it: its schedule does not import it again. */
export const isLeftToPeople = async (
  ctx: TenantContext,
  tx: Tx,
  { sourceId, fileHash }: { readonly sourceId: string; readonly fileHash: string },
): Promise<boolean> =>
  (await wasRejected(ctx, tx, sourceId, fileHash)) || (await isWaiting(ctx, tx, sourceId, fileHash))

/** The last run before this one whose rows were compared, or this run itself if it waited for a person. */
const lastCompared = async (
  ctx: TenantContext,
  tx: Tx,
  { sourceId, runId, decidedBy }: SourceRunPath & { readonly decidedBy: string | null },
) => {
  const isLast = decidedBy === null ? ne(sourceRuns.runId, runId) : eq(sourceRuns.runId, runId)
  const outcomes = decidedBy === null ? (['applied', 'unchanged'] as const) : (['waiting'] as const)
  const [last] = await tx
    .select({ fileHash: sourceRuns.fileHash, openDoubts: sourceRuns.openDoubts, figures: sourceRuns.figures })
    .from(sourceRuns)
    .where(
      and(
        eq(sourceRuns.tenantId, ctx.tenantId),
        eq(sourceRuns.sourceId, sourceId),
        isLast,
        inArray(sourceRuns.outcome, outcomes),
        sql`${sourceRuns.figures} is not null`,
      ),
    )
    .orderBy(desc(sourceRuns.startedAt))
    .limit(1)
  return last
}

/**
 * Whether a person has taken the doubtful rows of this very file off the list, when it was compared last. `decidedBy`: the person who
 * decides about this run, which has waited until now; null = it did not wait.
 */
export const areDoubtsDismissed = async (
  ctx: TenantContext,
  tx: Tx,
  { fileHash, ...run }: SourceRunPath & { readonly fileHash: string; readonly decidedBy: string | null },
): Promise<boolean> => {
  const last = await lastCompared(ctx, tx, run)
  return last?.fileHash === fileHash && last.openDoubts === 0 && (last.figures?.doubtful ?? 0) > 0
}

export interface EndedRun extends SourceRunPath {
  readonly outcome: RunOutcome
  /** null = the rows were not compared. */
  readonly figures: SourceRunFigures | null
  readonly changeId: string | null
  readonly decidedBy: string | null
  readonly details: Omit<SourceRunDetailsRow, 'tenantId' | 'runId'> | null
}

/** Stores how a run ended. */
export const endRun = async (ctx: TenantContext, tx: Tx, run: EndedRun): Promise<void> => {
  const { outcome, figures, changeId, decidedBy, details } = run
  const openDoubts = details?.doubts?.rows.length ?? 0
  await tx
    .update(sourceRuns)
    .set({ outcome, figures, changeId, decidedBy, openDoubts, problem: null, endedAt: ctx.app.now() })
    .where(isRun(ctx, run))
  if (!details) return
  await tx
    .insert(sourceRunDetails)
    .values({ ...details, tenantId: ctx.tenantId, runId: run.runId })
    .onConflictDoUpdate({ target: [sourceRunDetails.tenantId, sourceRunDetails.runId], set: details })
}

/** Stores that a run failed, with a sentence for people. Stores nothing when another server has the source: the run is its own by now. */
export const failRun = (
  ctx: TenantContext,
  claim: ClaimedSource,
  { problem, ...run }: SourceRunPath & { readonly problem: string },
): Promise<void> =>
  ctx.app.db.withTenant(ctx, async (tx) => {
    if ((await lockClaimed(tx, claim)) === null) return
    await tx.update(sourceRuns).set({ outcome: 'failed', problem, endedAt: ctx.app.now() }).where(isRun(ctx, run))
    await pruneRuns(ctx, tx, run.sourceId)
  })

/**
 * A folder or an address holds one list that replaces the one before, so a newer run settles what earlier ones left open. Each pushed file
 * is a matter of its own.
 */
export const settleEarlier = async (
  ctx: TenantContext,
  tx: Tx,
  { source, runId }: { readonly source: DataSourceRow; readonly runId: string },
): Promise<void> => {
  if (source.origin.kind === 'pushed') return
  const earlier = and(
    eq(sourceRuns.tenantId, ctx.tenantId),
    eq(sourceRuns.sourceId, source.sourceId),
    ne(sourceRuns.runId, runId),
    sql`(${sourceRuns.outcome} = 'waiting' or ${sourceRuns.openDoubts} > 0)`,
  )
  const open = await tx.select({ runId: sourceRuns.runId }).from(sourceRuns).where(earlier)
  if (open.length === 0) return
  const ids = open.map((run) => run.runId)
  await tx
    .update(sourceRuns)
    .set({
      openDoubts: 0,
      outcome: sql`case when ${sourceRuns.outcome} = 'waiting' then 'superseded' else ${sourceRuns.outcome} end`,
    })
    .where(and(eq(sourceRuns.tenantId, ctx.tenantId), inArray(sourceRuns.runId, ids)))
  await tx
    .update(sourceRunDetails)
    .set({ doubts: null, file: null })
    .where(and(eq(sourceRunDetails.tenantId, ctx.tenantId), inArray(sourceRunDetails.runId, ids)))
}

/** Deletes all but the newest runs of a source. */
export const pruneRuns = async (ctx: TenantContext, tx: Tx, sourceId: string): Promise<void> => {
  await tx.execute(sql`
    delete from source_runs where tenant_id = ${ctx.tenantId} and run_id in (
      select run_id from source_runs where tenant_id = ${ctx.tenantId} and source_id = ${sourceId}
      order by started_at desc, run_id desc offset ${keptSourceRuns})`)
}

/** The run, locked until the transaction ends; undefined = there is none. */
export const lockRun = async (ctx: TenantContext, tx: Tx, path: SourceRunPath): Promise<SourceRunRow | undefined> => {
  const [row] = await tx.select().from(sourceRuns).where(isRun(ctx, path)).for('update')
  return row
}
