import { sql } from 'drizzle-orm'
import type { HistoryEntity } from '#contract/history.ts'
import type { PlanDates, PlanLink, PlanRow } from '#domain/overdue/arrange-plan.ts'
import { linksOfPlan, linksOfRow, rowsOfPlan } from '#domain/overdue/plan-rows.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readTenant } from '../../db/transaction.ts'
import { type BookSource, buildBook, moveBook, type PlanBook, type PlanStamp, patchBook } from './plan-book.ts'
import { readPlanDates, readPlanLinks, readPlanProjects, readPlanRows } from './plan-rows.ts'
import { addLinks, clockToleranceMs, inParts, readShop, readStamp, toldAt } from './read-plan-book.ts'

/** More changed operations than this are read anew with all others. */
const mostChanged = 5_000

interface Changes {
  readonly operationIds: string[]
  readonly projects: boolean
  readonly shop: boolean
  /** A run moved operations, or was taken back: dates alone, but of any number of them. */
  readonly plan: boolean
  /** Nothing was made or removed. */
  readonly updatesOnly: boolean
  /** Every entry that was read, and when it was written. */
  readonly entries: readonly (readonly [string, number])[]
}

const shopEntities = new Set<HistoryEntity>(['category', 'shift', 'holiday', 'calendarException', 'organisation'])

const counted = new Set<HistoryEntity>(['operation', 'project'])

/** What history says has changed since a book was read; null = too much, or not to be told from history. */
const readChanges = async (tx: Tx, tenantId: string, { historyAtMs, told }: PlanStamp): Promise<Changes | null> => {
  const { rows } = await tx.execute<{
    entity: HistoryEntity
    id: string
    action: string
    entry: string
    at: string
  }>(sql`
    select entity, entity_id as id, action, history_id as entry, (extract(epoch from at) * 1000)::bigint::text as at
    from history_entries
    where tenant_id = ${tenantId} and at >= ${new Date(historyAtMs - clockToleranceMs).toISOString()}::timestamptz
      and history_id <> all(${sql.param([...told.keys()])}::uuid[])
    limit ${mostChanged + 1}`)
  if (rows.length > mostChanged) return null
  const removed = rows.some(
    ({ entity, action }) => action === 'delete' && (entity === 'project' || entity === 'category'),
  )
  if (removed) return null
  return {
    operationIds: [...new Set(rows.filter(({ entity }) => entity === 'operation').map(({ id }) => id))],
    projects: rows.some(({ entity }) => entity === 'project'),
    shop: rows.some(({ entity }) => shopEntities.has(entity)),
    plan: rows.some(({ entity }) => entity === 'schedulingRun'),
    updatesOnly: rows.every(({ entity, action }) => action === 'update' || !counted.has(entity)),
    entries: rows.map(({ entry, at }) => [entry, Number(at)] as const),
  }
}

interface Counts {
  readonly operations: number
  readonly links: number
  readonly projects: number
}

const countStored = async (tx: Tx, tenantId: string): Promise<Counts | undefined> => {
  const { rows } = await tx.execute<{ operations: number; links: number; projects: number }>(sql`
    select (select count(*)::int from operations where tenant_id = ${tenantId}) as operations,
      (select count(*)::int from operation_dependencies where tenant_id = ${tenantId}) as links,
      (select count(*)::int from projects where tenant_id = ${tenantId}) as projects`)
  return rows[0]
}

/** True when the rows known are as many as those stored: history told everything. */
const isComplete = (stored: Counts | undefined, { rows, links, projects }: BookSource): boolean => {
  let known = 0
  for (const list of links.values()) known += list.length
  return stored?.operations === rows.size && stored.links === known && stored.projects === projects.length
}

const sameLinks = (a: readonly PlanLink[], b: readonly PlanLink[] = []): boolean =>
  a.length === b.length && a.every(([, id, lag]) => b.some((other) => other[1] === id && Math.max(other[2], 0) === lag))

