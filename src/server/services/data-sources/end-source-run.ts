import { and, asc, desc, eq, isNull } from 'drizzle-orm'
import type { SourceRun } from '#contract/data-sources.ts'
import { failuresUntilBroken } from '#contract/exchange.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { dataSources, sourceFiles, sourceRuns } from '../../db/tables/data-sources.table.ts'
import { isHeld } from '../exchanges/held-claim.ts'
import { nextAfterFailure } from '../exchanges/next-attempt.ts'
import { announceChanged } from '../records/store-history.ts'
import { timeZoneOf } from '../records/tenant-row.ts'
import { type ClaimedSource, isSource, lockClaimed, requireClaim } from './claim-sources.ts'
import { lookAtBrokenEveryMs, nextRunOf } from './next-run.ts'
import { type DataSourceRow, isRun } from './source-rows.ts'
import { pruneRuns } from './store-run.ts'

interface WaitingFile {
  readonly runId: string
  readonly name: string
  readonly bytes: Uint8Array
}

/** A claimed source; null when it was deleted, or claimed by another server. */
export const findClaimed = (ctx: TenantContext, claim: ClaimedSource): Promise<DataSourceRow | null> =>
  readTenant(ctx, async (tx) => {
    const [row] = await tx.select().from(dataSources).where(isSource(claim))
    return row && isHeld(claim, row.claimedUntil) ? row : null
  })

const isOfSource = ({ tenantId, sourceId }: ClaimedSource) =>
  and(eq(sourceFiles.tenantId, tenantId), eq(sourceFiles.sourceId, sourceId))

/** The pushed file that has waited longest; null = none waits. */
export const findWaitingFile = (ctx: TenantContext, claim: ClaimedSource): Promise<WaitingFile | null> =>
  readTenant(ctx, async (tx) => {
    const [row] = await tx
      .select({ runId: sourceFiles.runId, name: sourceFiles.fileName, bytes: sourceFiles.file })
      .from(sourceFiles)
      .where(isOfSource(claim))
      .orderBy(asc(sourceFiles.receivedAt), asc(sourceFiles.runId))
      .limit(1)
    return row ?? null
  })

const deleteUnended = async (tx: Tx, { tenantId, sourceId }: ClaimedSource): Promise<void> => {
  await tx
    .delete(sourceRuns)
    .where(and(eq(sourceRuns.tenantId, tenantId), eq(sourceRuns.sourceId, sourceId), isNull(sourceRuns.outcome)))
}

/** Removes the runs that a server that died has left without an end. Throws `ClaimLostError`. */
export const removeUnended = (ctx: TenantContext, claim: ClaimedSource): Promise<void> =>
  ctx.app.db.withTenant(ctx, async (tx) => {
    await requireClaim(tx, claim)
    await deleteUnended(tx, claim)
  })

/** Removes a run that the stop of this server has cut off, unless it had ended well, or another server has the source by now. */
export const removeCutOff = (ctx: TenantContext, claim: ClaimedSource, runId: string): Promise<void> =>
  ctx.app.db.withTenant(ctx, async (tx) => {
    const { tenantId, sourceId } = claim
    if ((await lockClaimed(tx, claim)) === null) return
    await deleteUnended(tx, claim)
    await tx.delete(sourceRuns).where(and(isRun({ tenantId }, { sourceId, runId }), eq(sourceRuns.outcome, 'failed')))
  })

/** What is known of a run. */
export interface RunFacts {
  readonly runId: string
  readonly trigger: SourceRun['trigger']
  readonly startedAt: Date
  readonly fileName: string
  readonly fileBytes: number
}

interface EndedTurn {
  readonly facts: RunFacts
  /** The mark of the file of a folder, by which it is known from then on. */
  readonly lastFile?: string
}

/**
 * How a turn of a source ended. `notYet`: there was no new file. `fault`: whether the file is at fault, or the server could not do it now, or
 * its author may no longer import.
 */
export type SourceTurn =
  | { readonly kind: 'notYet' }
  | (EndedTurn & { readonly kind: 'imported' })
  | (EndedTurn & { readonly kind: 'failed'; readonly problem: string; readonly fault: 'file' | 'busy' | 'author' })

