import { StoppedError } from '#domain/scheduling/stopped.ts'
import type { TenantContext } from '../../context.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { readForecastState } from './current-forecast.ts'
import { listLateProjects, storeRemedies } from './kept-remedies.ts'
import { prepareRemedies } from './refresh-forecast.ts'

/** In larger shops the remedies of a project are computed when a person asks for them. */
const mostOperations = 5_000
/** Late projects of one round, the latest first; the others follow in the next. */
const mostProjects = 20
/** One round searches for at most this long. */
const searchForMs = 60_000
/** Remedies are computed again before they are too old to be shown. */
const freshForMs = 30 * 60_000

/** `more`: other late projects still wait. `slow`: no search could be finished, so that nothing was stored. */
export type KeptRemedies = 'done' | 'more' | 'slow'

/**
 * Computes and stores what would help the late projects for which nothing young enough is stored, by the stored forecast. Gives way to
 * people who ask for remedies: then it ends with a `StoppedError`, as when `signal` is aborted, and is to be called again.
 */
export const keepRemedies = async (ctx: TenantContext, signal: AbortSignal): Promise<KeptRemedies> => {
  const { operationCount, isOfPlan } = await readForecastState(ctx)
  // A forecast that is missing is computed by its own job.
  if (!isOfPlan || operationCount > mostOperations) return 'done'
  const freshAfterMs = ctx.app.now().getTime() - freshForMs
  const late = await readTenant(ctx, (tx) => listLateProjects(tx, ctx.tenantId, freshAfterMs))
  const missing = late.filter(([, , isKept]) => !isKept)
  const projects = missing.slice(0, mostProjects).map(([projectId, parts]) => ({ projectId, parts: parts ?? [] }))
  if (projects.length === 0) return 'done'
  if (signal.aborted) throw new StoppedError()
  const { answer, ...asOf } = await prepareRemedies(ctx, { projects, searchForMs }, signal)
  await storeRemedies(ctx, answer.projects, asOf)
  if (!answer.projects.some(({ isWhole }) => isWhole)) return 'slow'
  return missing.length > projects.length ? 'more' : 'done'
}
