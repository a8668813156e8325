import { type SQL, sql } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import { preferGenericPlans } from '../../db/generic-plans.ts'
import { planInForce } from '../../db/operations-in-force.ts'
import { orderedId } from '../../db/ordered-id.ts'
import { dropPlan, prunePlans } from './prune-plans.ts'
import { mostInPlace } from './run-moves.ts'

/** Rows of one transaction, which takes 20 to 40 ms on the embedded database with its single connection. */
const rowsPerPart = 1_000

/** The part of stored reasons that is drawn: whether the operation is not scheduled, and whether there are warnings. */
const drawn = (placement: SQL): SQL => sql`(get_byte(${placement}, 0) & 3)`

/** Adds the rows that a part has written to the size of its plan. To count the rows of a whole plan stops everybody for too long. */
const counted = ({ tenantId }: TenantContext, planId: string, rows: SQL): SQL => sql`counted as (
  update plans set size = size + (select count(*) from ${rows}) where tenant_id = ${tenantId} and plan_id = ${planId})`

/** Begins the plan of a run again, with the id of the run: empty, and based on the plan in force. */
export const beginPlan = async (ctx: TenantContext, runId: string): Promise<void> => {
  await dropPlan(ctx, runId)
  await prunePlans(ctx)
  await ctx.app.db.withTenant(ctx, (tx) =>
    tx.execute(sql`insert into plans (tenant_id, plan_id, kind, run_id, based_on, created_at, created_by)
      values (${ctx.tenantId}, ${runId}, 'run', ${runId}, ${planInForce(ctx.tenantId)}, ${ctx.app.now().toISOString()}, ${ctx.userName})`),
  )
}

export type PlanDifference = {
  /** Number of operations with other dates. New reasons alone do not change an operation. */
  readonly moved: number
  /** Projects that are drawn differently: other dates, no longer scheduled, or warnings. */
  readonly projectIds: readonly string[]
}

/**
 * Writes a part of a new plan (`planRowsJson`), which nobody reads yet. Writes only rows that differ from the plan in
 * force, and returns the differences.
 */
export const writePlan = (ctx: TenantContext, runId: string, rowsJson: string): Promise<PlanDifference> =>
  ctx.app.db.withTenant(
    ctx,
    async (tx) => {
      ctx.app.db.assertRoom()
      await preferGenericPlans(tx)
      const { rows } = await tx.execute<PlanDifference>(sql`
      with plan as (
        select o, to_timestamp(s / 1000.0)::timestamptz(3) as s, to_timestamp(e / 1000.0)::timestamptz(3) as e, p, c
        from jsonb_to_recordset(${rowsJson}::jsonb) as x (o uuid, s float8, e float8, p bytea, c uuid)
      ), judged as (
        select plan.*, o.version, o.project_id, f.*, f.scheduled_start_date is distinct from plan.s
          or f.scheduled_end_date is distinct from plan.e or coalesce(plan.c <> o.category_id, false) as is_moved
        from plan
        cross join lateral (select version, project_id, category_id from operations where tenant_id = ${ctx.tenantId} and operation_id = plan.o offset 0) o
        left join lateral (select * from placements where tenant_id = ${ctx.tenantId}
          and plan_id = ${planInForce(ctx.tenantId)} and operation_id = plan.o offset 0) f on true
      ), written as (
        insert into placements (tenant_id, plan_id, operation_id, scheduled_start_date, scheduled_end_date, placement, moves,
          moved_version, moved_at, moved_by, category_id)
        select ${ctx.tenantId}::uuid, ${runId}::uuid, o, s, e, p, coalesce(moves, 0) + is_moved::int,
          case when is_moved then version else moved_version end,
          case when is_moved then ${ctx.app.now().toISOString()}::timestamptz else moved_at end,
          case when is_moved then ${ctx.userName} else moved_by end, c
        from judged where is_moved or placement is distinct from p
        returning 1
      ), ${counted(ctx, runId, sql`written`)}
      select count(*) filter (where is_moved)::int as moved, coalesce(json_agg(distinct project_id) filter (
        where is_moved or ${drawn(sql`placement`)} is distinct from ${drawn(sql`p`)}), '[]') as "projectIds" from judged`)
      return rows[0] ?? { moved: 0, projectIds: [] }
    },
    'long',
  )

const firstId = '00000000-0000-0000-0000-000000000000'

