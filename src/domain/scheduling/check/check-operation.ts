import type { PlacementFactor } from '#contract/placement.ts'
import type { LagUnit } from '#contract/vocabulary.ts'
import type { ScheduledOperation, ScheduleMethod } from '../schedule-result.ts'
import type { SnapshotDependency } from '../shop-snapshot.ts'
import type { CapacityRule } from './capacity-rule.ts'
import { checkBusy, needs } from './check-busy.ts'
import { checkLongestLag } from './check-longest-lag.ts'
import { brokenOverlap, overlaps } from './check-overlap.ts'
import { type CheckedOperation, fullMinute } from './expected-status.ts'
import type { OpenMinutes } from './open-minutes.ts'
import type { Violation } from './violation.ts'

/** Open time and capacity of a work center or pool. */
export interface Resource {
  readonly minutes: OpenMinutes
  readonly capacity: CapacityRule
}

/** Data that the checks of one operation need besides the operation. */
export interface CheckContext {
  nowMs: number
  method: ScheduleMethod
  /** End of the freeze window. */
  freezeUntilMs: number
  /** Open time of the operation: of its work center, and of its pool if it has one. */
  minutes: OpenMinutes
  /** Returns a work center or pool by id. */
  resourceOf: (categoryId: string) => Resource
  /** Returns the planned dates of an operation; nulls = unscheduled. */
  datesOf: (id: string) => { startMs: number | null; endMs: number | null } | undefined
  /** Returns another operation with its open time. */
  otherOf: (id: string) => { readonly of: CheckedOperation; readonly minutes: OpenMinutes } | undefined
  completed: (id: string) => boolean
  /** Returns the instant that orders unfixed operations at a work center (`plannedTurns`). */
  turnOf: (id: string) => number
}

const lagOf = (hours: number): number => (hours > 0 && hours <= 1e6 ? Math.round(hours * 3_600_000) : 0)

const countsByTheClock = ({ lagHours, lagUnit }: { lagHours: number; lagUnit?: LagUnit }): boolean =>
  lagUnit === 'calendar' && lagOf(lagHours) > 0

const releaseOf = ({ project }: CheckedOperation): number | null =>
  project.productionStartMs ?? project.engineeringReleaseMs ?? project.customerReleaseMs

const brokenLinks = (of: CheckedOperation, startMs: number, context: CheckContext): Violation[] => {
  const { operationId } = of.source
  return of.source.dependencies.flatMap((link): Violation[] => {
    const { operationId: predecessorId, lagHours } = link
    const endMs = context.datesOf(predecessorId)?.endMs ?? null
    if (endMs === null) {
      const free = context.completed(predecessorId)
      return free ? [] : [{ code: 'beforePredecessor', operationId, predecessorId }]
    }
    if (overlaps(link, context)) {
      const broken = brokenOverlap(of, link, startMs, context)
      return broken
        ? [{ code: broken === 'share' ? 'beforeShare' : 'beforeLastBatch', operationId, predecessorId }]
        : []
    }
    if (startMs < endMs) return [{ code: 'beforePredecessor', operationId, predecessorId }]
    const lag = lagOf(lagHours)
    const { minutes } = context
    const passed = countsByTheClock(link) ? startMs - endMs : minutes.worked(startMs) - minutes.worked(endMs)
    const isOver = lag === 0 || passed >= lag
    return isOver ? [] : [{ code: 'lagTooShort', operationId, predecessorId }]
  })
}

/** Whether the instant in a reason is the earliest start that the overlap with this predecessor allows. */
const isFirstStart = (
  { at, lastBatch }: Extract<PlacementFactor, { code: 'predecessor' }>,
  link: SnapshotDependency,
  of: CheckedOperation,
  context: CheckContext,
): boolean => {
  if (brokenOverlap(of, link, at, context)) return false
  const before = brokenOverlap(of, link, at - 1, context)
  // Just before this instant both may be violated; the reason then names the share.
  return before !== null && (lastBatch === true || before === 'share')
}

