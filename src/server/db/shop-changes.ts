import { sql } from 'drizzle-orm'
import type { ChangedEvent, LiveResource } from '#contract/live-events.ts'
import type { Tx } from './database.ts'
import { tenants } from './tables/tenants.table.ts'

/** The part of the shop that a write touched: some projects, or everything. */
export type ShopChange = { readonly projectIds: readonly string[] } | 'whole'

/** A change of something else that answers show, such as a run: it raises the change number, so that no cached answer is out of date. */
export const noProject: ShopChange = { projectIds: [] }

/** Number of changes kept with their projects; a reader with an older state reads everything. */
const keptChanges = 1_000
/** A change of more projects counts as a change of everything: its list would take half a megabyte. */
const mostListedProjects = 30_000

type Items = readonly ChangedEvent['items'][number][]

/** Resources that affect the whole shop: calendars, work centers, the organization's settings. */
const ofTheWhole: readonly LiveResource[] = ['categories', 'shifts', 'holidays', 'organisation']

/**
 * The part of the shop that a write touched, judged by its announcements; null = none. A write that puts another plan
 * in force passes the difference itself, because no setting that it changes is shown.
 */
export const shopChangeOf = (
  announced: ReadonlyMap<LiveResource, Items>,
  inAnotherPlan: ShopChange | null,
): ShopChange | null => {
  if (inAnotherPlan) return inAnotherPlan
  if (ofTheWhole.some((resource) => announced.has(resource))) return 'whole'
  const projects = announced.get('projects')
  const operations = announced.get('operations')
  if (!projects && !operations) return null
  const touched = [...(projects?.map(({ id }) => id) ?? []), ...(operations?.map(({ projectId }) => projectId) ?? [])]
  const projectIds = touched.filter((id) => id !== undefined)
  const isListed = projects?.length !== 0 && operations?.length !== 0 && projectIds.length === touched.length
  return isListed ? { projectIds } : 'whole'
}

export interface ShopNote {
  readonly change: ShopChange | null
  /** True when a run that computed on the earlier data is now outdated. */
  readonly planTouched: boolean
}

/**
 * Raises the change number, and the plan version when the plan is touched, and records the touched part with the
 * transaction. The organization's row is locked until the commit, so readers see changes in the order of their numbers. A
 * change of the plan that names no projects counts as a change of everything. Returns the number; null = no change.
 */
export const noteShopChange = async (
  tx: Tx,
  { tenantId, now }: { readonly tenantId: string; readonly now: Date },
  { change: named, planTouched }: ShopNote,
): Promise<number | null> => {
  const change = named ?? (planTouched ? 'whole' : null)
  if (!change) return null
  const listed = change === 'whole' ? [] : [...new Set(change.projectIds)]
  const isWhole = change === 'whole' || listed.length > mostListedProjects
  const { rows } = await tx.execute<{ number: string }>(sql`
    with numbered as (
      update tenants set change_number = change_number + 1, plan_version = plan_version + ${planTouched ? 1 : 0}
      where tenant_id = ${tenantId} returning tenant_id, change_number),
    pruned as (
      delete from shop_changes c using numbered n
      where c.tenant_id = n.tenant_id and c.number <= n.change_number - ${keptChanges})
    insert into shop_changes (tenant_id, number, project_ids, whole, at)
    select tenant_id, change_number, ${sql.param(isWhole ? [] : listed)}::uuid[], ${isWhole}, ${now.toISOString()}::timestamptz
    from numbered returning number::text as number`)
  return rows[0] ? Number(rows[0].number) : null
}

/**
 * The change number of an organization, as cached answers are stored by it: as text with the start of the database server, because a
 * server that replaced another one may give the same numbers to other changes.
 */
export const changeNumber = sql<string>`concat_ws(' ', ${tenants.changeNumber}, pg_postmaster_start_time()::text)`

export interface ShopLog {
  readonly number: number
  /** Everything may have changed up to this number. It is `since` when all later changes are known. */
  readonly wholeUpTo: number
  /** The projects that changed after that, with the number of their last change: by number, then by id. */
  readonly touched: readonly (readonly [projectId: string, number: number])[]
}

/** The kept changes after the number `since`, project by project, without those with the numbers `own`. */
export const readShopLog = async (
  tx: Tx,
  tenantId: string,
  since: number,
  own: readonly number[] = [],
): Promise<ShopLog> => {
  const { rows } = await tx.execute<{ number: string; wholeUpTo: string; touched: ShopLog['touched'] }>(sql`
    with noted as (select * from shop_changes where tenant_id = ${tenantId} and number > ${since}),
    others as (select * from noted where number <> all(${sql.param([...own])}::bigint[])),
    head as (
      select t.change_number as number, greatest(least(${since}, t.change_number), t.change_number - (select count(*) from noted),
        (select max(number) from others where whole)) as whole_up_to
      from tenants t where t.tenant_id = ${tenantId})
    select head.number::text as number, head.whole_up_to::text as "wholeUpTo",
      coalesce((select json_agg(json_build_array(id, last) order by last, id) from (
        select id, max(others.number) as last from others, unnest(project_ids) id
        where others.number > head.whole_up_to group by id) touched), '[]') as touched
    from head`)
  const [row] = rows
  return { number: Number(row?.number ?? 0), wholeUpTo: Number(row?.wholeUpTo ?? 0), touched: row?.touched ?? [] }
}

export interface ShopDifference {
  /** The state after the difference; the next call passes this number. */
  readonly number: number
  readonly changed: ShopChange
}

/**
 * The difference between the change number `since` and now; everything when it is not known (any more). Leaves out the
 * changes with the numbers `own`, which the caller has made itself.
 */
export const readShopDifference = async (
  tx: Tx,
  tenantId: string,
  since: number,
  own: readonly number[] = [],
): Promise<ShopDifference> => {
  const { number, wholeUpTo, touched } = await readShopLog(tx, tenantId, since, own)
  return { number, changed: wholeUpTo === since ? { projectIds: touched.map(([id]) => id) } : 'whole' }
}
