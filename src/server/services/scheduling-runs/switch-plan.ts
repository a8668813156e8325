import { type SQL, sql } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { planInForce } from '../../db/operations-in-force.ts'
import { orderedId } from '../../db/ordered-id.ts'
import { readShopDifference } from '../../db/shop-changes.ts'
import { ConflictError } from '../../errors.ts'
import { followCenters } from './follow-centers.ts'
import { dropPlan } from './prune-plans.ts'
import { datesDiffer, isInPlace, movesOfRun, putInPlace } from './run-moves.ts'

/** `back` to the plan before the run, or `forth` to the plan of the run again. */
export type RunDirection = 'back' | 'forth'

export interface RunSwitch {
  readonly runId: string
  readonly direction: RunDirection
  /** Projects whose operations the transaction of the switch has changed before it. */
  readonly changedWith?: readonly string[]
}

/** Operations of one transaction, which takes 20 to 40 ms on the embedded database with its single connection. */
const operationsPerPart = 1_000
/** Most projects that are written again at the switch, because they changed after the plan was prepared. */
const mostWrittenAgain = 50
const mostTries = 5
const firstId = '00000000-0000-0000-0000-000000000000'

/** A prepared plan, which nobody reads yet, with the operations of a run as before the run (or as moved by it). */
export interface PreparedSwitch extends RunSwitch {
  readonly planId: string
  /** The plan in force from which it was made. */
  readonly basedOn: string
  readonly planVersion: string
  readonly changeNumber: number
  /** By project: the number of operations, the number with other dates than in the plan in force, and whether any differs. */
  readonly counts: Map<string, { readonly size: number; readonly switched: number; readonly differs: boolean }>
}

/** Thrown if the plan to switch to must be prepared, outside the transaction, before the transaction is tried again. */
class PlanWanted extends Error {
  readonly wanted: RunSwitch
  constructor(wanted: RunSwitch) {
    super('The plan to switch to is not prepared')
    this.wanted = wanted
  }
}

const sideOf = (side: SQL) => ({
  start: sql`m.start_${side}`,
  end: sql`m.end_${side}`,
  placement: sql`m.placement_${side}`,
  category: sql`m.category_${side}`,
})
const [before, after] = [sideOf(sql`before`), sideOf(sql`after`)]

/** Writes the operations of a plan that fulfil the condition `part`. Counts them, and those whose dates are switched. */
const writeOperations = async (ctx: TenantContext, tx: Tx, plan: PreparedSwitch, part: SQL): Promise<void> => {
  const [from, to] = plan.direction === 'back' ? [after, before] : [before, after]
  const now = sql`${ctx.app.now().toISOString()}::timestamptz`
  // One lookup by key for each operation, even if the database has no statistics.
  const { rows } = await tx.execute<{ projectId: string; size: number; switched: number; differs: boolean }>(sql`
    with present as materialized (
      select o.operation_id, o.project_id, o.version, f.scheduled_start_date as start, f.scheduled_end_date as ending, f.placement,
        f.category_id, ${to.category} as to_category, coalesce(f.moves, 0) as moves, f.moved_at, f.moved_by, f.moved_version,
        ${to.start} as to_start, ${to.end} as to_end, ${to.placement} as to_placement, m.operation_id is not null
          and f.scheduled_start_date is not distinct from ${from.start}
          and f.scheduled_end_date is not distinct from ${from.end}
          and coalesce(f.category_id = ${from.category}, true) as goes, coalesce(m.is_moved, false) as is_moved
      from operations o
      left join lateral (select * from placements where tenant_id = ${ctx.tenantId}
        and plan_id = ${planInForce(ctx.tenantId)} and operation_id = o.operation_id offset 0) f on true
      left join lateral (select *, ${datesDiffer(sql`c`)} as is_moved from ${movesOfRun(ctx.tenantId, plan.runId)} c
        where c.operation_id = o.operation_id offset 0) m
        on m.is_moved or (not m.by_hand and m.placement_before is distinct from m.placement_after)
      where o.tenant_id = ${ctx.tenantId} and ${part}),
    written as (
      insert into placements as f (tenant_id, plan_id, operation_id, scheduled_start_date, scheduled_end_date, placement, moves,
        moved_version, moved_at, moved_by, category_id, by_hand)
      select ${ctx.tenantId}::uuid, ${plan.planId}::uuid, operation_id, case when goes then to_start else start end,
        case when goes then to_end else ending end, case when goes then to_placement else placement end,
        moves + (goes and is_moved)::int, case when goes and is_moved then version else moved_version end,
        case when goes and is_moved then ${now} else moved_at end,
        case when goes and is_moved then ${ctx.userName} else moved_by end,
        coalesce(case when goes then to_category end, category_id), ${plan.planId === plan.basedOn}::boolean
      from present where goes or ${plan.planId !== plan.basedOn}::boolean ${putInPlace})
    select project_id as "projectId", count(*)::int as size, (count(*) filter (where goes and is_moved))::int as switched,
      bool_or(goes) as differs
    from present group by project_id`)
  for (const { projectId, size, switched, differs } of rows) {
    const known = plan.counts.get(projectId) ?? { size: 0, switched: 0, differs: false }
    plan.counts.set(projectId, {
      size: known.size + size,
      switched: known.switched + switched,
      differs: known.differs || differs,
    })
  }
}

