import { and, eq, ne } from 'drizzle-orm'
import { learnPaces, longestDays } from '#domain/learned/learn-paces.ts'
import type { FinishedWorkColumns, LearnedPaces } from '#domain/learned/learned-pace.ts'
import { dayMs, hourMs } from '#domain/time/units.ts'
import type { TenantContext } from '../../context.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { categories } from '../../db/tables/categories.table.ts'
import { oncePerServer } from '../../server-caches.ts'
import { readLatestWork } from '../work-time/read-finished-work.ts'

interface KnownPaces {
  readonly asOfMs: number
  readonly paces: Promise<LearnedPaces>
}

/** The paces used least recently are dropped first. They take some kilobytes for each organization. */
const mostOrganizations = 1_000

/** Work that was finished before this instant counts: the beginning of the hour. */
const learnedAsOf = ({ app }: TenantContext): number => Math.floor(app.now().getTime() / hourMs) * hourMs

const pacesOf = oncePerServer(() => new Map<string, KnownPaces>())

/**
 * The learned paces of an organization: of all work that was finished before this hour, so that all servers calculate with the same ones
 * and a forecast does not change with each finished operation.
 */
export const readPaces = (ctx: TenantContext): Promise<LearnedPaces> => {
  const known = pacesOf(ctx.app)
  const asOfMs = learnedAsOf(ctx)
  const before = known.get(ctx.tenantId)
  known.delete(ctx.tenantId)
  const paces = before?.asOfMs === asOfMs ? before.paces : learn(ctx)
  known.set(ctx.tenantId, { asOfMs, paces })
  for (const tenantId of known.keys()) {
    if (known.size <= mostOrganizations) break
    known.delete(tenantId)
  }
  paces.catch(() => known.delete(ctx.tenantId))
  return paces
}

/** Read at most so many operations of a work center, the latest: more of them change no pace by a hundredth. */
const mostOfEach = 400
/** Work centers of a transaction. Other requests can run in between. */
const centersPerPart = 8

const joined = (parts: readonly FinishedWorkColumns[]): FinishedWorkColumns => ({
  categoryId: parts.flatMap(({ categoryId }) => categoryId),
  name: parts.flatMap(({ name }) => name),
  setupFamily: parts.flatMap(({ setupFamily }) => setupFamily),
  estimateHours: parts.flatMap(({ estimateHours }) => estimateHours),
  actualHours: parts.flatMap(({ actualHours }) => actualHours),
  includesWaiting: parts.flatMap(({ includesWaiting }) => includesWaiting),
  finishedMs: parts.flatMap(({ finishedMs }) => finishedMs),
})

/** The finished work that the paces are learned from: the latest of each work center. */
export const readPacedWork = async (ctx: TenantContext): Promise<{ finished: FinishedWorkColumns; asOfMs: number }> => {
  const asOfMs = learnedAsOf(ctx)
  const centers = await readTenant(ctx, (tx) =>
    tx
      .select({ id: categories.categoryId })
      .from(categories)
      .where(and(eq(categories.tenantId, ctx.tenantId), ne(categories.kind, 'pool')))
      .orderBy(categories.sequence, categories.categoryId),
  )
  const ids = centers.map(({ id }) => id)
  const parts: FinishedWorkColumns[] = []
  for (let from = 0; from < ids.length; from += centersPerPart) {
    const categoryIds = ids.slice(from, from + centersPerPart)
    const filter = { fromMs: asOfMs - longestDays * dayMs, toMs: asOfMs, categoryIds, mostOfEach }
    parts.push(await readTenant(ctx, (tx) => readLatestWork(ctx, tx, filter)))
  }
  return { finished: joined(parts), asOfMs }
}

const learn = async (ctx: TenantContext): Promise<LearnedPaces> => {
  const { finished, asOfMs } = await readPacedWork(ctx)
  return learnPaces(finished, asOfMs)
}
