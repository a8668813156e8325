import { and, eq, inArray } from 'drizzle-orm'
import { runEffectKinds } from '#contract/run-effects.ts'
import { type RunResult, runResultRows } from '#contract/run-results.ts'
import type { StoredRunResult } from '#domain/scheduling/run-result.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { projects } from '../../db/tables/projects.table.ts'
import { runResults } from '../../db/tables/scheduling-runs.table.ts'
import { mentionedNames } from '../scheduling/mentioned-names.ts'
import { findRun } from './find-run.ts'

const nothing: StoredRunResult = { projects: [], unplaced: [], warnings: [] }

/** The worst projects of each kind. */
const worstOfEach = ({ projects: all }: StoredRunResult): StoredRunResult['projects'] =>
  runEffectKinds.flatMap((kind) => all.filter((each) => each.kind === kind).slice(0, runResultRows.projectsOfKind))

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

/** A stored result with the present names of its records, and of those that `said` mentions. */
export const presentResult = async (
  ctx: TenantContext,
  tx: Tx,
  result: StoredRunResult,
  said: readonly object[] = [],
): Promise<Omit<RunResult, 'runId'>> => {
  const { unplaced, warnings } = result
  const shown = worstOfEach(result)
  const ids = shown.map(({ projectId }) => projectId)
  const rows = await tx
    .select({ projectId: projects.projectId, number: projects.projectNumber, name: projects.projectName })
    .from(projects)
    .where(and(eq(projects.tenantId, ctx.tenantId), inArray(projects.projectId, ids)))
  const known = new Map(rows.map((project) => [project.projectId, project]))
  return {
    projects: shown.map(({ completionBeforeMs, completionAfterMs, ...figures }) => ({
      ...figures,
      projectNumber: known.get(figures.projectId)?.number ?? null,
      projectName: known.get(figures.projectId)?.name ?? null,
      completionBefore: iso(completionBeforeMs),
      completionAfter: iso(completionAfterMs),
    })),
    unplaced: [...unplaced],
    warnings: [...warnings],
    names: await mentionedNames(ctx, tx, [
      ...unplaced.flatMap(({ operationId, reason }) => [{ operationId }, reason]),
      ...warnings.flatMap(({ operationId, warning }) => [{ operationId }, warning]),
      ...said,
    ]),
  }
}

/** The effect of a run on projects, its unscheduled operations and its warnings. Empty until it has succeeded. Throws 404. */
export const getRunResult = (ctx: TenantContext, { runId }: { readonly runId: string }): Promise<RunResult> =>
  readTenant(ctx, async (tx) => {
    const run = await findRun(ctx, tx, runId)
    const [row] = await tx
      .select({ result: runResults.result })
      .from(runResults)
      .where(and(eq(runResults.tenantId, ctx.tenantId), eq(runResults.runId, runId)))
    // The result of a running, failed or cancelled run was never in force.
    const result = (run.status === 'Succeeded' && row?.result) || nothing
    return { runId, ...(await presentResult(ctx, tx, result)) }
  })
