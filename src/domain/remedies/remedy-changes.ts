import type { ProposalChange } from '#contract/proposals.ts'
import type { ProjectRemedy } from '#contract/remedies.ts'
import type { OperationForecast, ProjectForecast } from '../forecast/forecast-shop.ts'
import { type DelayFacts, timedOperations } from '../forecast/late-delays.ts'
import type { CauseVerdict } from '../forecast/operation-cause.ts'
import { type Delay, RetimedProject, type TimedOperation } from '../forecast/retime-project.ts'
import { firstMinuteMs } from '../scheduling/operation-work.ts'
import type { ShopSnapshot } from '../scheduling/shop-snapshot.ts'
import type { CalendarException, CalendarRules } from '../time/calendar-rules.ts'
import { dayMs } from '../time/units.ts'
import { WorkCalendar } from '../time/work-calendar.ts'
import { endOfDayMs, startOfDayMs } from '../time/zone-dates.ts'

/** A stored part of the lateness: an operation and its cause. */
export interface RemediedPart extends CauseVerdict {
  readonly operationId: string | null
}

/** A change to try against the lateness of a project. */
export interface Candidate {
  readonly code: ProjectRemedy['code']
  readonly operationId: string | null
  readonly categoryId: string | null
  /** The changes, without new dates for the project's own work. Empty = only the dates change. */
  readonly cause: readonly ProposalChange[]
  /** New dates with which the project benefits from the change while work centers preserve their sequence. */
  readonly moves: readonly ProposalChange[]
  /** For going first: the operation of the project that waits there. */
  readonly waitingId?: string | null
}

const iso = (ms: number): string => new Date(ms).toISOString()

/** Whether a delay comes from the plan or from queues, so another plan could remove it. */
const isPlanned = ({ verdict }: Delay): boolean =>
  ['planned', 'workCentreBusy', 'pinned'].includes(verdict().cause.code)

/** Facts without the reasons of the plan: only the obstacle matters here, not who caused it. */
const bareFacts = (nowMs: number): DelayFacts => ({
  nowMs: firstMinuteMs(nowMs),
  plannedReasons: () => null,
  endOf: () => null,
  heldHours: () => 0,
  isOutside: () => false,
  hoursPerDay: () => 8,
  openDays: (calendar) => calendar,
})

interface Pull {
  /** End of the freeze window, in which nothing is moved. */
  readonly fromMs: number
  readonly mayMove: (row: OperationForecast) => boolean
  readonly change?: (operation: TimedOperation, row: OperationForecast) => TimedOperation
}

/** The project with the earliest planned dates that are possible without its queues, and the resulting completion. */
interface Pulled {
  readonly moves: ProposalChange[]
  readonly completionMs: number
}

/** Gives operations of the project the earliest planned dates that are possible without their queues. Other operations stay as planned. */
const pullForward = (of: ProjectForecast, nowMs: number, { fromMs, mayMove, change }: Pull): Pulled => {
  const timed = timedOperations(of, bareFacts(nowMs)).map((operation, index) => {
    const row = of.operations[index]
    return operation && row && change ? change(operation, row) : operation
  })
  const retimed = new RetimedProject(timed)
  for (const [index, row] of of.operations.entries()) {
    if (!mayMove(row)) continue
    for (const delay of timed[index]?.delays.filter(isPlanned) ?? []) retimed.lift({ index, delay })
  }
  const { projectId } = of.project
  const moves = of.operations.flatMap((row, index): ProposalChange[] => {
    const { operationId, scheduledStartMs } = row.source
    const from = retimed.startMsOf(index)
    const isFree = timed[index]?.isBegun === false && mayMove(row)
    if (!isFree || scheduledStartMs === null || from >= scheduledStartMs || from < fromMs) return []
    const fields = { scheduledStartDate: iso(from), scheduledEndDate: iso(retimed.endMsOf(index)), pinned: false }
    return [{ kind: 'operation', projectId, operationId, fields }]
  })
  return { moves, completionMs: retimed.completionMs }
}

/** A late project with everything its remedies depend on. */
export interface LateScene {
  readonly of: ProjectForecast
  readonly snapshot: ShopSnapshot
  readonly parts: readonly RemediedPart[]
  readonly freezeUntilMs: number
}

/** Pulls forward every operation that is not pinned, and those that `isToo` names. */
const pulledFree = ({ of, snapshot, freezeUntilMs }: LateScene, isToo = ''): ProposalChange[] =>
  pullForward(of, snapshot.nowMs, {
    fromMs: freezeUntilMs,
    mayMove: ({ source }) => !source.pinned || source.operationId === isToo,
  }).moves

