import { mostListedDifferences } from '#contract/data-sources.ts'
import type { ImportTable } from '#contract/imports.ts'
import { type TenantContext, withChangeSet } from '../../context.ts'
import { commitPlan, type ImportWrites, storeAll } from '../imports/commit-plan.ts'
import type { Write } from '../records/write-tenant.ts'
import { presentVanished } from './find-vanished.ts'
import { planSourceRun, type SourcePlan } from './plan-source-run.ts'
import { presentDoubts, presentKept } from './present-plan.ts'
import { storeMemory } from './source-memory.ts'
import type { DataSourceRow, SourceRunPath } from './source-rows.ts'
import { areDoubtsDismissed, type EndedRun, endRun, pruneRuns, type RunOutcome, settleEarlier } from './store-run.ts'

export interface SourceCommit extends Pick<SourceRunPath, 'runId'> {
  readonly source: DataSourceRow
  readonly table: ImportTable
  readonly file: Uint8Array
  readonly fileHash: string
  /** Whether the run is applied whatever share it changes. */
  readonly appliesAll: boolean
  /** The person who decided about it; null = no one had to. */
  readonly decidedBy: string | null
  /** Refuses a plan that is not the one that a person saw. */
  readonly check?: (plan: SourcePlan) => Promise<void>
  /** Called in the transaction before anything is stored. */
  readonly prepare?: (write: Write) => Promise<void>
}

const nothing: ImportWrites = { categories: [], calendars: [], projects: [], operations: [], removed: [] }

const outcomeOf = (
  { changesAnything, figures }: SourcePlan,
  { appliesAll, source }: SourceCommit,
): Extract<RunOutcome, 'applied' | 'unchanged' | 'waiting'> => {
  if (!changesAnything) return 'unchanged'
  return appliesAll || figures.changedPercent <= source.rules.mostChangedPercent ? 'applied' : 'waiting'
}

/** What the page of the run shows. Written before the transaction, which others wait for. */
const detailsOf = (plan: SourcePlan, outcome: RunOutcome, file: Uint8Array): NonNullable<EndedRun['details']> => ({
  vanished: presentVanished(plan.vanished).slice(0, mostListedDifferences),
  keptOurs: presentKept(plan),
  doubts: presentDoubts(plan),
  file: outcome === 'waiting' ? file : null,
})

/**
 * Compares the table of a run with what is stored, and stores what it changes, what the source remembers and how the run ended, in one
 * transaction and one change set with the id of the run. A run that changes too much changes nothing and waits with its file.
 */
export const commitSourceRun = async (ctx: TenantContext, run: SourceCommit): Promise<RunOutcome> => {
  const { source, table, runId, file, fileHash, decidedBy } = run
  const { sourceId } = source
  const { outcome } = await commitPlan(withChangeSet(ctx, runId), {
    plan: async () => {
      const plan = await planSourceRun(ctx, { source, table })
      await run.check?.(plan)
      const ends = outcomeOf(plan, run)
      const writes = ends === 'applied' ? plan.writes : nothing
      return { plan, outcome: ends, changeNumber: plan.changeNumber, writes, details: detailsOf(plan, ends, file) }
    },
    store: async (write, { plan, outcome: ends, writes, details }) => {
      const { tx } = write
      await run.prepare?.(write)
      if (ends === 'applied') await storeAll(write, writes)
      if (ends !== 'waiting') await storeMemory(write, { sourceId, records: plan.memory })
      const isSettled = await areDoubtsDismissed(ctx, tx, { sourceId, runId, fileHash, decidedBy })
      await endRun(ctx, tx, {
        sourceId,
        runId,
        outcome: ends,
        figures: plan.figures,
        changeId: ends === 'applied' ? runId : null,
        decidedBy,
        details: isSettled ? { ...details, doubts: null } : details,
      })
      await settleEarlier(ctx, tx, { source, runId })
      await pruneRuns(ctx, tx, sourceId)
    },
  })
  return outcome
}