type State = Pick<PreparedSwitch, 'basedOn' | 'planVersion' | 'changeNumber'>

const readState = async (ctx: TenantContext, tx: Tx): Promise<State> => {
  const { rows } = await tx.execute<{ basedOn: string; planVersion: string; changeNumber: string }>(sql`
    select plan_id as "basedOn", plan_version::text as "planVersion", change_number::text as "changeNumber"
    from tenants where tenant_id = ${ctx.tenantId}`)
  const [found] = rows
  if (!found) throw new Error('An organization has no row')
  return { ...found, changeNumber: Number(found.changeNumber) }
}

const beginSwitch = async (ctx: TenantContext, tx: Tx, wanted: RunSwitch): Promise<PreparedSwitch> => {
  const plan = { ...wanted, ...(await readState(ctx, tx)), planId: orderedId(), counts: new Map() }
  await tx.execute(sql`insert into plans (tenant_id, plan_id, kind, run_id, based_on, created_at, created_by)
    values (${ctx.tenantId}, ${plan.planId}, 'switch', ${wanted.runId}, ${plan.basedOn}, ${ctx.app.now().toISOString()}, ${ctx.userName})`)
  return plan
}

/** Writes the plan in parts. Other requests can run between the parts. */
const prepareSwitch = async (ctx: TenantContext, wanted: RunSwitch): Promise<PreparedSwitch> => {
  const plan = await ctx.app.db.withTenant(ctx, (tx) => beginSwitch(ctx, tx, wanted))
  for (let after: string | null = firstId; after !== null; ) {
    const from: string = after
    after = await ctx.app.db.withTenant(
      ctx,
      async (tx) => {
        ctx.app.db.assertRoom()
        const { rows } = await tx.execute<{ last: string }>(sql`select operation_id as last from operations
          where tenant_id = ${ctx.tenantId} and operation_id > ${from}::uuid order by operation_id offset ${operationsPerPart - 1} limit 1`)
        const last = rows[0]?.last ?? null
        const upTo = last === null ? sql`true` : sql`o.operation_id <= ${last}::uuid`
        await writeOperations(ctx, tx, plan, sql`o.operation_id > ${from}::uuid and ${upTo}`)
        return last
      },
      'long',
    )
  }
  return plan
}

/** Adds what has changed since to a prepared plan. False if others have changed too much, or if its base is no longer in force. */
const bringUpToDate = async (
  ctx: TenantContext,
  tx: Tx,
  plan: PreparedSwitch,
  { changedWith = [] }: RunSwitch,
): Promise<boolean> => {
  const { rows } = await tx.execute<{ isThere: boolean; isSame: boolean }>(sql`
    select plan_version = ${plan.planVersion}::bigint as "isSame", plan_id = ${plan.basedOn} and exists (
      select from plans n where n.tenant_id = t.tenant_id and n.plan_id = ${plan.planId}) as "isThere"
    from tenants t where tenant_id = ${ctx.tenantId}`)
  if (!rows[0]?.isThere) return false
  const { changed } = rows[0].isSame
    ? { changed: { projectIds: [] } }
    : await readShopDifference(tx, ctx.tenantId, plan.changeNumber)
  if (changed === 'whole' || changed.projectIds.length > mostWrittenAgain) return false
  const projectIds = [...new Set([...changed.projectIds, ...changedWith])]
  if (projectIds.length === 0) return true
  const isOfThem = sql`project_id = any(${sql.param(projectIds)}::uuid[])`
  await tx.execute(sql`delete from placements where tenant_id = ${ctx.tenantId} and plan_id = ${plan.planId}
    and operation_id in (select operation_id from operations where tenant_id = ${ctx.tenantId} and ${isOfThem})`)
  for (const projectId of projectIds) plan.counts.delete(projectId)
  await writeOperations(ctx, tx, plan, sql`o.${isOfThem}`)
  return true
}

