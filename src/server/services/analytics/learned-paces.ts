import { sql } from 'drizzle-orm'
import type { LearnedPacesAnswer, Pace, PacedOperations } from '#contract/analytics.ts'
import { maxBulkRows } from '#contract/bulk-operations.ts'
import { unscheduledPhases } from '#contract/vocabulary.ts'
import { roundTwo } from '#domain/analytics/figures.ts'
import { hoursTimes } from '#domain/learned/at-learned-pace.ts'
import { isOfGroup } from '#domain/learned/group-of.ts'
import { learnPaces } from '#domain/learned/learn-paces.ts'
import type { FinishedWorkColumns, PaceGroup } from '#domain/learned/learned-pace.ts'
import { paceRange, shownFactor } from '#domain/learned/pace-range.ts'
import { effectivePhase } from '#domain/projects/effective-phase.ts'
import { pick } from '#domain/record-of.ts'
import { dayMs } from '#domain/time/units.ts'
import { valueAt } from '#domain/value-at.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { operationsInForce } from '../../db/operations-in-force.ts'
import { preferHashes } from '../../db/read-json.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { projects } from '../../db/tables/projects.table.ts'
import { NotFoundError } from '../../errors.ts'
import { readPacedWork } from '../learned/read-paces.ts'
import { readWorkCenters } from './work-center-calendars.ts'

/** A picture shows so many operations of a pace. */
const mostRatios = 60

interface OpenOperation extends Record<string, unknown> {
  readonly operationId: string
  readonly version: number
  readonly name: string
  readonly setupFamily: string
  readonly categoryId: string
  readonly projectId: string
  readonly durationHours: number
  readonly estimateHours: number
}

/** Projects under way, with their numbers. */
const readActive = async (ctx: TenantContext, tx: Tx): Promise<ReadonlyMap<string, string>> => {
  const rows = await tx
    .select({
      projectId: projects.projectId,
      projectNumber: projects.projectNumber,
      currentPhase: projects.currentPhase,
      status: projects.status,
    })
    .from(projects)
    .where(sql`${projects.tenantId} = ${ctx.tenantId}`)
  return new Map(
    rows
      .filter((project) => !unscheduledPhases.includes(effectivePhase(project)))
      .map(({ projectId, projectNumber }) => [projectId, projectNumber]),
  )
}

/** Open operations with an estimate that have not started, of one work center or all. */
const readOpen = async (ctx: TenantContext, tx: Tx, categoryId: string | null): Promise<OpenOperation[]> => {
  const own = categoryId === null ? sql`category_id is not null` : sql`category_id = ${categoryId}`
  await preferHashes(tx)
  const { rows } = await tx.execute<OpenOperation>(sql`
    select operation_id as "operationId", version, name, setup_family as "setupFamily",
      category_id as "categoryId", project_id as "projectId", duration_hours as "durationHours",
      coalesce(original_hours, duration_hours) as "estimateHours"
    from ${operationsInForce(ctx.tenantId)} where actual_start_date is null and actual_end_date is null
      and progress_percent = 0 and duration_hours > 0 and ${own} order by project_id, sequence, operation_id`)
  return rows
}

/** Whether an operation does not have the hours of a pace yet. */
const isChangedBy =
  (factor: number) =>
  ({ durationHours, estimateHours }: OpenOperation): boolean =>
    hoursTimes(estimateHours, factor) !== durationHours

/** Some values of a sorted list, evenly. */
const someOf = (values: readonly number[]): number[] =>
  values.length <= mostRatios
    ? [...values]
    : Array.from({ length: mostRatios }, (_, at) =>
        valueAt(values, Math.round((at * (values.length - 1)) / (mostRatios - 1))),
      )

const ratiosOf = (group: PaceGroup, work: FinishedWorkColumns, nowMs: number): number[] =>
  work.categoryId
    .flatMap((categoryId, at) => {
      const isCounted =
        categoryId === group.categoryId &&
        valueAt(work.includesWaiting, at) === group.includesWaiting &&
        valueAt(work.finishedMs, at) >= nowMs - group.days * dayMs &&
        isOfGroup(group, { name: valueAt(work.name, at), setupFamily: valueAt(work.setupFamily, at) })
      return isCounted ? [roundTwo(valueAt(work.actualHours, at) / valueAt(work.estimateHours, at))] : []
    })
    .sort((a, b) => a - b)

/** What was learned about every work center, setup family and kind of operation, up to this hour. */
export const getLearnedPaces = async (ctx: TenantContext): Promise<LearnedPacesAnswer> => {
  const { finished: work, asOfMs: nowMs } = await readPacedWork(ctx)
  const learned = learnPaces(work, nowMs)
  return readTenant(ctx, async (tx) => {
    const groups = Map.groupBy(learned.groups, ({ categoryId }) => categoryId)
    const active = await readActive(ctx, tx)
    const open = Map.groupBy(
      (await readOpen(ctx, tx, null)).filter(({ projectId }) => active.has(projectId)),
      ({ categoryId }) => categoryId,
    )
    const present = (group: PaceGroup): Pace => {
      const { low, high } = paceRange(group.pace)
      const { count, basis, factor } = group.pace
      return {
        kind: group.kind,
        basis: basis === 'shop' ? 'workCenter' : basis,
        factor: shownFactor(factor),
        low: roundTwo(low),
        high: roundTwo(high),
        operations: count,
        days: group.days,
        includesWaiting: group.includesWaiting,
        ratios: someOf(ratiosOf(group, work, nowMs)),
        openOperations: (open.get(group.categoryId) ?? [])
          .filter((operation) => isOfGroup(group, operation))
          .filter(isChangedBy(shownFactor(factor))).length,
      }
    }
    const centers = await readWorkCenters(ctx, tx)
    return {
      shopFactor: learned.shop && shownFactor(learned.shop.factor),
      workCenters: centers.flatMap(({ categoryId, name, color }) => {
        const [whole, ...kinds] = groups.get(categoryId) ?? []
        return whole ? [{ categoryId, name, color, pace: present(whole), kinds: kinds.map(present) }] : []
      }),
      unknown: centers.flatMap(({ categoryId, name, color, kind }) =>
        groups.has(categoryId) || kind === 'pool' ? [] : [{ categoryId, name, color }],
      ),
    }
  })
}

interface PaceOperationsQuery extends Pick<Pace, 'basis'> {
  readonly categoryId: string
  readonly kind?: string | undefined
  readonly factor?: number | undefined
}

/** The open operations of a pace that have not started. 404 for an unknown work center. */
export const getPacedOperations = (
  ctx: TenantContext,
  { categoryId, basis, kind, factor }: PaceOperationsQuery,
): Promise<PacedOperations> =>
  readTenant(ctx, async (tx) => {
    const centers = await readWorkCenters(ctx, tx)
    if (!centers.some((center) => center.categoryId === categoryId)) throw new NotFoundError()
    const active = await readActive(ctx, tx)
    const group = { kind: basis === 'workCenter' ? null : (kind ?? ''), pace: { basis } }
    const found = (await readOpen(ctx, tx, categoryId))
      .filter((operation) => active.has(operation.projectId) && isOfGroup(group, operation))
      .filter(factor === undefined ? () => true : isChangedBy(factor))
    return {
      total: found.length,
      operations: found.slice(0, maxBulkRows).map((operation) => ({
        ...pick(operation, ['operationId', 'version', 'name', 'durationHours', 'estimateHours']),
        projectNumber: active.get(operation.projectId) ?? '',
      })),
    }
  })
