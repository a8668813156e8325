import type { Placement } from '#contract/placement.ts'
import type { ShiftVersion } from '#contract/shifts.ts'
import { valueAt } from '#domain/value-at.ts'
import { completedDates, firstMinuteMs, isStarted } from '../scheduling/operation-work.ts'
import type { CalendarRules } from '../time/calendar-rules.ts'
import type { FlatIntervals } from '../time/interval-arithmetic.ts'
import { hourMs } from '../time/units.ts'
import { WorkCalendar } from '../time/work-calendar.ts'
import type { OperationForecast, ProjectForecast, ShopForecast } from './forecast-shop.ts'
import { type DelayFacts, timedOperations } from './late-delays.ts'
import { type LatePart, latePartsOf } from './late-parts.ts'
import { type CauseVerdict, nothingToExplain, operationCause } from './operation-cause.ts'
import { ReportedUse } from './reported-use.ts'
import type { TimedOperation } from './retime-project.ts'
import type { PastFacts, Planning } from './start-waits.ts'

const tenth = (value: number): number => Math.round(value * 10) / 10

/** Data for explanations that the snapshot lacks, by operation id; only for operations that pass `wantsReasons`. */
export interface ForecastReasons {
  /** Reads the placement reasons of the plan; called only where they matter. */
  readonly placementOf: (operationId: string) => Placement | null
  /** Times during which the operation or its project was on hold. */
  readonly heldTime: ReadonlyMap<string, FlatIntervals>
  /** Decisions about the planned start of work that did not start as soon as it could, earliest first; absent = none are known. */
  readonly plannings?: ReadonlyMap<string, readonly Planning[]>
}

/** Whether the state of an operation needs a cause. */
export const wantsReasons = ({ state }: OperationForecast): boolean =>
  state === 'overdue' || state === 'projectedLate' || state === 'atRisk' || state === 'unscheduled'

/**
 * Approximate time since which an operation could have started, if it did not start then. Null if it started at once,
 * cannot start yet, or nothing depends on it.
 */
export const waitedFromMs = (
  { state: projectState, operations }: ProjectForecast,
  { source, state, completed, predecessors, heldBy, openPredecessor }: OperationForecast,
  nowMs: number,
): number | null => {
  if (projectState !== 'late' && state !== 'overdue') return null
  const isBegun = completed || isStarted(source)
  if (!isBegun && (heldBy >= 0 || openPredecessor >= 0)) return null
  const startMs = completed ? completedDates(source, nowMs)[0] : (source.actualStartMs ?? nowMs)
  const ends = predecessors.flatMap(({ index }) => {
    const before = operations[index]
    return before?.completed ? (completedDates(before.source, nowMs)[1] ?? []) : []
  })
  const fromMs = ends.length > 0 ? Math.max(...ends) : source.scheduledStartMs
  return fromMs !== null && startMs !== null && startMs > fromMs ? fromMs : null
}

export interface ExplainedProject extends ProjectForecast {
  /** The causes, in the order of the operations. */
  readonly verdicts: readonly CauseVerdict[]
  /** What makes the project late, main cause first; empty if it is not late. */
  readonly parts: readonly LatePart[]
}

/** Uses the reasons of the plan if the forecast only repeats the planned date. */
const decidingPlacement = ({ landing, source }: OperationForecast, facts: DelayFacts): Placement | null => {
  const { placement } = landing
  const keepsPlan =
    placement.unplaced?.code === 'notPlanned' ||
    placement.factors.some(({ code, binding }) => code === 'planned' && binding)
  return keepsPlan ? facts.plannedReasons(source.operationId) : placement
}

