import type { ShopPlanFile } from '#contract/shop-files.ts'
import { planFormat } from '#contract/shop-files.ts'
import { runAt } from '#domain/operations/run-at.ts'
import type { Violation } from '#domain/scheduling/check/violation.ts'
import { checkSchedule } from '#domain/scheduling/check-schedule.ts'
import { measurePlan } from '#domain/scheduling/measure-plan.ts'
import { leftMs } from '#domain/scheduling/operation-work.ts'
import type { ScheduledOperation, ScheduledProject, ScheduleResult } from '#domain/scheduling/schedule-result.ts'
import { scheduleShop } from '#domain/scheduling/schedule-shop.ts'
import { shopCalendars } from '#domain/scheduling/shop-calendars.ts'
import type { ShopSnapshot, SnapshotOperation } from '#domain/scheduling/shop-snapshot.ts'
import { dayMs, hourMs } from '#domain/time/units.ts'
import { valueAt } from '#domain/value-at.ts'

const minuteMs = 60_000

/** The terms of the objective in the order in which plans are compared; less is better. */
export interface PlanFileCost {
  /** Number of operations that the plan leaves out although they could be scheduled. */
  unscheduled: number
  /** Sum over projects of priority x hours after the due date. */
  latenessHours: number
  /** Working hours of all changeovers. */
  changeoverHours: number
  /** Sum over projects of the hours from the origin to completion. */
  completionHours: number
}

export interface CheckedPlan {
  cost: PlanFileCost
  lateProjects: number
  /** Rules that the plan breaks. */
  violations: Violation[]
  /** Ids of operations that start later than a maximum lag allows, which is permitted. */
  beyondMaxLag: string[]
}

/** Negative if `a` is better. */
export const comparePlanCosts = (a: PlanFileCost, b: PlanFileCost): number => {
  const differs = (x: number, y: number): number => (Math.abs(x - y) <= 1e-6 ? 0 : x - y)
  return (
    a.unscheduled - b.unscheduled ||
    differs(a.latenessHours, b.latenessHours) ||
    differs(a.changeoverHours, b.changeoverHours) ||
    differs(a.completionHours, b.completionHours)
  )
}

/** A plan of the engine for the shop of a file, as a plan file. */
export const writePlanFile = (
  shop: string,
  { nowMs, categories, projects }: ShopSnapshot,
  { operations }: Pick<ScheduleResult, 'operations'>,
  found: string,
): ShopPlanFile => {
  const rows = new Map(operations.map((row) => [row.operationId, row]))
  const positionOf = new Map(categories.map(({ categoryId }, position) => [categoryId, position]))
  const sources = projects.flatMap((project) => project.operations)
  const centers = sources.flatMap(({ operationId, categoryId }, position): [number, number][] => {
    const planned = rows.get(operationId)?.categoryId
    const center = planned === undefined || planned === categoryId ? undefined : positionOf.get(planned)
    return center === undefined ? [] : [[position, center]]
  })
  return {
    format: planFormat,
    shop,
    found,
    starts: sources.map(({ operationId }) => {
      const row = rows.get(operationId)
      if (!row || row.startMs === null || row.placement.factors[0]?.code === 'completed') return null
      return (row.startMs - nowMs) / minuteMs
    }),
    ...(centers.length > 0 && { centers }),
  }
}

const isFixed = ({ placement }: ScheduledOperation): boolean =>
  ['completed', 'started', 'pinned', 'frozen'].includes(placement.factors[0]?.code ?? '')

/** The rows of a plan: a start for each operation that the plan may place, and the rest as it is in the shop. */
const rowsOf = (snapshot: ShopSnapshot, plan: ShopPlanFile): ScheduledOperation[] => {
  const usual = scheduleShop(snapshot, { scope: 'all' })
  if ('cancelled' in usual) throw new Error('the run was cancelled although it was never stopped')
  const usualRows = new Map(usual.operations.map((row) => [row.operationId, row]))
  const starts = plan.starts.map((start) => (start === null ? null : snapshot.nowMs + Math.round(start * minuteMs)))
  const firstMs = starts.reduce<number>((first, start) => Math.min(first, start ?? first), snapshot.nowMs)
  const calendars = shopCalendars(snapshot, firstMs - dayMs)
  const chosen = new Map(plan.centers ?? [])
  const rowOf = (source: SnapshotOperation, projectId: string, position: number): ScheduledOperation => {
    const { operationId } = source
    const startMs = starts[position] ?? null
    const fixed = usualRows.get(operationId)
    const isOpen = fixed !== undefined && !isFixed(fixed) && fixed.placement.unplaced === null
    if (fixed && !isOpen && (startMs === null || startMs === fixed.startMs)) return fixed
    const center = chosen.get(position)
    const categoryId = center === undefined ? undefined : valueAt(snapshot.categories, center).categoryId
    const at = runAt(source, categoryId ?? null)
    const work = leftMs(at)
    const calendar = calendars.of(at.categoryId, at.poolId)
    const endMs = startMs === null || work === 0 ? startMs : calendar.endWall(calendar.toWork(startMs) + work)
    return {
      operationId,
      projectId,
      startMs,
      endMs: endMs === Infinity ? null : endMs,
      ...(categoryId !== undefined && { categoryId }),
      placement: { factors: [], unplaced: null, warnings: [] },
    }
  }
  let position = 0
  return snapshot.projects.flatMap(({ projectId, operations }) =>
    operations.map((source) => rowOf(source, projectId, position++)),
  )
}

