import { and, eq, sql } from 'drizzle-orm'
import { type FloorOperation, type FloorWork, floorLimits } from '#contract/floor.ts'
import { closedReason } from '#domain/floor/apply-floor-report.ts'
import { floorSections, type QueuedOperation } from '#domain/floor/dispatch-order.ts'
import { batchFields, overlapAfter } from '#domain/operations/transfer-batch.ts'
import { shownHoursLeft } from '#domain/operations/work-left.ts'
import { effectivePhase } from '#domain/projects/effective-phase.ts'
import { endOfDayMs } from '#domain/time/zone-dates.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { type FieldValues, fieldPairs } from '../../db/field-columns.ts'
import { isCompletedSql, linksOfIds, operationsInForce, operationsOfIds } from '../../db/operations-in-force.ts'
import { epochMs, readJson } from '../../db/read-json.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { operations } from '../../db/tables/operations.table.ts'
import { projects } from '../../db/tables/projects.table.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { awaitForecast } from '../forecasts/current-forecast.ts'
import { begunAt, scheduledProjects } from '../operations/planned-work.ts'
import { type CountedPieces, noPieces, selectPieces } from '../work-time/floor-entries.ts'
import { type FloorPlace, floorCenters } from './floor-centers.ts'

type Queued = QueuedOperation & { readonly categoryId: string }

/** The open operations of some work centers, with what their order depends on. */
const readOpenWork = (ctx: TenantContext, tx: Tx, categoryIds: readonly string[]): Promise<Queued[]> =>
  readJson<Queued>(
    tx,
    sql`select json_build_object('operationId', operations.operation_id, 'categoryId', operations.category_id,
        'onHold', operations.on_hold,
        'isStarted', operations.actual_start_date is not null or operations.progress_percent > 0,
        'forecastStartMs', ${epochMs(sql`f.forecast_start`)},
        'scheduledStartMs', ${epochMs(begunAt)}) as r
      from ${operationsInForce(ctx.tenantId, 'few')}
      left join operation_forecasts f on f.tenant_id = ${ctx.tenantId} and f.operation_id = operations.operation_id
      where operations.category_id = any(${sql.param([...categoryIds])}::uuid[]) and not ${isCompletedSql('operations')}
        and operations.project_id in (${scheduledProjects(ctx)})`,
  )

const shownFields = [
  'name',
  'description',
  'status',
  'holdReason',
  'progressPercentage',
  'durationHours',
  'quantity',
  'transferBatch',
  'notes',
  'materialReadyDate',
  'materialNote',
  'scheduledStartDate',
  'scheduledEndDate',
  'actualStartDate',
] as const

/** A card as the database returns it, with instants in epoch ms. */
type StoredCard = FieldValues<(typeof shownFields)[number]> &
  Pick<
    FloorOperation,
    'operationId' | 'projectNumber' | 'projectName' | 'state' | 'poolName' | 'workingCount' | 'pauseReason'
  > & {
    readonly forecastStartMs: number | null
    readonly forecastEndMs: number | null
  }

const readCards = ({ tenantId }: TenantContext, tx: Tx, ids: readonly string[]): Promise<StoredCard[]> =>
  readJson<StoredCard>(
    tx,
    sql`select json_build_object('operationId', o.operation_id, 'projectNumber', p.project_number,
        'projectName', p.project_name, 'state', coalesce(f.standing, 'unscheduled'),
        'poolName', (select c.name from categories c where c.tenant_id = ${tenantId} and c.category_id = o.pool_id),
        'forecastStartMs', ${epochMs(sql`f.forecast_start`)}, 'forecastEndMs', ${epochMs(sql`f.forecast_end`)},
        'workingCount', (select count(*)::int from work_intervals i where i.tenant_id = ${tenantId}
          and i.operation_id = o.operation_id and i.ended_at is null),
        'pauseReason', coalesce((select r.reason from floor_reports r where r.tenant_id = ${tenantId}
          and r.operation_id = o.operation_id and r.kind = 'pause' order by r.at desc, r.report_id desc limit 1), ''),
        ${fieldPairs(shownFields, 'o')}) as r
      from (select * from ${operationsOfIds(tenantId, ids)}) o
      join projects p on p.tenant_id = ${tenantId} and p.project_id = o.project_id
      left join operation_forecasts f on f.tenant_id = ${tenantId} and f.operation_id = o.operation_id`,
  )