/** Copies the next part of the unchanged rows into a plan. Returns the last id of the part, or null after the last part. */
const copyPart = (ctx: TenantContext, runId: string, after: string): Promise<string | null> =>
  ctx.app.db.withTenant(
    ctx,
    async (tx) => {
      ctx.app.db.assertRoom()
      await preferGenericPlans(tx)
      const { rows } = await tx.execute<{ last: string | null; count: number }>(sql`
      with part as materialized (
        select f.* from placements f
        where f.tenant_id = ${ctx.tenantId} and f.plan_id = ${planInForce(ctx.tenantId)} and f.operation_id > ${after}::uuid
        order by f.operation_id limit ${rowsPerPart}
      ), copied as (
        insert into placements (tenant_id, plan_id, operation_id, scheduled_start_date, scheduled_end_date, placement, moves,
          moved_version, moved_at, moved_by, category_id)
        select tenant_id, ${runId}::uuid, operation_id, scheduled_start_date, scheduled_end_date, placement, moves,
          moved_version, moved_at, moved_by, category_id
        from part
        cross join lateral (select from operations where tenant_id = ${ctx.tenantId} and operation_id = part.operation_id offset 0) o
        order by operation_id
        on conflict do nothing
        returning 1
      ), ${counted(ctx, runId, sql`copied`)}
      select max(operation_id::text) as last, count(*)::int as count from part`)
      const part = rows[0]
      return part && part.count === rowsPerPart ? part.last : null
    },
    'long',
  )

const holdsMore = async (ctx: TenantContext, than: number): Promise<boolean> => {
  const { rows } = await ctx.app.db.withTenant(ctx, (tx) =>
    tx.execute(sql`select from placements where tenant_id = ${ctx.tenantId} and plan_id = ${planInForce(ctx.tenantId)}
      limit ${than + 1}`),
  )
  return rows.length > than
}

/** Keeps the rows of the plan in force for the few changed operations, to compare the run with them and to revert it. */
const keepBefore = (ctx: TenantContext, runId: string): Promise<unknown> =>
  ctx.app.db.withTenant(ctx, async (tx) => {
    const planId = orderedId()
    await tx.execute(sql`insert into plans (tenant_id, plan_id, kind, run_id, created_at, created_by)
      select tenant_id, ${planId}::uuid, 'kept', run_id, created_at, created_by from plans
      where tenant_id = ${ctx.tenantId} and plan_id = ${runId}`)
    await tx.execute(sql`
      with kept as (
        insert into placements (tenant_id, plan_id, operation_id, scheduled_start_date, scheduled_end_date, placement, category_id)
        select f.tenant_id, ${planId}::uuid, f.operation_id, f.scheduled_start_date, f.scheduled_end_date, f.placement, f.category_id
        from placements p join placements f on f.tenant_id = p.tenant_id and f.plan_id = ${planInForce(ctx.tenantId)}
          and f.operation_id = p.operation_id
        where p.tenant_id = ${ctx.tenantId} and p.plan_id = ${runId} returning 1)
      update plans set size = (select count(*) from kept) where tenant_id = ${ctx.tenantId} and plan_id = ${planId}`)
    await tx.execute(
      sql`update plans set based_on = ${planId} where tenant_id = ${ctx.tenantId} and plan_id = ${runId}`,
    )
  })

/**
 * Completes a plan with the unchanged rows of the plan in force. A plan with few changes keeps only these, together with the
 * earlier rows. A plan without changes is deleted.
 */
const completePlan = async (ctx: TenantContext, runId: string): Promise<void> => {
  const differing = await ctx.app.db.withTenant(ctx, async (tx) => {
    const { rows } = await tx.execute<{ size: number }>(
      sql`select size from plans where tenant_id = ${ctx.tenantId} and plan_id = ${runId}`,
    )
    return rows[0]?.size ?? 0
  })
  if (differing === 0) return dropPlan(ctx, runId)
  if (differing <= mostInPlace && (await holdsMore(ctx, 4 * differing))) return void (await keepBefore(ctx, runId))
  for (let last: string | null = firstId; last !== null; ) last = await copyPart(ctx, runId, last)
}

interface Preparing {
  /** Ends the writing after a part; the plan is then not complete. */
  readonly signal?: AbortSignal
  /** A preview never comes in force, so its plan needs the changed rows only. */
  readonly preview?: boolean
}

/** Writes a plan (`parts` as `writePlan` takes them) under the id of its run, where nobody reads it yet. Returns the differences. */
export const preparePlan = async (
  ctx: TenantContext,
  runId: string,
  parts: readonly string[],
  { signal, preview = false }: Preparing = {},
): Promise<PlanDifference> => {
  if (parts.length === 0) {
    await dropPlan(ctx, runId)
    return { moved: 0, projectIds: [] }
  }
  await beginPlan(ctx, runId)
  let moved = 0
  const projectIds = new Set<string>()
  for (const rowsJson of parts) {
    if (signal?.aborted) break
    const written = await writePlan(ctx, runId, rowsJson)
    moved += written.moved
    for (const id of written.projectIds) projectIds.add(id)
  }
  if (!preview && !signal?.aborted) await completePlan(ctx, runId)
  return { moved, projectIds: [...projectIds] }
}