type FailedTurn = Extract<SourceTurn, { kind: 'failed' }>

/** Stores a failure as a run, unless the run is stored already. */
const storeFailure = async (
  ctx: TenantContext,
  tx: Tx,
  { tenantId, sourceId }: ClaimedSource,
  { facts, problem }: FailedTurn,
): Promise<void> => {
  const failed = { endedAt: ctx.app.now(), outcome: 'failed', problem } as const
  await tx
    .insert(sourceRuns)
    .values({ tenantId, sourceId, ...facts, fileHash: '', ...failed })
    .onConflictDoUpdate({
      target: [sourceRuns.tenantId, sourceRuns.runId],
      set: failed,
      setWhere: isNull(sourceRuns.outcome),
    })
  await pruneRuns(ctx, tx, sourceId)
}

/** A look into a folder that found nothing new shows that the folder is back, if it was that which failed. */
const failuresAfterLook = async (tx: Tx, row: DataSourceRow): Promise<number> => {
  if (row.failures === 0) return 0
  const [newest] = await tx
    .select({ fileBytes: sourceRuns.fileBytes })
    .from(sourceRuns)
    .where(and(eq(sourceRuns.tenantId, row.tenantId), eq(sourceRuns.sourceId, row.sourceId)))
    .orderBy(desc(sourceRuns.startedAt), desc(sourceRuns.runId))
    .limit(1)
  return newest?.fileBytes === 0 ? 0 : row.failures
}

const failuresAfter = async (tx: Tx, row: DataSourceRow, { kind }: SourceTurn): Promise<number> => {
  if (kind === 'failed') return row.failures + 1
  return kind === 'imported' ? 0 : failuresAfterLook(tx, row)
}

/**
 * Stores how the turn of a claimed source ended, when it runs next, and its failures in a row, and announces it. `becameBroken`: it has
 * just failed so often that people are told. null when the claim was lost: another server decides.
 */
export const endTurn = (
  ctx: TenantContext,
  claim: ClaimedSource,
  turn: SourceTurn,
): Promise<{ readonly becameBroken: boolean } | null> =>
  ctx.app.db.withTenant(ctx, async (tx) => {
    const row = await lockClaimed(tx, claim)
    if (!row) return null
    const now = ctx.app.now()
    const failures = await failuresAfter(tx, row, turn)
    const isGivenUp = failures >= failuresUntilBroken
    // A pushed file comes once, so it is not lost because the server was busy, or before an admin takes over what its author left.
    const isWorthKeeping = turn.kind === 'failed' && (turn.fault === 'author' || (turn.fault === 'busy' && !isGivenUp))
    const staysWaiting = isWorthKeeping && row.origin.kind === 'pushed'
    if (turn.kind === 'failed') await storeFailure(ctx, tx, claim, turn)
    if (turn.kind !== 'notYet' && !staysWaiting) {
      await tx.delete(sourceFiles).where(and(isOfSource(claim), eq(sourceFiles.runId, turn.facts.runId)))
    }
    if (turn.kind !== 'notYet') await deleteUnended(tx, claim)
    // The wait after a failure is for what failed: a look without a new file keeps the usual rhythm.
    const counted = { ...row, failures: turn.kind === 'failed' ? failures : 0 }
    const byRule = await nextRunOf(tx, counted, { timeZone: await timeZoneOf(tx, ctx.tenantId), now })
    const retryMs = nextAfterFailure(failures, now.getTime() + lookAtBrokenEveryMs, now.getTime())
    // No further attempt at a file that failed again and again. A new one may be better.
    const isDone = turn.kind === 'imported' || (turn.kind === 'failed' && isGivenUp)
    const settled = {
      failures,
      nextRunAt: staysWaiting && byRule ? new Date(retryMs) : byRule,
      lastFile: (isDone ? turn.lastFile : undefined) ?? row.lastFile,
      claimedUntil: now,
      askedByPerson: false,
      appliesAll: false,
    }
    await tx.update(dataSources).set(settled).where(isSource(claim))
    if (turn.kind !== 'notYet') await announceChanged(ctx, tx, 'dataSources', [{ id: claim.sourceId }])
    return { becameBroken: turn.kind === 'failed' && failures === failuresUntilBroken }
  })
