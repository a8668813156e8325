import { intAt } from '#domain/value-at.ts'
import { dayMs } from '../time/units.ts'
import { CapacityRule } from './check/capacity-rule.ts'
import { checkCapacity, type Hold } from './check/check-capacity.ts'
import { checkChangeovers, endsBeforeChangeovers } from './check/check-changeovers.ts'
import { checkFigures } from './check/check-figures.ts'
import { type CheckContext, checkFixed, checkFree } from './check/check-operation.ts'
import { checkSequence, plannedTurns } from './check/check-sequence.ts'
import { checkUnplaced, type ReasonContext } from './check/check-unplaced.ts'
import { atPlannedCenter, checkWorkCenter } from './check/check-work-center.ts'
import { type CheckedOperation, expectedStatus, fullMinute } from './check/expected-status.ts'
import { localClock } from './check/local-clock.ts'
import { OpenMinutes } from './check/open-minutes.ts'
import type { Violation } from './check/violation.ts'
import type { ScheduledOperation, ScheduleOptions, ScheduleResult } from './schedule-result.ts'
import type { ShopSnapshot } from './shop-snapshot.ts'

const yearMs = 365 * dayMs

/** First and last full minute for which working time is needed. Times more than a century ahead count as closed. */
const horizon = (snapshot: ShopSnapshot, result: ScheduleResult): { fromMs: number; minutes: number } => {
  let from = snapshot.nowMs
  let to = snapshot.nowMs + (snapshot.freezeWorkingDays * 3 + 30) * dayMs
  const stretch = (ms: number | null): void => {
    if (ms !== null && ms < from) from = ms
    if (ms !== null && ms > to) to = ms
  }
  for (const { startMs, endMs, placement } of result.operations) {
    // Completed work needs no calendar unless a lag counts from it.
    if (placement.factors[0]?.code === 'completed') continue
    stretch(startMs)
    stretch(endMs)
    if (placement.unplaced?.code === 'noWorkingTime') stretch(snapshot.nowMs + 3 * yearMs)
  }
  const all = snapshot.projects.flatMap(({ operations }) => operations)
  const lagged = new Set(
    all.flatMap((of) =>
      of.dependencies.flatMap((link) => (link.lagHours > 0 || link.overlapPercent ? link.operationId : [])),
    ),
  )
  for (const { operationId, scheduledStartMs, scheduledEndMs, actualStartMs, actualEndMs, progressPercentage } of all) {
    const counts = lagged.has(operationId)
    if (!counts && (actualEndMs !== null || progressPercentage >= 100)) continue
    // Future dates matter only if the plan preserved them, and then they are in the result.
    for (const date of [scheduledStartMs, scheduledEndMs, actualStartMs, actualEndMs]) {
      if (date !== null && date < from) from = date
      if (date !== null && counts) stretch(date)
    }
  }
  for (const endMs of endsBeforeChangeovers(snapshot)) stretch(Math.min(endMs, snapshot.nowMs))
  from = Math.max(from, snapshot.nowMs - 20 * yearMs) - 4 * dayMs
  const fromMs = from - (from % 60_000)
  return { fromMs, minutes: Math.ceil((Math.min(to, snapshot.nowMs + 100 * yearMs) - fromMs + 2 * dayMs) / 60_000) }
}

/** End of the freeze window: the same local time some working days later. */
const freezeEnd = (snapshot: ShopSnapshot, minutes: OpenMinutes, clock: Int32Array, fromMs: number): number => {
  if (snapshot.freezeWorkingDays <= 0) return snapshot.nowMs
  const first = Math.floor((snapshot.nowMs - fromMs) / 60_000)
  const shown = intAt(clock, first)
  let left = snapshot.freezeWorkingDays
  for (let day = Math.floor(shown / 1440) + 1, at = first; at < clock.length; day++) {
    while (at < clock.length && intAt(clock, at) < day * 1440) at++
    let end = at
    while (end < clock.length && intAt(clock, end) < (day + 1) * 1440) end++
    if (minutes.worked(fromMs + end * 60_000) === minutes.worked(fromMs + at * 60_000)) continue
    if (--left > 0) continue
    while (intAt(clock, at) < day * 1440 + (shown % 1440)) at++
    return fromMs + at * 60_000
  }
  return snapshot.nowMs
}

/** A followed plan preserves the planned duration if it exceeds the remaining hours, counted from now, up to two years. */
const plannedWorkMs = (
  { source, expected, remainingMs }: CheckedOperation,
  open: OpenMinutes,
  nowMs: number,
): number => {
  const { scheduledStartMs: start, scheduledEndMs: end } = source
  if (expected.kind !== 'free' || start === null || end === null || end <= start || end - start > 2 * yearMs) {
    return remainingMs
  }
  return Math.max(remainingMs, open.worked(end) - open.worked(Math.max(start, fullMinute(nowMs))))
}

