import { learnPaces, longestDays } from '#domain/learned/learn-paces.ts'
import type { LearnedPaces } from '#domain/learned/learned-pace.ts'
import { dayMs, hourMs } from '#domain/time/units.ts'
import type { TenantContext } from '../../context.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { oncePerServer } from '../../server-caches.ts'
import { readFinishedWork } from '../work-time/read-finished-work.ts'

interface KnownPaces {
  readonly asOfMs: number
  readonly paces: Promise<LearnedPaces>
}

/** The paces used least recently are dropped first. They take some kilobytes for each organization. */
const mostOrganizations = 1_000

const pacesOf = oncePerServer(() => new Map<string, KnownPaces>())

/**
 * The learned paces of an organization: of all work that was finished before this hour, so that all servers calculate with the same ones
 * and a forecast does not change with each finished operation.
 */
export const readPaces = (ctx: TenantContext): Promise<LearnedPaces> => {
  const known = pacesOf(ctx.app)
  const asOfMs = Math.floor(ctx.app.now().getTime() / hourMs) * hourMs
  const before = known.get(ctx.tenantId)
  known.delete(ctx.tenantId)
  const paces = before?.asOfMs === asOfMs ? before.paces : learn(ctx, asOfMs)
  known.set(ctx.tenantId, { asOfMs, paces })
  for (const tenantId of known.keys()) {
    if (known.size <= mostOrganizations) break
    known.delete(tenantId)
  }
  paces.catch(() => known.delete(ctx.tenantId))
  return paces
}

const learn = (ctx: TenantContext, asOfMs: number): Promise<LearnedPaces> =>
  readTenant(ctx, async (tx) => {
    const work = await readFinishedWork(ctx, tx, { fromMs: asOfMs - longestDays * dayMs, toMs: asOfMs })
    return learnPaces(work, asOfMs)
  })
