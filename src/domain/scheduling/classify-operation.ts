import type { UnplacedReason } from '#contract/placement.ts'
import type { WorkCalendar } from '#domain/time/work-calendar.ts'
import { isCompleted } from '../operations/is-completed.ts'
import { completedDates, isStarted } from './operation-work.ts'
import { isActive } from './schedule-scope.ts'
import type { ModelOperation, RunStatus, ShopModel } from './shop-model.ts'
import { choosesPlace, type Place } from './shop-modes.ts'

type Verdict = Pick<ModelOperation, 'status' | 'startMs' | 'endMs' | 'unplaced'>
type Case = Pick<ShopModel, 'snapshot' | 'nowMs' | 'freezeUntilMs' | 'inScope' | 'method' | 'calendars'>

const stay = (status: RunStatus, startMs: number | null, endMs: number | null): Verdict => ({
  status,
  startMs,
  endMs,
  unplaced: null,
})
const leave = (unplaced: UnplacedReason): Verdict => ({ status: 'unplaced', startMs: null, endMs: null, unplaced })

const free = stay('free', null, null)
const notPlanned = leave({ code: 'notPlanned' })

/** Decides what a run may do with an operation, independently of other operations. */
export const operationClassifier = ({ snapshot, nowMs, freezeUntilMs, inScope, method, calendars }: Case) => {
  const known = new Map<WorkCalendar, boolean>()
  const neverOpens = (calendar: WorkCalendar): boolean => {
    const never = known.get(calendar) ?? calendar.startWall(calendar.toWork(nowMs)) === Infinity
    known.set(calendar, never)
    return never
  }
  const capacityOf = (resource: number): number => (resource < 0 ? 1 : (snapshot.categories[resource]?.capacity ?? 0))
  /** The resource without working time: the pool, unless the work center itself never works. */
  const closedOf = ({ source: { categoryId, poolId }, category, pool }: ModelOperation): string | null => {
    const center = category < 0 ? null : categoryId
    if (pool < 0 || !poolId) return center
    const isCenter = !(capacityOf(category) >= 1) || neverOpens(calendars.of(center, null))
    return isCenter ? center : poolId
  }
  const works = ({ calendar, category }: Place): boolean => !neverOpens(calendar) && capacityOf(category) >= 1
  const finishMs = ({ calendar, leftMs }: ModelOperation, fromMs: number): number =>
    leftMs > 0 ? calendar.endWall(calendar.toWork(fromMs) + leftMs) : fromMs

  const noTime = (operation: ModelOperation): Verdict =>
    leave({ code: 'noWorkingTime', categoryId: closedOf(operation) })

  const classifyStarted = (operation: ModelOperation): Verdict => {
    const { source, calendar, project } = operation
    const { scheduledStartMs: start, scheduledEndMs: end } = source
    const from = source.actualStartMs ?? Math.min(start ?? nowMs, nowMs)
    if (!inScope(project) && end !== null && end > nowMs && end >= from) return stay('kept', from, end)
    const until = neverOpens(calendar) ? Infinity : finishMs(operation, Math.max(nowMs, from))
    return until === Infinity ? noTime(operation) : stay(inScope(project) ? 'started' : 'kept', from, until)
  }

  return (operation: ModelOperation): Verdict => {
    const { source, project, calendar, category, pool } = operation
    const { scheduledStartMs: start, scheduledEndMs: end } = source
    if (isCompleted(source)) return stay('completed', ...completedDates(source, snapshot.nowMs))
    if (!isActive(project)) return leave({ code: 'projectNotScheduled', phase: project.phase })
    if (source.onHold) return leave({ code: 'onHold' })
    if (!inScope(project) && !isStarted(source)) {
      // Without dates it has no placement to keep. Its reason is never shown, but its successors wait.
      return start !== null && end !== null && end >= start ? stay('kept', start, end) : leave({ code: 'onHold' })
    }
    if (Number.isNaN(operation.leftMs)) return leave({ code: 'invalidDuration' })
    if (isStarted(source)) return classifyStarted(operation)
    const followsPlan = method === 'keepSequence'
    if (followsPlan && start === null) return notPlanned
    const passed = start !== null && start < snapshot.nowMs
    const frozen = start !== null && !passed && start < freezeUntilMs
    // No plan can respect a pin whose end has passed, and a followed plan cannot respect one whose start has passed.
    const pinnedUntil = followsPlan || end === null ? start : Math.max(start ?? end, end)
    const holds = source.pinned && (pinnedUntil ?? nowMs) >= snapshot.nowMs
    if (start !== null && (frozen || holds)) {
      const until = end !== null && end >= start ? end : finishMs(operation, start)
      return until === Infinity ? noTime(operation) : stay(source.pinned ? 'pinned' : 'frozen', start, until)
    }
    const isManned = capacityOf(category) >= 1 && capacityOf(pool) >= 1
    const runsElsewhere = !followsPlan && choosesPlace(operation) && operation.elsewhere.some(works)
    if (!runsElsewhere && (neverOpens(calendar) || !isManned)) return noTime(operation)
    const { unknownPredecessor: unknown } = operation
    return unknown === null ? free : leave({ code: 'unknownPredecessor', operationId: unknown })
  }
}