const beforeFields = [...batchFields, 'progressPercentage'] as const
type BeforeWork = FieldValues<(typeof beforeFields)[number]>

/** The names of the open operations that each of these waits for. */
const readPredecessors = async ({ tenantId }: TenantContext, tx: Tx, ids: readonly string[]) => {
  const rows = await readJson<readonly [waitingId: string, name: string, overlap: number | null, before: BeforeWork]>(
    tx,
    sql`select json_build_array(l.operation_id, o.name, l.overlap_percent, json_build_object(${fieldPairs(beforeFields, 'o')})) as r from (select * from ${linksOfIds(tenantId, ids)}) l
      join operations o on o.tenant_id = ${tenantId} and o.operation_id = l.predecessor_id
      where not ${isCompletedSql('o')} order by o.sequence, o.operation_id`,
  )
  const awaited = rows.filter(
    ([, , overlap, before]) => before.progressPercentage < (overlapAfter(overlap, before) ?? Infinity),
  )
  return Map.groupBy(awaited, ([id]) => id)
}

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

const present = (
  stored: StoredCard,
  {
    section,
    waitsFor,
    closedReason,
    pieces,
  }: Pick<FloorOperation, 'section' | 'waitsFor' | 'closedReason'> & { readonly pieces: CountedPieces },
  nowMs: number,
): FloorOperation => {
  const { durationHours, scheduledStartMs, scheduledEndMs, forecastStartMs, forecastEndMs, ...rest } = stored
  const { actualStartMs, materialReadyMs, ...card } = rest
  const isAwaited = materialReadyMs !== null && materialReadyMs > nowMs && actualStartMs === null
  return {
    ...card,
    section,
    waitsFor,
    closedReason,
    goodPieces: pieces.good,
    scrapPieces: pieces.scrap,
    pauseReason: card.workingCount > 0 ? '' : card.pauseReason,
    hoursLeft: shownHoursLeft({ durationHours, progressPercentage: card.progressPercentage }),
    scheduledStartDate: iso(scheduledStartMs),
    scheduledEndDate: iso(scheduledEndMs),
    forecastStartDate: iso(forecastStartMs),
    forecastEndDate: iso(forecastEndMs),
    actualStartDate: iso(actualStartMs),
    materialReadyDate: isAwaited ? iso(materialReadyMs) : null,
    materialNote: isAwaited ? card.materialNote : '',
  }
}

const sections = ['today', 'next', 'onHold'] as const

/** The operation of a scanned code, if it is at one of these work centers: where, and why it takes notes only. */
const readScanned = async (
  { tenantId }: TenantContext,
  tx: Tx,
  categoryIds: readonly string[],
  scannedId: string | undefined,
) => {
  if (scannedId === undefined) return null
  const [found] = await tx
    .select({
      categoryId: operations.categoryId,
      progressPercentage: operations.progressPercentage,
      actualEndDate: operations.actualEndDate,
      currentPhase: projects.currentPhase,
      status: projects.status,
    })
    .from(operations)
    .innerJoin(projects, and(eq(projects.tenantId, tenantId), eq(projects.projectId, operations.projectId)))
    .where(and(eq(operations.tenantId, tenantId), eq(operations.operationId, scannedId)))
  const categoryId = found?.categoryId ?? null
  if (!found || categoryId === null || !categoryIds.includes(categoryId)) return null
  return { operationId: scannedId, categoryId, closed: closedReason({ ...found, phase: effectivePhase(found) }) ?? '' }
}