/** The number of operations with other dates, and the changed projects. */
interface Switched {
  readonly switched: number
  readonly projectIds: readonly string[]
}

const total = ({ counts }: PreparedSwitch, figure: 'size' | 'switched'): number =>
  [...counts.values()].reduce((sum, count) => sum + count[figure], 0)

const switchedBy = (plan: PreparedSwitch): Switched => ({
  switched: total(plan, 'switched'),
  projectIds: [...plan.counts].filter(([, { differs }]) => differs).map(([projectId]) => projectId),
})

const isOfFew = async (ctx: TenantContext, tx: Tx, runId: string): Promise<boolean> => {
  const { rows } = await tx.execute<{ is: boolean }>(sql`select ${isInPlace(ctx.tenantId, runId)} as is`)
  return rows[0]?.is ?? false
}

/** Switches a run that was written into the plan in force, inside the plan that is in force now. */
const switchInPlace = async (ctx: TenantContext, tx: Tx, wanted: RunSwitch): Promise<Switched> => {
  const state = await readState(ctx, tx)
  const plan: PreparedSwitch = { ...wanted, ...state, planId: state.basedOn, counts: new Map() }
  const isOfRun = sql`o.operation_id in (select operation_id from placements where tenant_id = ${ctx.tenantId} and plan_id = ${wanted.runId})`
  await writeOperations(ctx, tx, plan, isOfRun)
  return switchedBy(plan)
}

/**
 * Puts a plan in force in which the operations of a run are as before the run (or as moved by it), except those that somebody
 * has moved since. A run of few operations is switched inside the plan in force, any other one with the `prepared` plan. Returns the number
 * of operations with other dates, and the changed projects. The organization must be locked.
 */
export const switchPlan = async (
  ctx: TenantContext,
  tx: Tx,
  wanted: RunSwitch,
  prepared: PreparedSwitch | undefined,
): Promise<Switched> => {
  if (await isOfFew(ctx, tx, wanted.runId)) {
    const switched = await switchInPlace(ctx, tx, wanted)
    await followCenters(ctx, tx)
    return switched
  }
  const isWanted = prepared?.runId === wanted.runId && prepared.direction === wanted.direction
  if (!isWanted || !(await bringUpToDate(ctx, tx, prepared, wanted))) throw new PlanWanted(wanted)
  await tx.execute(
    sql`update plans set size = ${total(prepared, 'size')} where tenant_id = ${ctx.tenantId} and plan_id = ${prepared.planId}`,
  )
  await tx.execute(sql`update tenants set plan_id = ${prepared.planId} where tenant_id = ${ctx.tenantId}`)
  await followCenters(ctx, tx)
  return switchedBy(prepared)
}

/**
 * Runs work in one transaction that may revert a run or put it in force again. If the run has a whole plan, prepares the plan to switch to in
 * parts and runs the work again. Throws 409 if the plan keeps changing meanwhile.
 */
export const withPreparedSwitch = async <T>(
  ctx: TenantContext,
  work: (prepared: PreparedSwitch | undefined) => Promise<T>,
): Promise<T> => {
  let prepared: PreparedSwitch | undefined
  for (let tries = 0; tries < mostTries; tries++) {
    try {
      return await work(prepared)
    } catch (error) {
      if (prepared) await dropPlan(ctx, prepared.planId)
      if (!(error instanceof PlanWanted)) throw error
      prepared = await prepareSwitch(ctx, error.wanted)
    }
  }
  if (prepared) await dropPlan(ctx, prepared.planId)
  throw new ConflictError('The plan is being changed again and again. Try again in a moment.')
}