/** Finds the open minutes of a work center or pool (null = the organization). Those with equal working time share them. */
const openMinutesFinder = (snapshot: ShopSnapshot, standard: OpenMinutes, fromMs: number, clock: Int32Array) => {
  // Work centers without their own holidays or exceptions differ only by shift.
  const own = new Set([...snapshot.holidays, ...snapshot.exceptions].map((closed) => closed.categoryId))
  const byShift = new Map<string | null, OpenMinutes>()
  const known = new Map<string | null, OpenMinutes>([[null, standard]])
  return (categoryId: string | null): OpenMinutes => {
    const found = known.get(categoryId)
    if (found) return found
    const category = snapshot.categories.find((candidate) => candidate.categoryId === categoryId)
    const plain = category !== undefined && category.kind !== 'outside' && !own.has(categoryId)
    const open = (plain && byShift.get(category.shiftId)) || OpenMinutes.of(snapshot, categoryId, fromMs, clock)
    if (plain) byShift.set(category.shiftId, open)
    known.set(categoryId, open)
    return open
  }
}

/** Finds the open minutes and capacity of a work center or pool. */
const resourceFinder = (snapshot: ShopSnapshot, openOf: OpenFinder): CheckContext['resourceOf'] => {
  const read = (id: string | null) => ({ minutes: openOf(id), capacity: new CapacityRule(snapshot, id) })
  const known = new Map(snapshot.categories.map(({ categoryId }) => [categoryId, read(categoryId)]))
  const none = read(null)
  return (id) => known.get(id) ?? none
}

type OpenFinder = ReturnType<typeof openMinutesFinder>

/** Finds the open minutes of an operation, which are those in which both its work center and its pool are open. */
const ownMinutesFinder = (openOf: OpenFinder) => {
  // Work centers share their open minutes, and so may pools.
  const known = new Map<OpenMinutes, Map<OpenMinutes, OpenMinutes>>()
  return ({ categoryId, poolId }: CheckedOperation): OpenMinutes => {
    const center = openOf(categoryId)
    if (poolId === null) return center
    const pool = openOf(poolId)
    const withCenter = known.get(center) ?? new Map<OpenMinutes, OpenMinutes>()
    known.set(center, withCenter)
    const both = withCenter.get(pool) ?? center.and(pool)
    withCenter.set(pool, both)
    return both
  }
}

/** Checks the row of an operation within the scope of the run. */
const checkRow = (of: CheckedOperation, row: ScheduledOperation | undefined, context: ReasonContext): Violation[] => {
  const { expected, source } = of
  const { operationId } = source
  if (!row) return [{ code: 'missing', operationId }]
  if (row.placement.unplaced || (row.startMs === null && expected.kind !== 'completed')) {
    return checkUnplaced(of, row, context)
  }
  if (expected.kind === 'out') return [{ code: 'placedThough', operationId, reason: expected.reason }]
  return expected.kind === 'free' ? checkFree(of, row, context) : checkFixed(of, row, context)
}

/**
 * The times during which an operation with these dates occupies its work center or pool. It occupies its work center
 * from start to end, and its pool only while both are open.
 */
const holdsOf = (
  id: string,
  { categoryId, expected, inScope, source }: CheckedOperation,
  row: ScheduledOperation | undefined,
  { datesOf, nowMs, minutes }: CheckContext,
): Hold[] => {
  const dates = datesOf(source.operationId)
  if (expected.kind === 'completed' || expected.kind === 'out' || !dates) return []
  const { startMs, endMs } = dates
  if (startMs === null || endMs === null) return []
  const fixed = expected.kind !== 'free'
  const warned = !inScope || (row?.placement.warnings.some(({ code }) => code === 'overload') ?? false)
  const heldFromMs = fixed ? Math.max(startMs, fullMinute(nowMs)) : startMs
  const isCenter = id === categoryId
  const spans = isCenter ? [{ fromMs: heldFromMs, toMs: endMs }] : minutes.spans(heldFromMs, endMs)
  return spans.map((span) => ({ operationId: source.operationId, ...span, fixed, warned }))
}

/** Rows of operations that the run should not have scheduled, and operations with several rows. */
const wrongRows = (result: ScheduleResult, checked: ReadonlyMap<string, CheckedOperation>): Violation[] => {
  const seen = new Set<string>()
  return result.operations.flatMap(({ operationId }): Violation[] => {
    if (!checked.get(operationId)?.inScope) return [{ code: 'unknown', operationId }]
    const isSecond = seen.has(operationId)
    seen.add(operationId)
    return isSecond ? [{ code: 'twice', operationId }] : []
  })
}

