import { eq, sql } from 'drizzle-orm'
import { unscheduledPhases } from '#contract/vocabulary.ts'
import { isOutside } from '#domain/categories/category-kind.ts'
import { type BusyTime, nextFreeSlots, type SlotRequest } from '#domain/operations/next-free-slots.ts'
import { effectivePhase } from '#domain/projects/effective-phase.ts'
import { centerCapacity } from '#domain/scheduling/center-capacity.ts'
import { CenterChangeovers } from '#domain/scheduling/changeovers.ts'
import { hourMs } from '#domain/scheduling/operation-work.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { isCompletedSql, operationsInForce, operationsOfIds } from '../../db/operations-in-force.ts'
import { epochMs, readJson } from '../../db/read-json.ts'
import { projects } from '../../db/tables/projects.table.ts'
import type { LinkedOperation } from '../operations/operation-fields.ts'
import { begunAt, shownEndAt } from '../operations/planned-work.ts'
import type { BulkWorld } from './bulk-world.ts'
import { datesOf, movable, moveRefusal, type PlannedEdit, refusals } from './plan-edits.ts'

type BusyRow = [
  operationId: string,
  projectId: string,
  categoryId: string | null,
  poolId: string | null,
  startMs: number,
  endMs: number,
  setupFamily: string,
]

/** Planned time of other operations of open projects on some work centers and pools. */
const readBusy = async (
  ctx: TenantContext,
  tx: Tx,
  categoryIds: readonly string[],
  except: ReadonlySet<string>,
  now: Date,
): Promise<BusyTime[]> => {
  if (categoryIds.length === 0) return []
  // No join, because a database without statistics would compare every operation with every project.
  const states = await tx
    .select({ projectId: projects.projectId, currentPhase: projects.currentPhase, status: projects.status })
    .from(projects)
    .where(eq(projects.tenantId, ctx.tenantId))
  const closed = new Set(
    states.filter((state) => unscheduledPhases.includes(effectivePhase(state))).map(({ projectId }) => projectId),
  )
  const rows = await readJson<BusyRow>(
    tx,
    sql`select json_build_array(operation_id, project_id, category_id, pool_id,
        (extract(epoch from scheduled_start_date) * 1000)::bigint, (extract(epoch from scheduled_end_date) * 1000)::bigint,
        setup_family) as r
      from ${operationsInForce(ctx.tenantId, 'all')} where (category_id = any(${sql.param([...categoryIds])}::uuid[])
          or pool_id = any(${sql.param([...categoryIds])}::uuid[])) and scheduled_end_date > ${now.toISOString()}::timestamptz and scheduled_start_date is not null
        and not ${isCompletedSql()}`,
  )
  return rows.flatMap(([operationId, projectId, categoryId, poolId, startMs, endMs, setupFamily]) =>
    except.has(operationId) || closed.has(projectId) ? [] : { categoryId, poolId, startMs, endMs, setupFamily },
  )
}

/** A predecessor: the actual end if completed, else the planned end (NaN = none), and what an overlap with it is counted in. */
type Before = Pick<SlotRequest['predecessors'][number], 'endMs' | 'work'>

type BeforeRow = [
  id: string,
  startMs: number | null,
  endMs: number | null,
  durationHours: number,
  isStarted: boolean,
  isCompleted: boolean,
  categoryId: string | null,
  poolId: string | null,
]

const readPredecessors = async (
  ctx: TenantContext,
  tx: Tx,
  ids: readonly string[],
  calendarOf: BulkWorld['calendarOf'],
): Promise<Map<string, Before>> => {
  if (ids.length === 0) return new Map()
  const rows = await readJson<BeforeRow>(
    tx,
    sql`select json_build_array(operation_id, ${epochMs(begunAt)}, ${epochMs(shownEndAt)}, duration_hours,
        actual_start_date is not null or progress_percent > 0, ${isCompletedSql()}, category_id, pool_id) as r
      from ${operationsOfIds(ctx.tenantId, ids)}`,
  )
  return new Map(
    rows.map(([id, begunMs, endMs, durationHours, isStarted, isCompleted, categoryId, poolId]): [string, Before] => {
      if (endMs === null || isCompleted) return [id, { endMs: endMs ?? Number.NaN }]
      const calendar = calendarOf(categoryId, poolId)
      const startMs = begunMs ?? endMs
      const planned = calendar.toWork(endMs) - calendar.toWork(startMs)
      const wholeMs = isStarted ? Math.round(durationHours * hourMs) : planned
      return [id, { endMs, work: { calendar, startMs, wholeMs } }]
    }),
  )
}