/** Finds the cause and the first remedy for each operation's state, and what makes projects late. */
export const explainForecast = (forecast: ShopForecast, reasons: ForecastReasons): ExplainedProject[] => {
  const { nowMs, projects, workingDaysOf } = forecast
  const perDay = new Map<WorkCalendar, number>()
  /** Average over the working days of the last four weeks; 8 if there were none. */
  const hoursPerDay = (calendar: WorkCalendar): number => {
    const fromMs = nowMs - 28 * 24 * hourMs
    const days = workingDaysOf(calendar)
    const worked = days.at(nowMs) - days.at(fromMs)
    const hours =
      perDay.get(calendar) ?? (worked > 0 ? (calendar.toWork(nowMs) - calendar.toWork(fromMs)) / hourMs / worked : 8)
    perDay.set(calendar, hours)
    return hours
  }
  const facts = delayFacts(forecast, reasons, hoursPerDay)
  return projects.map((of) => {
    const isTimed = of.state === 'late' || of.operations.some(({ state }) => state === 'overdue')
    const timed = isTimed ? timedOperations(of, facts) : []
    const own = new Set(of.operations.map(({ source }) => source.operationId))
    const parts = of.state === 'late' ? partsOf(of, timed).map((part) => markedOwn(part, own)) : []
    const causes: (CauseVerdict | undefined)[] = []
    for (const { index, verdict } of parts) if (index >= 0) causes[index] ??= verdict
    const verdicts = of.operations.map(
      (row, index) =>
        causes[index] ??
        (wantsReasons(row)
          ? markedOwn({ verdict: verdictOf(of, row, timed[index] ?? null, facts) }, own).verdict
          : nothingToExplain),
    )
    return { ...of, verdicts, parts }
  })
}

const queues: readonly CauseVerdict['cause']['code'][] = ['workCentreBusy', 'wasTaken', 'changeover']

/** Marks a wait for an operation of the same project. Raising the priority does not help against it. */
const markedOwn = <P extends { readonly verdict: CauseVerdict }>(part: P, own: ReadonlySet<string>): P => {
  const { cause, remedy } = part.verdict
  if (!queues.includes(cause.code) || !own.has(cause.operationId ?? '')) return part
  const { categoryId = null } = cause
  const helps = remedy.code === 'raisePriority' ? ({ code: 'addOvertime', categoryId } as const) : remedy
  return { ...part, verdict: { cause: { ...cause, own: true }, remedy: helps } }
}

const worked = ({ calendar }: OperationForecast, fromMs: number | null, toMs: number | null): number =>
  fromMs !== null && toMs !== null && toMs > fromMs
    ? tenth((calendar.toWork(toMs) - calendar.toWork(fromMs)) / hourMs)
    : 0

const heldHours = (row: OperationForecast, { heldTime }: ForecastReasons, nowMs: number): number => {
  const { operationId, actualStartMs, actualEndMs } = row.source
  const untilMs = actualEndMs ?? nowMs
  const holds = heldTime.get(operationId) ?? []
  let hours = 0
  for (let i = 0; i < holds.length; i += 2)
    hours += worked(row, Math.max(valueAt(holds, i), actualStartMs ?? nowMs), Math.min(valueAt(holds, i + 1), untilMs))
  return hours
}

const pastFacts = (
  { nowMs, projects, capacities }: ShopForecast,
  { heldTime, plannings }: ForecastReasons,
): PastFacts => {
  const use = new ReportedUse(
    projects.map(({ project }) => project),
    capacities,
    nowMs,
  )
  return {
    takenBetween: ({ project: { projectId } }, { source: { operationId, categoryId, poolId } }, fromMs, toMs) =>
      [categoryId, poolId].flatMap((id) => (id ? use.takenBetween(id, { operationId, projectId }, fromMs, toMs) : [])),
    heldTime: (operationId) => heldTime.get(operationId) ?? [],
    plannings: (operationId) => plannings?.get(operationId) ?? [],
  }
}