/** Whether the claim of a reason is correct. */
const isTrue = (factor: PlacementFactor, of: CheckedOperation, startMs: number, context: CheckContext): boolean => {
  const { minutes } = context
  switch (factor.code) {
    case 'now':
      return factor.at === fullMinute(context.nowMs)
    case 'release':
      return factor.at === releaseOf(of)
    case 'material':
      return factor.at === of.source.materialReadyMs
    case 'planned':
      return factor.at === of.source.scheduledStartMs
    case 'pinned':
      return factor.at === startMs && of.source.pinned
    case 'frozen':
      // A run may leave work that it moved into the window itself in place while it improves the rest.
      return factor.at === startMs && startMs < context.freezeUntilMs && factor.until === context.freezeUntilMs
    case 'sequence': {
      const { method, otherOf, datesOf, turnOf, resourceOf } = context
      const isLimited = resourceOf(factor.categoryId).capacity.usual < Infinity
      const shares =
        isLimited && needs(of, factor.categoryId) && needs(otherOf(factor.operationId)?.of, factor.categoryId)
      const sooner = turnOf(factor.operationId) <= turnOf(of.source.operationId)
      return method === 'keepSequence' && shares && sooner && datesOf(factor.operationId)?.startMs === factor.at
    }
    case 'predecessor': {
      const byTheClock = countsByTheClock(factor)
      const links = of.source.dependencies.filter(
        (link) =>
          link.operationId === factor.operationId &&
          countsByTheClock(link) === byTheClock &&
          (overlaps(link, context) ? link.overlapPercent : undefined) === factor.overlapPercent,
      )
      const endMs = context.datesOf(factor.operationId)?.endMs
      if (links.length === 0 || endMs === null || endMs === undefined) return false
      const lag = Math.max(...links.map(({ lagHours }) => lagOf(lagHours)))
      const [link] = links.filter(({ lagHours }) => lagOf(lagHours) === lag)
      if (link && factor.overlapPercent !== undefined) return isFirstStart(factor, link, of, context)
      if (lag === 0 || byTheClock) return factor.at === endMs + lag
      return minutes.worked(factor.at) - minutes.worked(endMs) === lag && minutes.openUntil(factor.at)
    }
    case 'longestLag': {
      const other = context.otherOf(factor.operationId)
      const link = other?.of.source.dependencies.find(
        (one) => one.operationId === of.source.operationId && typeof one.maxLagHours === 'number',
      )
      const [ends, follows] = [of.source.operationId, factor.operationId].map(context.datesOf)
      if (!other || !link || typeof link.maxLagHours !== 'number' || ends?.endMs == null || follows?.startMs == null) {
        return false
      }
      const worked = (ms: number): number => (link.lagUnit === 'calendar' ? ms : other.minutes.worked(ms))
      const passed = worked(follows.startMs) - worked(ends.endMs)
      return factor.at <= startMs && passed <= Math.round(link.maxLagHours * 3_600_000)
    }
    case 'workCentreBusy':
      return needs(of, factor.categoryId) && checkBusy(factor, startMs, context)
    case 'changeover': {
      const { at, operationId, toFamily, hours } = factor
      const endMs = context.datesOf(operationId)?.endMs
      if (endMs == null || (of.source.setupFamily ?? '') !== toFamily) return false
      const center = context.resourceOf(of.categoryId ?? '').minutes
      const changed = center.worked(at) - center.worked(endMs)
      const shares = context.otherOf(operationId)?.of.categoryId === of.categoryId
      return shares && changed === Math.round(hours * 3_600_000)
    }
    case 'closed':
      return factor.at === startMs && !minutes.openUntil(startMs)
    default:
      return false
  }
}

/** Reasons must be true and explain the start. A start later than its reasons explain is an error in the plan. */
const checkReasons = (
  of: CheckedOperation,
  row: ScheduledOperation,
  startMs: number,
  context: CheckContext,
): Violation[] => {
  const { operationId } = row
  const { factors } = row.placement
  const wrong = factors.find((factor) => !isTrue(factor, of, startMs, context))
  if (wrong) return [{ code: 'falseFactor', operationId, factor: wrong.code }]
  const binding = factors.filter((factor) => factor.binding)
  const latest = Math.max(...binding.map(({ at }) => at))
  const sameWork = binding.every(({ at }) => context.minutes.worked(at) === context.minutes.worked(startMs))
  return latest === startMs && sameWork ? [] : [{ code: 'unexplainedStart', operationId, startMs }]
}

