import { sql } from 'drizzle-orm'
import type { HistoryEntity } from '#contract/history.ts'
import type { PlanLink, PlanRow } from '#domain/overdue/arrange-plan.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readTenant } from '../../db/transaction.ts'
import { type BookSource, buildBook, type PlanBook, type PlanStamp, patchBook } from './plan-book.ts'
import { readPlanLinks, readPlanProjects, readPlanRows } from './plan-rows.ts'
import { addLinks, readShop, readStamp } from './read-plan-book.ts'

/** More changed operations than this are read anew with all others. */
const mostChanged = 5_000
/** Clocks of server processes may differ by this; entries inside it are looked at twice. */
const clockToleranceMs = 15_000

interface Changes {
  readonly operationIds: string[]
  readonly projects: boolean
  readonly shop: boolean
  /** Nothing was made or removed. */
  readonly updatesOnly: boolean
}

const shopEntities = new Set<HistoryEntity>(['category', 'shift', 'holiday', 'calendarException', 'organisation'])

const counted = new Set<HistoryEntity>(['operation', 'project'])

/** What history says has changed since a book was read; null = too much, or not to be told from history. */
const readChanges = async (tx: Tx, tenantId: string, sinceMs: number): Promise<Changes | null> => {
  const { rows } = await tx.execute<{ entity: HistoryEntity; id: string; action: string }>(sql`
    select distinct entity, entity_id as id, action from history_entries
    where tenant_id = ${tenantId} and at >= ${new Date(sinceMs - clockToleranceMs).toISOString()}::timestamptz
    limit ${mostChanged + 1}`)
  if (rows.length > mostChanged) return null
  const far = rows.some(
    ({ entity, action }) =>
      entity === 'schedulingRun' || (action === 'delete' && (entity === 'project' || entity === 'category')),
  )
  if (far) return null
  return {
    operationIds: [...new Set(rows.filter(({ entity }) => entity === 'operation').map(({ id }) => id))],
    projects: rows.some(({ entity }) => entity === 'project'),
    shop: rows.some(({ entity }) => shopEntities.has(entity)),
    updatesOnly: rows.every(({ entity, action }) => action === 'update' || !counted.has(entity)),
  }
}

/** True when the rows known are as many and of the same projects as those stored: history told everything. */
const isComplete = async (tx: Tx, tenantId: string, source: BookSource): Promise<boolean> => {
  const { rows } = await tx.execute<{ operations: number; links: number; projects: number }>(sql`
    select (select count(*)::int from operations where tenant_id = ${tenantId}) as operations,
      (select count(*)::int from operation_dependencies where tenant_id = ${tenantId}) as links,
      (select count(*)::int from projects where tenant_id = ${tenantId}) as projects`)
  let links = 0
  for (const list of source.links.values()) links += list.length
  const [stored] = rows
  return stored?.operations === source.rows.size && stored.links === links && stored.projects === source.projects.length
}

const sameLinks = (a: readonly PlanLink[] = [], b: readonly PlanLink[] = []): boolean =>
  a.length === b.length && a.every(([, id, lag]) => b.some((other) => other[1] === id && other[2] === lag))

/** Puts changed operations into what was read; true when each changed only in itself: see `patchBook`. */
const putRows = async (
  tx: Tx,
  tenantId: string,
  source: BookSource,
  ids: readonly string[],
): Promise<PlanRow[] | null> => {
  const rows = await readPlanRows(tx, tenantId, ids)
  const links = new Map<string, PlanLink[]>()
  addLinks(links, await readPlanLinks(tx, tenantId, ids))
  const alike = rows.every(([id, projectId, , , sequence]) => {
    const known = source.rows.get(id)
    return known?.[1] === projectId && known[4] === sequence && sameLinks(source.links.get(id), links.get(id))
  })
  for (const id of ids) {
    source.rows.delete(id)
    source.links.delete(id)
  }
  for (const row of rows) source.rows.set(row[0], row)
  for (const [id, list] of links) source.links.set(id, list)
  return alike && rows.length === ids.length ? rows : null
}

type Refreshed = { readonly patch: readonly PlanRow[]; readonly stamp: PlanStamp } | { readonly source: BookSource }

const readRefreshed = (ctx: TenantContext, before: PlanBook): Promise<Refreshed | null> =>
  readTenant(ctx, async (tx) => {
    const { tenantId } = ctx
    const stamp = await readStamp(tx, tenantId)
    const changes = await readChanges(tx, tenantId, before.stamp.historyAtMs)
    if (!changes) return null
    const { operationIds: ids } = changes
    const shop = changes.shop ? await readShop(ctx, tx) : before.shop
    const projects =
      changes.projects || changes.shop ? await readPlanProjects(tx, tenantId, shop.timeZone) : before.projects
    const patch = ids.length > 0 ? await putRows(tx, tenantId, before, ids) : []
    const source = { stamp, shop, projects, rows: before.rows, links: before.links }
    const isSure = changes.updatesOnly && patch !== null
    if (!isSure && !(await isComplete(tx, tenantId, source))) return null
    return patch !== null && !changes.projects && !changes.shop ? { patch, stamp } : { source }
  })

/**
 * A book brought up to date by reading only what history says has changed; `before` must not be refreshed again. Null when that
 * cannot be known: then everything is to be read anew.
 */
export const refreshPlanBook = async (ctx: TenantContext, before: PlanBook): Promise<PlanBook | null> => {
  const refreshed = await readRefreshed(ctx, before)
  if (refreshed === null) return null
  return 'patch' in refreshed
    ? patchBook(before, refreshed.stamp, refreshed.patch)
    : buildBook(refreshed.source, ctx.app.now().getTime())
}
