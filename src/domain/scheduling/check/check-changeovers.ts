import type { ScheduleResult } from '../schedule-result.ts'
import type { ShopSnapshot } from '../shop-snapshot.ts'
import type { Hold } from './check-capacity.ts'
import type { CheckedOperation } from './expected-status.ts'
import type { OpenMinutes } from './open-minutes.ts'
import type { Violation } from './violation.ts'

/** Ids of the work centers with changeovers. */
const withChangeovers = ({ categories }: ShopSnapshot): Set<string | null> =>
  new Set(
    categories.flatMap(({ categoryId, kind, changeovers }) =>
      kind !== 'outside' && changeovers?.length ? categoryId : [],
    ),
  )

/** Ends of completed work on which a changeover may depend. */
export const endsBeforeChangeovers = (snapshot: ShopSnapshot): number[] => {
  const centers = withChangeovers(snapshot)
  const ends = new Map<string | null, number>()
  for (const { operations } of snapshot.projects) {
    for (const { categoryId, actualEndMs, actualStartMs, scheduledEndMs, progressPercentage } of operations) {
      const endMs = actualEndMs ?? (progressPercentage >= 100 ? (scheduledEndMs ?? actualStartMs) : null)
      if (endMs === null || !centers.has(categoryId)) continue
      ends.set(categoryId, Math.max(ends.get(categoryId) ?? endMs, endMs))
    }
  }
  return [...ends.values()]
}

/** An operation in progress, in working time of its work center. */
interface Turn {
  readonly hold: Hold
  readonly of: CheckedOperation
  readonly from: number
  readonly to: number
}

/**
 * Between consecutive operations of a work center there must be at least the working time of the changeover. If it is missing between two
 * operations that no run may move, they need a warning. The capacity check covers operations that overlap.
 */
export const checkChangeovers = (
  snapshot: ShopSnapshot,
  categoryId: string,
  members: readonly CheckedOperation[],
  holds: readonly Hold[],
  minutes: OpenMinutes,
  result: ScheduleResult,
): Violation[] => {
  const list = snapshot.categories.find((center) => center.categoryId === categoryId)?.changeovers ?? []
  if (!withChangeovers(snapshot).has(categoryId)) return []
  const byId = new Map(members.map((of) => [of.source.operationId, of]))
  const minuteMs = 60_000 * Math.ceil(snapshot.nowMs / 60_000)
  const turns = holds.flatMap((hold): Turn[] => {
    const of = byId.get(hold.operationId)
    const [from, to] = [minutes.worked(hold.fromMs), minutes.worked(hold.toMs)]
    return of && to > from && hold.toMs > minuteMs ? [{ hold, of, from, to }] : []
  })
  const completed = members.flatMap(({ expected, source }) =>
    expected.kind === 'completed' && expected.endMs !== null
      ? [
          {
            end: minutes.worked(Math.min(expected.endMs, minuteMs)),
            family: source.setupFamily ?? '',
            completed: expected.endMs,
          },
        ]
      : [],
  )
  const lastCompleted = completed.filter((one) => completed.every((other) => other.completed <= one.completed))
  const warned = new Map(
    result.operations.map(({ operationId, placement }) => [
      operationId,
      placement.warnings.some(({ code }) => code === 'changeoverTooShort'),
    ]),
  )
  const found: Violation[] = []
  for (const { hold, of, from } of turns) {
    const { operationId } = hold
    const earlier = turns.filter((other) => other.from < from)
    const latest = Math.max(...earlier.map(({ to }) => to))
    const before =
      earlier.length > 0
        ? earlier
            .filter(({ to }) => to === latest)
            .map((other) => ({ end: latest, family: other.of.source.setupFamily ?? '', fixed: other.hold.fixed }))
        : lastCompleted.map((one) => ({ ...one, fixed: true }))
    const family = of.source.setupFamily ?? ''
    const isShortAfter = ({ end, family: fromFamily }: { end: number; family: string }): boolean => {
      const pair = list.find((one) => one.fromFamily === fromFamily && one.toFamily === family)
      return from - end < Math.round((pair?.hours ?? 0) * 3_600_000)
    }
    const isBehind = before.length > 0 && latest <= from
    // If several end together, any of them may be the preceding one.
    const isShort = isBehind && before.every(isShortAfter)
    const mayBeShort = isBehind && before.some(isShortAfter)
    // Before fixed operations that begin together, there must be time for the changeover to one of them.
    const isAlone = !turns.some((other) => other.hold !== hold && other.from === from)
    const movable = !hold.fixed || (isAlone && before.some(({ fixed }) => !fixed))
    const isWarned = warned.get(operationId) ?? false
    if (isShort && movable) found.push({ code: 'changeoverTooShort', operationId })
    else if (isShort && of.expected.kind === 'fixed' && of.inScope && !isWarned)
      found.push({ code: 'missingWarning', operationId, warning: 'changeoverTooShort' })
    else if (!mayBeShort && isWarned) found.push({ code: 'falseWarning', operationId, warning: 'changeoverTooShort' })
  }
  return found
}