const goFirst = (scene: LateScene): Candidate | null => {
  const { of, snapshot, parts } = scene
  const queue = parts.find(({ cause }) => cause.code === 'workCentreBusy')
  if (!queue) return null
  const blockerId = queue.cause.operationId ?? null
  const blocker = snapshot.projects.find(({ operations }) => operations.some((one) => one.operationId === blockerId))
  const { projectId, priority } = of.project
  const mustRise = blocker && blocker.projectId !== projectId && blocker.priority >= priority && priority < 100
  const cause: ProposalChange[] = mustRise
    ? [{ kind: 'project', projectId, fields: { priority: Math.min(100, blocker.priority + 1) } }]
    : []
  const categoryId = queue.cause.categoryId ?? null
  const ids = { operationId: blockerId, categoryId, waitingId: queue.operationId }
  return { code: 'goFirst', ...ids, cause, moves: pulledFree(scene) }
}

/** The work center that a part of the lateness refers to. */
const centerOf = (of: ProjectForecast, { cause, operationId }: RemediedPart): string | null =>
  cause.categoryId ?? of.operations.find(({ source }) => source.operationId === operationId)?.source.categoryId ?? null

const addCapacity = (scene: LateScene, queue: RemediedPart | undefined): Candidate | null => {
  const { of, snapshot } = scene
  const center = queue && snapshot.categories.find(({ categoryId }) => categoryId === centerOf(of, queue))
  // A work center with changeovers runs one operation at a time.
  if (!center || (center.changeovers ?? []).length > 0) return null
  const { categoryId, capacity } = center
  const more = withoutAbsence(scene, queue) ?? { kind: 'category', categoryId, capacity: capacity + 1 }
  return { code: 'addCapacity', operationId: null, categoryId, cause: [more], moves: pulledFree(scene) }
}

/** Adds one unit to a temporarily reduced capacity: a substitute for the person on leave. Null if no capacity is reduced. */
const withoutAbsence = ({ snapshot }: LateScene, { cause }: RemediedPart): ProposalChange | null => {
  const { categoryId, available } = cause
  const span = snapshot.capacitySpans?.find(
    (one) => one.categoryId === categoryId && one.startMs === available?.fromMs && one.units === available.units,
  )
  if (!span?.exceptionId) return null
  const { exceptionId, startMs, endMs, units, ...same } = span
  const exception = { kind: 'capacity', ...same, units: units + 1, startsAt: iso(startMs) } as const
  const endsAt = endMs === null ? null : iso(endMs)
  return { kind: 'exception', exceptionId, exception: { ...exception, endsAt } }
}

/** The next closed day of a calendar before `untilMs`, open for as long as the working day before it; null = none. */
const closedDay = (calendar: WorkCalendar, nowMs: number, untilMs: number): { fromMs: number; toMs: number } | null => {
  const zone = calendar.rules.timeZone
  let worked: readonly number[] = []
  for (let day = startOfDayMs(nowMs, zone) - 7 * dayMs; day < untilMs; ) {
    const next = endOfDayMs(day, zone)
    const open = calendar.intervals(day, next)
    if (open.length > 0) worked = open.map((at) => at - day)
    else if (day > nowMs && worked.length > 0) {
      return { fromMs: day + (worked[0] ?? 0), toMs: day + (worked.at(-1) ?? 0) }
    }
    day = next
  }
  return null
}

/** A calendar with overtime. For work with a pool, the pool's overtime is included. */
const openedFor = ({ rules, originMs }: WorkCalendar, overtime: CalendarException): WorkCalendar => {
  const withOvertime = (of: CalendarRules): CalendarRules => ({
    ...of,
    ...(of.also && { also: withOvertime(of.also) }),
    exceptions: [...of.exceptions, overtime],
  })
  return new WorkCalendar(withOvertime(rules), originMs)
}

const addOvertime = ({ of, snapshot, parts, freezeUntilMs }: LateScene): Candidate | null => {
  for (const part of parts) {
    const categoryId = centerOf(of, part)
    const isThere = ({ source }: OperationForecast): boolean =>
      source.categoryId === categoryId || source.poolId === categoryId
    const rows = of.operations.filter(isThere)
    const last = Math.max(...rows.map(({ forecastEndMs }) => forecastEndMs ?? -Infinity))
    const calendar = rows[0]?.calendar
    const day = categoryId !== null && calendar ? closedDay(calendar, snapshot.nowMs, last) : null
    if (categoryId === null || !calendar || !day) continue
    const { fromMs, toMs } = day
    const opened = openedFor(calendar, { kind: 'overtime', name: '', startMs: fromMs, endMs: toMs, categoryId })
    const { moves } = pullForward(of, snapshot.nowMs, {
      fromMs: freezeUntilMs,
      mayMove: (row) => !row.source.pinned && isThere(row) && (row.forecastStartMs ?? 0) > fromMs,
      change: (operation, row) =>
        isThere(row) && (row.forecastStartMs ?? 0) > fromMs && !operation.kept
          ? { ...operation, calendar: opened, floorMs: Math.max(operation.floorMs, fromMs) }
          : operation,
    })
    const overtime = { kind: 'overtime', name: 'Overtime', startsAt: iso(fromMs), endsAt: iso(toMs) } as const
    // Work with a pool continues only while both work.
    const needed = rows.flatMap(({ source }) => [source.categoryId, source.poolId].flatMap((id) => id ?? []))
    const open = [...new Set([categoryId, ...needed])].map(
      (id): ProposalChange => ({
        kind: 'exception',
        exceptionId: null,
        exception: { ...overtime, categoryId: id },
      }),
    )
    return { code: 'addOvertime', operationId: null, categoryId, cause: open, moves }
  }
  return null
}

