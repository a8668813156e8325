import { learnPaces, longestDays } from '#domain/learned/learn-paces.ts'
import type { FinishedWorkColumns, LearnedPaces } from '#domain/learned/learned-pace.ts'
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

const hourOf = ({ app }: TenantContext): number => Math.floor(app.now().getTime() / hourMs) * hourMs

const pacesOf = oncePerServer(() => new Map<string, KnownPaces>())

/**
 * The learned paces of an organization: of all work that was finished before this hour, so that all servers calculate with the same ones
 * and a forecast does not change with each finished operation.
 */
export const readPaces = (ctx: TenantContext): Promise<LearnedPaces> => {
  const known = pacesOf(ctx.app)
  const asOfMs = hourOf(ctx)
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

/** The finished work that the paces are learned from. */
export const readPacedWork = async (ctx: TenantContext): Promise<{ finished: FinishedWorkColumns; asOfMs: number }> => {
  const asOfMs = hourOf(ctx)
  return { finished: await readWork(ctx, asOfMs), asOfMs }
}

const readWork = (ctx: TenantContext, asOfMs: number): Promise<FinishedWorkColumns> =>
  readTenant(ctx, (tx) => readFinishedWork(ctx, tx, { fromMs: asOfMs - longestDays * dayMs, toMs: asOfMs }))

const learn = async (ctx: TenantContext, asOfMs: number): Promise<LearnedPaces> =>
  learnPaces(await readWork(ctx, asOfMs), asOfMs)