const delayFacts = (
  forecast: ShopForecast,
  reasons: ForecastReasons,
  hoursPerDay: DelayFacts['hoursPerDay'],
): DelayFacts => {
  const { nowMs, projects, outside } = forecast
  const ends = new Map<string, number | null>()
  const readEnds = (): void => {
    for (const { operations } of projects)
      for (const { source, forecastEndMs } of operations) ends.set(source.operationId, forecastEndMs)
  }
  const opened = new Map<WorkCalendar, WorkCalendar>()
  return {
    nowMs: firstMinuteMs(nowMs),
    plannedReasons: reasons.placementOf,
    endOf: (operationId) => {
      if (ends.size === 0) readEnds()
      return ends.get(operationId) ?? null
    },
    heldHours: (row) => heldHours(row, reasons, nowMs),
    past: pastFacts(forecast, reasons),
    hoursPerDay,
    isOutside: ({ source }) => source.categoryId !== null && outside.has(source.categoryId),
    openDays: (calendar) => {
      const open = opened.get(calendar) ?? new WorkCalendar(everyDayOpen(calendar.rules), calendar.originMs)
      opened.set(calendar, open)
      return open
    },
  }
}

/** Cause of the longest part of a wait for the start. */
const mainWait = (timed: TimedOperation | null): CauseVerdict | undefined =>
  timed?.waitParts?.toSorted((a, b) => b.workMs - a.workMs)[0]?.verdict

const verdictOf = (
  of: ProjectForecast,
  row: OperationForecast,
  timed: TimedOperation | null,
  facts: DelayFacts,
): CauseVerdict => {
  const { operationId, scheduledStartMs, actualStartMs, categoryId, durationHours, estimateHours } = row.source
  return operationCause({
    operationId,
    state: row.state,
    categoryId,
    heldById: of.operations[row.heldBy]?.source.operationId ?? null,
    openPredecessorId: of.operations[row.openPredecessor]?.source.operationId ?? null,
    material: row.landing.placement.factors.find(({ code, binding }) => code === 'material' && binding),
    started: actualStartMs !== null,
    workedHours: tenth(worked(row, actualStartMs, facts.nowMs) - facts.heldHours(row)),
    durationHours: estimateHours ?? durationHours,
    awayHours: facts.isOutside(row) ? worked(row, row.forecastStartMs, row.forecastEndMs) : null,
    waited: row.state === 'overdue' ? mainWait(timed) : undefined,
    startedLateHours: worked(row, scheduledStartMs, actualStartMs),
    waitingHours: worked(row, scheduledStartMs, facts.nowMs),
    hoursPerDay: facts.hoursPerDay(row.calendar),
    placement: decidingPlacement(row, facts),
    priority: of.project.priority,
  })
}

/** The latest end of completed work without an actual end. It counts for the completion although no other date depends on it. */
const leastCompletionMs = ({ operations }: ProjectForecast): number =>
  operations.reduce(
    (latest, { completed, source: { actualEndMs, scheduledEndMs } }) =>
      completed && actualEndMs === null && scheduledEndMs !== null ? Math.max(latest, scheduledEndMs) : latest,
    -Infinity,
  )

const partsOf = (of: ProjectForecast, timed: readonly (TimedOperation | null)[]): LatePart[] =>
  of.project.dueMs === null ? [] : latePartsOf(timed, of.project.dueMs, leastCompletionMs(of))

/** A calendar without holidays and downtime in which every day without a shift repeats the day before. */
const everyDayOpen = ({ shift, exceptions, also, ...rules }: CalendarRules): CalendarRules => ({
  ...rules,
  ...(also && { also: everyDayOpen(also) }),
  holidays: [],
  exceptions: exceptions.filter(({ kind }) => kind === 'overtime'),
  shift: shift && { ...shift, versions: shift.versions.map(filledWeek) },
})

const filledWeek = (version: ShiftVersion): ShiftVersion => {
  const worked = new Set(version.periods.map(({ weekday }) => weekday))
  const dayBefore = (weekday: number): number => {
    for (let back = 0; back < 7; back++) {
      const day = ((weekday - 1 - back + 7) % 7) + 1
      if (worked.has(day)) return day
    }
    return weekday
  }
  const everyDay = <P extends { readonly weekday: number }>(rows: readonly P[]): P[] =>
    [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) =>
      rows.filter((row) => row.weekday === dayBefore(weekday)).map((row) => ({ ...row, weekday })),
    )
  return { ...version, periods: everyDay(version.periods), breaks: everyDay(version.breaks) }
}