/** True when each of these operations changed only in itself: see `patchBook`. */
const areAlike = (
  { plan }: PlanBook,
  ids: readonly string[],
  rows: readonly PlanRow[],
  links: ReadonlyMap<string, PlanLink[]>,
): boolean =>
  rows.length === ids.length &&
  rows.every(([id, projectId, , , sequence]) => {
    const row = plan.rowOf.get(id)
    if (row === undefined) return false
    const project = plan.projects[plan.project[row] as number]
    return (
      project?.projectId === projectId &&
      plan.sequence[row] === sequence &&
      sameLinks(linksOfRow(plan, row), links.get(id))
    )
  })

/** Everything that was read, with some operations in their present state. */
const sourceWith = (
  before: PlanBook,
  ids: readonly string[],
  rows: readonly PlanRow[],
  links: ReadonlyMap<string, PlanLink[]>,
): Pick<BookSource, 'rows' | 'links'> => {
  const source = {
    rows: rowsOfPlan(
      before.plan,
      before.shop.categories.map(({ categoryId }) => categoryId),
    ),
    links: linksOfPlan(before.plan),
  }
  for (const id of ids) {
    source.rows.delete(id)
    source.links.delete(id)
  }
  for (const row of rows) source.rows.set(row[0], row)
  for (const [id, list] of links) source.links.set(id, list)
  return source
}

type Refreshed = { readonly stamp: PlanStamp; readonly plan: boolean } & (
  | { readonly patch: readonly PlanRow[] }
  | { readonly unchanged: PlanBook }
  | { readonly source: BookSource }
)

const readRefreshed = (ctx: TenantContext, before: PlanBook): Promise<Refreshed | null> =>
  readTenant(ctx, async (tx) => {
    const { tenantId } = ctx
    const newest = await readStamp(tx, tenantId)
    if (newest.text === before.stamp.text) return { stamp: before.stamp, plan: false, unchanged: before }
    const changes = await readChanges(tx, tenantId, before.stamp)
    if (!changes) return null
    const stamp = { ...newest, told: toldAt(newest.historyAtMs, [...before.stamp.told, ...changes.entries]) }
    const { operationIds: ids, plan, updatesOnly } = changes
    const rows = ids.length > 0 ? await readPlanRows(tx, tenantId, ids) : []
    const links = new Map<string, PlanLink[]>()
    if (ids.length > 0) addLinks(links, await readPlanLinks(tx, tenantId, ids))
    const alike = updatesOnly && areAlike(before, ids, rows, links)
    if (alike && !changes.projects && !changes.shop) return { stamp, plan, patch: rows }
    const shop = changes.shop ? await readShop(ctx, tx) : before.shop
    const projects =
      changes.projects || changes.shop ? await readPlanProjects(tx, tenantId, shop.timeZone) : before.projects
    const source = { stamp, shop, projects, isInParts: false, ...sourceWith(before, ids, rows, links) }
    return alike || isComplete(await countStored(tx, tenantId), source) ? { stamp, plan, source } : null
  })

const readAllDates = async (ctx: TenantContext, operations: number): Promise<PlanDates[]> => {
  const dates: PlanDates[] = []
  await inParts(ctx, operations, async (tx, part) => {
    dates.push(await readPlanDates(tx, ctx.tenantId, part))
  })
  return dates
}

/**
 * A book brought up to date by reading only what history says has changed, and after a run the dates of all. Null when that
 * cannot be known: then everything is to be read anew.
 */
export const refreshPlanBook = async (ctx: TenantContext, before: PlanBook): Promise<PlanBook | null> => {
  const refreshed = await readRefreshed(ctx, before)
  if (refreshed === null) return null
  if ('unchanged' in refreshed) return before.isInParts ? { ...before, isInParts: false } : before
  const { stamp, plan } = refreshed
  const book =
    'patch' in refreshed
      ? patchBook(before, stamp, refreshed.patch)
      : await buildBook(refreshed.source, ctx.app.now().getTime())
  return plan ? moveBook(book, stamp, await readAllDates(ctx, book.plan.ids.length)) : book
}