/** All checks for a scheduled operation that the run may move. */
export const checkFree = (of: CheckedOperation, row: ScheduledOperation, context: CheckContext): Violation[] => {
  const { operationId } = row
  const { startMs, endMs } = row
  if (startMs === null || endMs === null || !(endMs >= startMs)) return [{ code: 'wrongDates', operationId }]
  const { minutes, nowMs } = context
  const found: Violation[] = []
  if (startMs < nowMs) found.push({ code: 'beforeNow', operationId, startMs, earliestMs: nowMs })
  const releaseMs = releaseOf(of)
  if (releaseMs !== null && startMs < releaseMs) {
    found.push({ code: 'beforeRelease', operationId, startMs, earliestMs: releaseMs })
  }
  const { scheduledStartMs: plannedMs, pinned, materialReadyMs } = of.source
  if (materialReadyMs !== null && startMs < materialReadyMs) {
    found.push({ code: 'beforeMaterial', operationId, startMs, earliestMs: materialReadyMs })
  }
  if (context.method === 'keepSequence') {
    if (plannedMs !== null && startMs < plannedMs) {
      found.push({ code: 'beforePlanned', operationId, startMs, earliestMs: plannedMs })
    }
    const isWarned = row.placement.warnings.some(({ code }) => code === 'pinPassed')
    if (pinned && !isWarned) found.push({ code: 'missingWarning', operationId, warning: 'pinPassed' })
  }
  found.push(...brokenLinks(of, startMs, context))
  if (of.remainingMs === 0) {
    if (startMs !== endMs)
      found.push({ code: 'wrongDuration', operationId, expectedHours: 0, actualHours: (endMs - startMs) / 3.6e6 })
    const stands = minutes.opensAt(startMs) || minutes.openUntil(startMs)
    if (!stands) found.push({ code: 'startsClosed', operationId, atMs: startMs })
  } else {
    if (!minutes.opensAt(startMs)) found.push({ code: 'startsClosed', operationId, atMs: startMs })
    if (!minutes.openUntil(endMs)) found.push({ code: 'endsClosed', operationId, atMs: endMs })
    const workedMs = minutes.worked(endMs) - minutes.worked(startMs)
    if (workedMs !== of.remainingMs) {
      const hours = { expectedHours: of.remainingMs / 3.6e6, actualHours: workedMs / 3.6e6 }
      found.push({ code: 'wrongDuration', operationId, ...hours })
    }
  }
  found.push(...checkReasons(of, row, startMs, context), ...checkLongestLag(of, row, context))
  return found
}

/** Checks completed, started, pinned and frozen operations: their position and their warnings. */
export const checkFixed = (of: CheckedOperation, row: ScheduledOperation, context: CheckContext): Violation[] => {
  const { operationId } = row
  const { expected } = of
  const { minutes } = context
  if (expected.kind === 'started') {
    if (row.startMs !== expected.startMs || row.endMs === null)
      return [{ code: 'moved', operationId, status: 'started' }]
    const workedMs = minutes.worked(row.endMs) - minutes.worked(expected.runsFromMs)
    if (of.remainingMs > 0 && !minutes.openUntil(row.endMs))
      return [{ code: 'endsClosed', operationId, atMs: row.endMs }]
    if (workedMs === of.remainingMs && row.endMs >= expected.runsFromMs) return []
    return [
      { code: 'wrongDuration', operationId, expectedHours: of.remainingMs / 3.6e6, actualHours: workedMs / 3.6e6 },
    ]
  }
  if (expected.kind !== 'fixed' && expected.kind !== 'completed') return []
  const { startMs, endMs, status } = expected
  const calculated = expected.kind === 'fixed' && endMs === null
  const moved = row.startMs !== startMs || (!calculated && row.endMs !== endMs)
  if (moved) return [{ code: 'moved', operationId, status }]
  if (expected.kind === 'completed' || startMs === null || row.endMs === null) return []
  const found: Violation[] = []
  if (calculated && minutes.worked(row.endMs) - minutes.worked(startMs) !== of.remainingMs) {
    found.push({
      code: 'wrongDuration',
      operationId,
      expectedHours: of.remainingMs / 3.6e6,
      actualHours: (minutes.worked(row.endMs) - minutes.worked(startMs)) / 3.6e6,
    })
  }
  const has = (code: string): boolean => row.placement.warnings.some((warning) => warning.code === code)
  if (brokenLinks(of, startMs, context).length > 0 && !has('startsBeforePredecessor')) {
    found.push({ code: 'missingWarning', operationId, warning: 'startsBeforePredecessor' })
  }
  const { materialReadyMs } = of.source
  if (materialReadyMs !== null && startMs < materialReadyMs && !has('startsBeforeMaterial')) {
    found.push({ code: 'missingWarning', operationId, warning: 'startsBeforeMaterial' })
  }
  if (of.remainingMs > 0 && !minutes.opensAt(startMs) && !has('startsInClosedTime')) {
    found.push({ code: 'missingWarning', operationId, warning: 'startsInClosedTime' })
  }
  found.push(...checkLongestLag(of, row, context))
  return found
}