const projectsOf = ({ projects }: ShopSnapshot, rows: readonly ScheduledOperation[]): ScheduledProject[] => {
  const ofProject = Map.groupBy(rows, ({ projectId }) => projectId)
  return projects.map(({ projectId, dueMs }) => {
    const ends = (ofProject.get(projectId) ?? []).flatMap(({ endMs }) => (endMs === null ? [] : [endMs]))
    const completionMs = ends.length === 0 ? null : ends.reduce((last, end) => Math.max(last, end))
    const lateMs = dueMs === null || completionMs === null ? 0 : Math.max(0, completionMs - dueMs)
    return { projectId, completionMs, latenessHours: lateMs / hourMs, unplacedOperations: 0 }
  })
}

/** Working hours of the changeovers between operations that follow each other at a work center, as the plan orders them. */
const changeoverHoursOf = (snapshot: ShopSnapshot, rows: readonly ScheduledOperation[]): number => {
  const planned = new Map(rows.map((row) => [row.operationId, row]))
  const turns = snapshot.projects.flatMap(({ operations }) =>
    operations.flatMap((source) => {
      const row = planned.get(source.operationId)
      if (!row || row.startMs === null || row.endMs === null) return []
      const isDone = row.placement.factors[0]?.code === 'completed'
      if (!isDone && row.endMs <= Math.max(row.startMs, snapshot.nowMs)) return []
      const { setupFamily = '' } = source
      return [{ center: row.categoryId ?? source.categoryId, family: setupFamily, isDone, ...row }]
    }),
  )
  const perCenter = Map.groupBy(turns, ({ center }) => center)
  return snapshot.categories.reduce((sum, { categoryId, kind, changeovers = [] }) => {
    if (kind === 'outside' || changeovers.length === 0) return sum
    const hours = new Map(changeovers.map((one) => [JSON.stringify([one.fromFamily, one.toFamily]), one.hours]))
    const here = perCenter.get(categoryId) ?? []
    const byEnd = here.filter(({ isDone }) => isDone).sort((a, b) => (a.endMs ?? 0) - (b.endMs ?? 0))
    const open = here.filter(({ isDone }) => !isDone).sort((a, b) => (a.startMs ?? 0) - (b.startMs ?? 0))
    const sequence = [...byEnd.slice(-1), ...open]
    return sequence
      .slice(1)
      .reduce(
        (all, { family }, i) => all + (hours.get(JSON.stringify([valueAt(sequence, i).family, family])) ?? 0),
        sum,
      )
  }, 0)
}

/** A plan file gives no reasons and no warnings, so what the checker says about those does not count. */
const isAboutReasons = ({ code }: Violation): boolean =>
  code === 'unexplainedStart' || code === 'falseFactor' || code === 'missingWarning' || code === 'falseWarning'

/** Checks a plan for a shop with the checker of the product, and computes its cost. */
export const checkPlanFile = (snapshot: ShopSnapshot, plan: ShopPlanFile): CheckedPlan => {
  const operations = rowsOf(snapshot, plan)
  const projects = projectsOf(snapshot, operations)
  const completionOf = new Map(projects.map(({ projectId, completionMs }) => [projectId, completionMs]))
  const measure = measurePlan(snapshot, 'all', ({ projectId }) => completionOf.get(projectId) ?? null)
  const { weightedLatenessHours, totalCompletionHours, lateProjects, lateDays } = measure
  const changeoverHours = changeoverHoursOf(snapshot, operations)
  const result: ScheduleResult = {
    operations,
    projects,
    objective: { weightedLatenessHours, totalCompletionHours, changeoverHours, movedOperations: 0 },
    lateProjects,
    lateDays,
    movedOperations: 0,
    movedAsForecast: 0,
    before: measure,
    effects: [],
    stats: {
      rule: 'file',
      generation: 'serial',
      iterations: 0,
      seed: 0,
      endedAtStep: null,
      activeProjects: 0,
      placedOperations: 0,
      unplacedOperations: 0,
    },
  }
  const found = checkSchedule(snapshot, result, { scope: 'all' })
  const unscheduled = operations.filter(
    ({ startMs, placement }) => startMs === null && !placement.unplaced && placement.factors.length === 0,
  )
  return {
    cost: {
      unscheduled: unscheduled.length,
      latenessHours: weightedLatenessHours,
      changeoverHours,
      completionHours: totalCompletionHours,
    },
    lateProjects,
    violations: found.filter((violation) => !isAboutReasons(violation)),
    beyondMaxLag: found.flatMap((one) =>
      one.code === 'missingWarning' && one.warning === 'lagTooLong' ? [one.operationId] : [],
    ),
  }
}
