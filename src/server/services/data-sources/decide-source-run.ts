import type { SourceRun } from '#contract/data-sources.ts'
import { type TenantContext, withAuthor, withSource } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { sourceRunDetails, sourceRuns } from '../../db/tables/data-sources.table.ts'
import { ConflictError, NotFoundError } from '../../errors.ts'
import { forEverybody } from '../../waiting-caller.ts'
import { announceChanged } from '../records/store-history.ts'
import { commitSourceRun } from './commit-source-run.ts'
import { readSourceFile } from './read-source-file.ts'
import { readRun } from './read-source-runs.ts'
import { isDetails, isRun, requireSource, type SourceRunPath, type SourceRunRow } from './source-rows.ts'
import { lockRun } from './store-run.ts'

/** What a person decides about a waiting run, after seeing it. */
export interface SourceDecision {
  readonly applies: boolean
  /** The name of the effect that the person saw. */
  readonly seen: string
}

const noLongerWaits = () => new ConflictError('This run no longer waits for a decision.')

/** The run, locked, if it still waits. 404, 409. */
const requireWaiting = async (ctx: TenantContext, tx: Tx, path: SourceRunPath): Promise<SourceRunRow> => {
  const run = await lockRun(ctx, tx, path)
  if (!run) throw new NotFoundError()
  if (run.outcome !== 'waiting') throw noLongerWaits()
  return run
}

const closeDoubts = async (ctx: TenantContext, tx: Tx, path: SourceRunPath): Promise<void> => {
  await tx.update(sourceRuns).set({ openDoubts: 0 }).where(isRun(ctx, path))
  await tx.update(sourceRunDetails).set({ doubts: null, file: null }).where(isDetails(ctx, path))
}

const dismissRun = (ctx: TenantContext, path: SourceRunPath): Promise<void> =>
  ctx.app.db.withTenant(ctx, async (tx) => {
    await requireWaiting(ctx, tx, path)
    await tx.update(sourceRuns).set({ outcome: 'dismissed', decidedBy: ctx.userName }).where(isRun(ctx, path))
    await closeDoubts(ctx, tx, path)
    await announceChanged(ctx, tx, 'dataSources', [{ id: path.sourceId }])
  })

const applyRun = async (ctx: TenantContext, path: SourceRunPath, seen: string): Promise<void> => {
  const { source, run, file } = await readTenant(ctx, async (tx) => {
    const [found] = await tx.select().from(sourceRuns).where(isRun(ctx, path))
    const [details] = await tx.select().from(sourceRunDetails).where(isDetails(ctx, path))
    return { source: await requireSource(ctx, tx, path.sourceId), run: found, file: details?.file }
  })
  if (!run) throw new NotFoundError()
  if (run.outcome !== 'waiting' || !file) throw noLongerWaits()
  const inItsName = withSource(withAuthor(ctx, { userId: source.sourceId, userName: source.name }), 'import')
  const table = await readSourceFile(ctx, { reading: source.reading, bytes: file })
  await commitSourceRun(inItsName, {
    source,
    table,
    runId: run.runId,
    file,
    fileHash: run.fileHash,
    appliesAll: true,
    decidedBy: ctx.userName,
    check: async (plan) => {
      if (plan.seen === seen) return
      // A colleague who decided meanwhile is what has changed.
      const present = await readTenant(ctx, (tx) => readRun(ctx, tx, path))
      if (present.outcome !== 'waiting') throw noLongerWaits()
      throw new ConflictError('Something changed since this was checked. Look at the changes again.')
    },
    prepare: async ({ tx, record }) => {
      await requireWaiting(ctx, tx, path)
      record.changed('dataSources', { id: path.sourceId })
    },
  })
}

/**
 * Applies a run that waits, in the name of its source and with the rights of the person who decides, or dismisses it. 404; 409 when its
 * effect would differ from what was seen, or when it no longer waits.
 */
export const decideSourceRun = async (
  ctx: TenantContext,
  { decision: { applies, seen }, ...path }: SourceRunPath & { readonly decision: SourceDecision },
): Promise<SourceRun> => {
  if (applies) await forEverybody(() => applyRun(ctx, path, seen))
  else await dismissRun(ctx, path)
  return readTenant(ctx, (tx) => readRun(ctx, tx, path))
}

/** Takes the doubtful rows of a run off the list. 404. A run that waits keeps its file. */
export const dismissSourceDoubts = (ctx: TenantContext, path: SourceRunPath): Promise<void> =>
  ctx.app.db.withTenant(ctx, async (tx) => {
    const run = await lockRun(ctx, tx, path)
    if (!run) throw new NotFoundError()
    await tx.update(sourceRuns).set({ openDoubts: 0 }).where(isRun(ctx, path))
    await tx.update(sourceRunDetails).set({ doubts: null }).where(isDetails(ctx, path))
    await announceChanged(ctx, tx, 'dataSources', [{ id: path.sourceId }])
  })