/**
 * Checks a result against its snapshot. Implements the rules independently of the engine and shares no code with it, including a
 * minute-by-minute calendar and its own rules for what may move. Returns an empty list if there is no violation.
 */
export const checkSchedule = (
  snapshot: ShopSnapshot,
  result: ScheduleResult,
  { scope, method = 'optimize' }: Pick<ScheduleOptions, 'scope' | 'method'>,
): Violation[] => {
  const found: Violation[] = []
  const { fromMs, minutes } = horizon(snapshot, result)
  const clock = localClock(snapshot.timeZone, fromMs, minutes)
  const standard = OpenMinutes.of(snapshot, null, fromMs, clock)
  const freezeUntilMs = freezeEnd(snapshot, standard, clock, fromMs)

  const ids = new Set(snapshot.projects.flatMap(({ operations }) => operations.map(({ operationId }) => operationId)))
  const checked = new Map<string, CheckedOperation>()
  const perCategory = new Map<string, CheckedOperation[]>(snapshot.categories.map(({ categoryId }) => [categoryId, []]))
  const rows = new Map(result.operations.map((row) => [row.operationId, row]))
  const scoped = scope === 'all' ? scope : new Set('projectId' in scope ? [scope.projectId] : scope.projectIds)
  for (const project of snapshot.projects) {
    const inScope = scoped === 'all' || scoped.has(project.projectId)
    for (const source of project.operations) {
      const expected = expectedStatus(snapshot, project, source, inScope, freezeUntilMs, (id) => ids.has(id), method)
      const of = atPlannedCenter(expected, rows.get(source.operationId)?.categoryId, snapshot, method)
      checked.set(source.operationId, of)
      for (const id of [of.categoryId, of.poolId]) if (id !== null) perCategory.get(id)?.push(of)
    }
  }
  found.push(...wrongRows(result, checked))
  const datesOf: CheckContext['datesOf'] = (id) => {
    const of = checked.get(id)
    if (!of || of.inScope) return rows.get(id)
    const { expected } = of
    if (expected.kind === 'fixed' || expected.kind === 'completed') return expected
    if (expected.kind !== 'started') return { startMs: null, endMs: null }
    // Started work of another project whose planned end has passed is finished from now on.
    const endMs = minutesOf(of).after(expected.runsFromMs, of.remainingMs)
    return { startMs: expected.startMs, endMs: endMs === Infinity ? null : endMs }
  }

  const turns = plannedTurns(checked)
  const openMinutesOf = openMinutesFinder(snapshot, standard, fromMs, clock)
  const minutesOf = ownMinutesFinder(openMinutesOf)
  const resourceOf = resourceFinder(snapshot, openMinutesOf)
  const contextOf = (minutes: OpenMinutes): ReasonContext => ({
    nowMs: snapshot.nowMs,
    method,
    freezeUntilMs,
    turnOf: (id) => turns.get(id) ?? Number.NaN,
    minutes,
    resourceOf,
    datesOf,
    otherOf: (id) => {
      const of = checked.get(id)
      return of && { of, minutes: minutesOf(of) }
    },
    completed: (id) => checked.get(id)?.expected.kind === 'completed',
    find: (id) => checked.get(id),
    // Working time that ends (a closed pattern with some overtime) counts as none, although a plan may use it.
    neverWorks: (of) =>
      [of.categoryId, of.poolId].some((id) => id !== null && !(resourceOf(id).capacity.usual >= 1)) ||
      of.remainingMs > yearMs ||
      minutes.worked(snapshot.nowMs + 3 * yearMs) === minutes.worked(snapshot.nowMs + 2 * yearMs),
  })
  for (const of of checked.values()) {
    const context = contextOf(minutesOf(of))
    if (method === 'keepSequence') of.remainingMs = plannedWorkMs(of, context.minutes, snapshot.nowMs)
    const row = rows.get(of.source.operationId)
    if (of.inScope) found.push(...checkRow(of, row, context), ...checkWorkCenter(of, row))
  }
  for (const [id, members] of perCategory) {
    const { minutes, capacity } = resourceOf(id)
    if (method === 'keepSequence' && capacity.usual < Infinity) found.push(...checkSequence(members, turns, datesOf))
    const used = members.flatMap((of) => holdsOf(id, of, rows.get(of.source.operationId), contextOf(minutesOf(of))))
    found.push(...checkCapacity(id, capacity, used, minutes))
    found.push(...checkChangeovers(snapshot, id, members, used, minutes, result))
  }
  return [...found, ...checkFigures(snapshot, result)]
}