const unpin = (scene: LateScene): Candidate | null => {
  const operationId = scene.parts.find(({ cause }) => cause.code === 'pinned')?.operationId ?? null
  if (operationId === null) return null
  const { projectId } = scene.of.project
  const free: ProposalChange = { kind: 'operation', projectId, operationId, fields: { pinned: false } }
  return { code: 'unpin', operationId, categoryId: null, cause: [free], moves: pulledFree(scene, operationId) }
}

const reschedule = (scene: LateScene): Candidate | null => {
  const part = scene.parts.find(({ cause }) => cause.code === 'planned')
  return part
    ? { code: 'reschedule', operationId: part.operationId, categoryId: null, cause: [], moves: pulledFree(scene) }
    : null
}

/** The project if the material of an operation is ready on another date. */
const withMaterialAt = (
  { of, snapshot, freezeUntilMs }: LateScene,
  wanted: OperationForecast,
  materialReadyMs: number,
): Pulled =>
  pullForward(of, snapshot.nowMs, {
    fromMs: freezeUntilMs,
    mayMove: ({ source }) => !source.pinned,
    change: (operation, row) =>
      row !== wanted
        ? operation
        : {
            ...operation,
            delays: operation.delays.map((delay) =>
              delay.kind === 'start' && delay.verdict().cause.code === 'material' && delay.atMs > snapshot.nowMs
                ? { ...delay, atMs: materialReadyMs }
                : delay,
            ),
          },
  })

/** Maximum number of days by which a remedy may advance material. */
const mostDaysSooner = 60

/** Advances material by as few days as the project needs to be on time, or as few as give the full gain. */
const materialSooner = (scene: LateScene): Candidate | null => {
  const { of, snapshot, parts } = scene
  const operationId = parts.find(({ cause }) => cause.code === 'material')?.operationId ?? null
  const row = of.operations.find(({ source }) => source.operationId === operationId)
  const materialReadyMs = row?.source.materialReadyMs ?? snapshot.nowMs
  if (operationId === null || !row || materialReadyMs <= snapshot.nowMs) return null
  const mostDays = Math.min(mostDaysSooner, Math.ceil((materialReadyMs - snapshot.nowMs) / dayMs))
  let best: Pulled & { atMs: number } = { moves: [], completionMs: Infinity, atMs: materialReadyMs }
  for (let days = 1; days <= mostDays && best.completionMs > (of.project.dueMs ?? Infinity); days++) {
    const atMs = materialReadyMs - days * dayMs
    const pulled = withMaterialAt(scene, row, atMs)
    if (pulled.completionMs < best.completionMs) best = { ...pulled, atMs }
  }
  const { projectId } = of.project
  const sooner: ProposalChange = {
    kind: 'operation',
    projectId,
    operationId,
    fields: { materialReadyDate: iso(best.atMs) },
  }
  return { code: 'materialSooner', operationId, categoryId: null, cause: [sooner], moves: best.moves }
}

const finishNow = ({ of, parts }: LateScene): Candidate | null => {
  const part = parts.find(({ cause: { code } }) => code === 'longerThanEstimated' || code === 'startedLate')
  const operationId = part?.operationId ?? null
  const row = of.operations.find(({ source }) => source.operationId === operationId)
  if (operationId === null || !row || row.completed) return null
  const { projectId } = of.project
  const done: ProposalChange = { kind: 'operation', projectId, operationId, fields: { progressPercentage: 100 } }
  return { code: 'finishNow', operationId, categoryId: null, cause: [done], moves: [] }
}

/** The main queue, and the main one of those with a temporary absence. */
const mainQueues = ({ parts }: LateScene): RemediedPart[] => {
  const queues = parts.filter(({ cause }) => cause.code === 'workCentreBusy')
  return [...new Set([queues[0], queues.find(({ cause }) => cause.available)])].flatMap((queue) => queue ?? [])
}

/**
 * Changes that could help a late project, derived from the causes of its lateness. Whether they help and whom they
 * delay is computed afterwards.
 */
export const candidatesFor = (scene: LateScene): readonly Candidate[] =>
  [
    goFirst(scene) ?? reschedule(scene),
    ...mainQueues(scene).map((queue) => addCapacity(scene, queue)),
    addOvertime(scene),
    unpin(scene),
    materialSooner(scene),
    finishNow(scene),
  ].flatMap((candidate) => (candidate && candidate.cause.length + candidate.moves.length > 0 ? [candidate] : []))
