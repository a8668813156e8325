import { eq, sql } from 'drizzle-orm'
import type { PlanLink, PlanRow } from '#domain/overdue/arrange-plan.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { categories } from '../../db/tables/categories.table.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { readTenant } from '../../db/transaction.ts'
import { NotFoundError } from '../../errors.ts'
import { loadWorkingTime } from '../scheduling/load-working-time.ts'
import type { BookShop, BookSource, PlanStamp } from './plan-book.ts'
import { countOperations, type IdPart, readPlanLinks, readPlanProjects, readPlanRows } from './plan-rows.ts'

/** The state the organisation is in now; two indexed rows. */
export const readStamp = async (tx: Tx, tenantId: string): Promise<PlanStamp> => {
  const { rows } = await tx.execute<{ version: string; id: string | null; at: string | null }>(sql`
    select plan_version::text as version, h.history_id as id, (extract(epoch from h.at) * 1000)::bigint::text as at
    from tenants t left join lateral (select history_id, at from history_entries where tenant_id = t.tenant_id
      order by at desc, history_id desc limit 1) h on true
    where t.tenant_id = ${tenantId}`)
  const [row] = rows
  if (!row) throw new NotFoundError()
  return {
    text: `${row.version} ${row.id}`,
    planVersion: Number(row.version),
    historyAtMs: Number(row.at ?? 0),
    told: new Map(),
  }
}

/** Clocks of server processes may differ by this; what came in from such a while before the newest entry is asked for again. */
export const clockToleranceMs = 15_000
/** More than this are read twice rather than remembered. */
const mostTold = 1_000

/** The entries of which a book at this stamp need not hear again: those it knew and those read for it now. */
export const toldAt = (historyAtMs: number, entries: Iterable<readonly [string, number]>): PlanStamp['told'] => {
  const young = [...entries].filter(([, atMs]) => atMs >= historyAtMs - clockToleranceMs)
  return new Map(young.length > mostTold ? [] : young)
}

const readTold = async (tx: Tx, tenantId: string, { historyAtMs }: PlanStamp): Promise<PlanStamp['told']> => {
  const { rows } = await tx.execute<{ entry: string; atMs: string }>(sql`
    select history_id as entry, (extract(epoch from at) * 1000)::bigint::text as "atMs" from history_entries
    where tenant_id = ${tenantId} and at >= ${new Date(historyAtMs - clockToleranceMs).toISOString()}::timestamptz
    limit ${mostTold + 1}`)
  return toldAt(
    historyAtMs,
    rows.map(({ entry, atMs }) => [entry, Number(atMs)] as const),
  )
}

/** Zone, working time and work centres. */
export const readShop = async (ctx: TenantContext, tx: Tx): Promise<BookShop> => {
  const [organisation] = await tx.select().from(tenants).where(eq(tenants.tenantId, ctx.tenantId))
  if (!organisation) throw new NotFoundError()
  return {
    timeZone: organisation.timeZone,
    defaultShiftId: organisation.defaultShiftId,
    ...(await loadWorkingTime(tx, ctx.tenantId, ctx.app.now().getTime())),
    categories: await tx
      .select({
        categoryId: categories.categoryId,
        name: categories.name,
        color: categories.color,
        shiftId: categories.shiftId,
      })
      .from(categories)
      .where(eq(categories.tenantId, ctx.tenantId))
      .orderBy(categories.sequence, categories.name, categories.categoryId),
  }
}

/** Adds links to those of their operations. */
export const addLinks = (links: Map<string, PlanLink[]>, added: readonly PlanLink[]): void => {
  for (const link of added) {
    const list = links.get(link[0])
    if (list) list.push(link)
    else links.set(link[0], [link])
  }
}

const digits = '0123456789abcdef'
/** Rows that nobody minds waiting for, and those of a part where there are more. */
const rowsAtOnce = 6_000
const rowsPerPart = 3_000

/** Halves, quarters ... of all ids, down to sixteenths. */
const partsOf = (operations: number): IdPart[] => {
  let parts = 1
  while (operations > rowsAtOnce && parts < digits.length && operations / parts > rowsPerPart) parts *= 2
  const width = digits.length / parts
  return Array.from({ length: parts }, (_, part) => ({
    first: digits.charAt(part * width),
    last: digits.charAt((part + 1) * width - 1),
  }))
}

/**
 * Reads all operations in parts between which others have their turn; `operations` = about how many there are. Somebody waits
 * for each of them (all who ask for a list meanwhile, once), so they take their turn with everybody; what the server reads
 * ahead of itself lets everybody pass.
 */
export const inParts = async (
  ctx: TenantContext,
  operations: number,
  read: (tx: Tx, part: IdPart) => Promise<void>,
): Promise<void> => {
  const turn = ctx.door === 'system' ? 'long' : 'short'
  for (const part of partsOf(operations)) await readTenant(ctx, (tx) => read(tx, part), turn)
}

/**
 * Reads everything, in parts between which others have their turn. The stamp is that of the beginning: what changed in
 * between is found by the next refresh.
 */
export const readPlanBook = async (ctx: TenantContext): Promise<BookSource> => {
  const head = await readTenant(ctx, async (tx) => {
    const newest = await readStamp(tx, ctx.tenantId)
    const stamp = { ...newest, told: await readTold(tx, ctx.tenantId, newest) }
    const shop = await readShop(ctx, tx)
    const size = await countOperations(tx, ctx.tenantId)
    return { size, source: { stamp, shop, projects: await readPlanProjects(tx, ctx.tenantId, shop.timeZone) } }
  })
  const rows = new Map<string, PlanRow>()
  const links = new Map<string, PlanLink[]>()
  await inParts(ctx, head.size, async (tx, part) => {
    for (const row of await readPlanRows(tx, ctx.tenantId, part)) rows.set(row[0], row)
    addLinks(links, await readPlanLinks(tx, ctx.tenantId, part))
  })
  return { ...head.source, rows, links, isInParts: true }
}