/** The most urgent project first, then the earliest ship date, then the earliest planned start. */
const byUrgency = (world: BulkWorld) => (a: LinkedOperation, b: LinkedOperation) => {
  const [of, or] = [world.projects.get(a.row.projectId), world.projects.get(b.row.projectId)]
  return (
    (or?.priority ?? 0) - (of?.priority ?? 0) ||
    (of?.plannedShipDate?.getTime() ?? Infinity) - (or?.plannedShipDate?.getTime() ?? Infinity) ||
    (a.row.scheduledStartDate?.getTime() ?? Infinity) - (b.row.scheduledStartDate?.getTime() ?? Infinity) ||
    a.row.sequence - b.row.sequence ||
    (a.row.operationId < b.row.operationId ? -1 : 1)
  )
}

/** The next free slot of each operation by the capacity profile of the engine, or why there is none. */
export const planSlots = async (ctx: TenantContext, tx: Tx, world: BulkWorld): Promise<Map<string, PlannedEdit>> => {
  const edits = new Map<string, PlannedEdit>()
  const wanted: LinkedOperation[] = []
  for (const operation of world.operations.values()) {
    const refusal = moveRefusal(operation, world) ?? (operation.row.onHold ? refusals.onHold : null)
    if (refusal) edits.set(operation.row.operationId, refusal)
    else wanted.push(operation)
  }
  const ids = new Set(wanted.map(({ row }) => row.operationId))
  const categoryIds = [...new Set(wanted.flatMap(({ row }) => [row.categoryId ?? [], row.poolId ?? []].flat()))]
  const predecessorIds = wanted.flatMap(({ dependencies }) => dependencies.map(({ predecessorId }) => predecessorId))
  const before = await readPredecessors(ctx, tx, [...new Set(predecessorIds)], world.calendarOf)
  const requests = wanted.sort(byUrgency(world)).map((operation): SlotRequest => {
    const { row, dependencies } = operation
    const project = world.projects.get(row.projectId)
    const release =
      project?.productionStartDate ?? project?.engineeringReleaseDate ?? project?.customerReleaseDate ?? null
    return {
      operationId: row.operationId,
      categoryId: row.categoryId,
      poolId: row.poolId,
      setupFamily: row.setupFamily,
      ...movable(operation),
      releaseMs: Math.max(release?.getTime() ?? -Infinity, row.materialReadyDate?.getTime() ?? -Infinity),
      predecessors: dependencies.map(({ predecessorId, ...lag }) => ({
        operationId: predecessorId,
        ...(before.get(predecessorId) ?? { endMs: Number.NaN }),
        ...lag,
      })),
    }
  })
  const answers = nextFreeSlots(requests, {
    nowMs: world.nowMs,
    busy: await readBusy(ctx, tx, categoryIds, ids, world.now),
    calendarOf: world.calendarOf,
    capacityOf: (categoryId) => {
      const { categories, capacitySpans } = world.shop
      const center = categories.find((one) => one.categoryId === categoryId)
      if (center && isOutside(center)) return null
      return centerCapacity(center ?? { categoryId, capacity: 1 }, world.calendarOf(categoryId, null), capacitySpans)
    },
    setupOf: (categoryId) => {
      const changeovers = world.shop.categories.find((one) => one.categoryId === categoryId)?.changeovers ?? []
      return changeovers.length > 0 ? new CenterChangeovers(changeovers) : null
    },
  })
  for (const [id, answer] of answers) {
    edits.set(id, typeof answer === 'string' ? refusals[answer] : { input: datesOf(answer) })
  }
  return edits
}