type Listed = Pick<FloorOperation, 'operationId' | 'section'>

/** The operations that one work center shows, and how many open ones it leaves out. */
const shownOf = (open: readonly Queued[], endOfTodayMs: number) => {
  const all = floorSections(open, endOfTodayMs)
  const shown: Listed[] = sections.flatMap((section) =>
    all[section].slice(0, floorLimits[section]).map(({ operationId }) => ({ operationId, section })),
  )
  return { shown, moreCount: open.length - shown.length }
}

type Shown = ReturnType<typeof shownOf>

/** The list with the scanned operation before the others, unless it is listed already. */
const withScanned = ({ shown, moreCount }: Shown, open: readonly Queued[], operationId: string) => {
  if (shown.some((listed) => listed.operationId === operationId)) return { shown, moreCount }
  const isLeftOut = open.some((queued) => queued.operationId === operationId)
  const scanned: Listed = { operationId, section: 'scanned' }
  return { shown: [scanned, ...shown], moreCount: isLeftOut ? moreCount - 1 : moreCount }
}

/**
 * The open work of the caller's work centers, in the order in which they are to run it; and the operation of a scanned code, if it is at
 * one of them.
 */
export const readFloorQueue = async (
  ctx: TenantContext,
  place: FloorPlace,
  scannedId?: string | undefined,
): Promise<FloorWork> => {
  await awaitForecast(ctx)
  return readTenant(ctx, async (tx) => {
    const centers = await floorCenters(ctx, tx, place)
    const [organization] = await tx
      .select({
        name: tenants.name,
        timeZone: tenants.timeZone,
        identification: tenants.floorIdentification,
        scrapReasons: tenants.scrapReasons,
        separatesMachineTime: tenants.separatesMachineTime,
      })
      .from(tenants)
      .where(eq(tenants.tenantId, ctx.tenantId))
    const nowMs = ctx.app.now().getTime()
    const endMs = endOfDayMs(nowMs, organization?.timeZone ?? 'UTC')
    const ids = centers.map(({ categoryId }) => categoryId)
    const open = Map.groupBy(await readOpenWork(ctx, tx, ids), ({ categoryId }) => categoryId)
    const scanned = await readScanned(ctx, tx, ids, scannedId)
    const queues = centers.map((center) => {
      const work = open.get(center.categoryId) ?? []
      const list = shownOf(work, endMs)
      const isHere = scanned?.categoryId === center.categoryId
      return { ...center, ...(isHere ? withScanned(list, work, scanned.operationId) : list) }
    })
    const wanted = queues.flatMap(({ shown }) => shown.map(({ operationId }) => operationId))
    const cards = new Map((await readCards(ctx, tx, wanted)).map((card) => [card.operationId, card]))
    const predecessors = await readPredecessors(ctx, tx, wanted)
    const counted = await selectPieces(ctx, tx, wanted)
    const cardOf = ({ operationId, section }: Listed): FloorOperation[] => {
      const card = cards.get(operationId)
      const waitsFor = (predecessors.get(operationId) ?? []).map(([, name]) => name)
      const pieces = counted.get(operationId) ?? noPieces
      const closed = scanned?.operationId === operationId ? scanned.closed : ''
      return card ? [present(card, { section, waitsFor, closedReason: closed, pieces }, nowMs)] : []
    }
    return {
      organizationName: organization?.name ?? '',
      timeZone: organization?.timeZone ?? 'UTC',
      now: new Date(nowMs).toISOString(),
      identification: place.signedInAt === null ? 'off' : (organization?.identification ?? 'off'),
      scrapReasons: [...(organization?.scrapReasons ?? [])],
      separatesMachineTime: organization?.separatesMachineTime ?? false,
      workCenters: queues.map(({ shown, ...center }) => ({ ...center, operations: shown.flatMap(cardOf) })),
    }
  })
}
