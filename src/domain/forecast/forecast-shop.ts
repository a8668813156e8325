import { defaultRiskDays } from '#contract/operation-filter.ts'
import type { OperationState } from '#contract/operation-outlook.ts'
import type { ProjectPhase, ProjectState } from '#contract/vocabulary.ts'
import { floatAt, intAt, valueAt } from '#domain/value-at.ts'
import { isOutside } from '../categories/category-kind.ts'
import { isCompleted } from '../operations/is-completed.ts'
import { dayOfEnd, localDay } from '../projects/local-day.ts'
import { followShop } from '../scheduling/followed-shop.ts'
import { isStarted, lagOf, leftMs } from '../scheduling/operation-work.ts'
import type { ScheduledOperation, ScheduleResult } from '../scheduling/schedule-result.ts'
import { type ShopCalendars, shopCalendars } from '../scheduling/shop-calendars.ts'
import type { ShopSnapshot, SnapshotOperation, SnapshotProject } from '../scheduling/shop-snapshot.ts'
import { neverStop, type ShouldStop } from '../scheduling/stopped.ts'
import { capacitySteps } from '../time/capacity-steps.ts'
import { dayMs } from '../time/units.ts'
import type { WorkCalendar } from '../time/work-calendar.ts'
import { type ChainedOperation, needBy, predecessorsFirst } from './need-by.ts'
import { endsByMs, isBehindPlan, type OperationFacts, operationStateOf } from './operation-words.ts'
import { isProjectOpen, latenessDays, pastDueDays, projectState } from './project-words.ts'
import type { CapacityOverTime } from './reported-use.ts'
import { WorkingDays } from './working-days.ts'

/** Slack is compared, stored and displayed after rounding to a thousandth of a day. */
const thousandth = (days: number): number => Math.round(days * 1000) / 1000
/** Slack and lateness are clipped at this limit. */
const longestPastMs = 3 * 365 * dayMs

type Landing = Pick<ScheduledOperation, 'startMs' | 'endMs' | 'placement'>

/** The forecast of an operation, used by all screens; instants in epoch ms, null = none. */
export interface OperationForecast extends OperationFacts {
  readonly source: SnapshotOperation
  readonly calendar: WorkCalendar
  /** Its predecessors in the project, as indexes into the project's list. */
  readonly predecessors: ChainedOperation['predecessors']
  readonly forecastStartMs: number | null
  /** Its place if the plan is followed, with the reasons, which are found when they are first read. */
  readonly landing: Landing
  /** The date by which it should end or should have ended (`endsByMs`). */
  readonly endsByMs: number | null
  readonly state: OperationState
  /** Calendar days since `endsByMs` in the organization's time zone; 0 = not overdue, or overdue since today. */
  readonly daysOverdue: number
  readonly isBehindPlan: boolean
  /**
   * Whether work is impossible: it is on hold, waits for held work, or should have begun although a predecessor is open
   * or its material is not ready.
   */
  readonly isBlocked: boolean
  /** Index in the project of the held operation it waits for, directly or indirectly, or its own index if it is held; -1 = none. */
  readonly heldBy: number
  /** Index in the project of the open predecessor that ends last; -1 = none. */
  readonly openPredecessor: number
}

/** The forecast of a project, used by all screens. */
export interface ProjectForecast {
  readonly project: SnapshotProject
  readonly state: ProjectState
  /** Latest scheduled end of its operations, with actual ends of completed ones; null when no open work is scheduled. */
  readonly plannedCompletionMs: number | null
  /** Like `plannedCompletionMs`, but with forecast ends. */
  readonly completionMs: number | null
  /** Smallest slack of its open operations, in working days. */
  readonly slackDays: number | null
  readonly latenessDays: number | null
  readonly pastDueDays: number | null
  readonly operations: readonly OperationForecast[]
}

/** When the work of a shop will end if its plan is followed from `nowMs`, and how that compares with its due dates. */
export interface ShopForecast {
  readonly nowMs: number
  readonly tenantCalendar: WorkCalendar
  readonly workingDaysOf: (calendar: WorkCalendar) => WorkingDays
  /** Ids of the work centers whose work is done outside. */
  readonly outside: ReadonlySet<string>
  /** By id of the work center or pool; outside work centers have no limit. */
  readonly capacities: ReadonlyMap<string, CapacityOverTime>
  readonly projects: readonly ProjectForecast[]
}

/** A start for the calendars that precedes every instant from which slack is counted. */
const calendarStart = ({ nowMs, projects }: ShopSnapshot): number => {
  let first = nowMs
  for (const { dueMs, operations } of projects) {
    if (dueMs !== null && dueMs < first) first = dueMs
    for (const { scheduledStartMs, actualEndMs } of operations) {
      if (scheduledStartMs !== null && scheduledStartMs < first && actualEndMs === null) first = scheduledStartMs
    }
  }
  return Math.max(first, nowMs - longestPastMs) - 60 * dayMs
}

interface Row extends ChainedOperation {
  readonly source: SnapshotOperation
}

const rowsOf = ({ operations }: SnapshotProject, calendarOf: ShopCalendars['of']): Row[] => {
  const indexOf = new Map(operations.map(({ operationId }, index) => [operationId, index]))
  return operations.map((source) => ({
    source,
    completed: isCompleted(source),
    calendar: calendarOf(source.categoryId, source.poolId),
    leftMs: leftMs(source) || 0,
    wholeMs: leftMs({ ...source, progressPercentage: 0 }) || 0,
    predecessors: source.dependencies.flatMap((dependency) => {
      const index = indexOf.get(dependency.operationId)
      const before = operations[index ?? -1]
      if (index === undefined || !before) return []
      return { index, ...lagOf(isCompleted(before) ? { ...dependency, overlapPercent: null } : dependency) }
    }),
  }))
}

/** What each operation waits for: a held operation, directly or indirectly, and the open predecessor that ends last. */
const waitingOf = (rows: readonly Row[], order: readonly number[], endOf: (index: number) => number) => {
  const heldBy = new Int32Array(rows.length).fill(-1)
  const openPredecessor = new Int32Array(rows.length).fill(-1)
  for (const index of order) {
    const { completed, source, predecessors } = valueAt(rows, index)
    if (completed) continue
    if (source.onHold) heldBy[index] = index
    for (const { index: from, leftPercent } of predecessors) {
      if (rows[from]?.completed) continue
      const before = valueAt(rows, from)
      const isShareDone = leftPercent > 0 && before.source.progressPercentage >= 100 - leftPercent
      const known = intAt(openPredecessor, index)
      if (!isShareDone && (known < 0 || endOf(from) > endOf(known))) openPredecessor[index] = from
      if (intAt(heldBy, index) < 0) heldBy[index] = intAt(heldBy, from)
    }
  }
  return { heldBy, openPredecessor }
}

/**
 * Computes the forecast of one organization. Pure: `snapshot.nowMs` is now. Work centers follow the sequence of the plan (`followed`);
 * need-by, slack and all states follow from the dates. Throws `StoppedError`.
 */
export const forecastShop = (
  snapshot: ShopSnapshot,
  shouldStop: ShouldStop = neverStop,
  followed: Pick<ScheduleResult, 'operations'> = followShop(snapshot, shouldStop),
): ShopForecast => {
  const { nowMs, timeZone } = snapshot
  const { standard, of: calendarOf } = shopCalendars(snapshot, calendarStart(snapshot))
  const counted = new Map<WorkCalendar, WorkingDays>()
  const workingDaysOf = (calendar: WorkCalendar): WorkingDays => {
    const days = counted.get(calendar) ?? new WorkingDays(calendar)
    counted.set(calendar, days)
    return days
  }
  let first = 0
  const projects = snapshot.projects.map((project): ProjectForecast => {
    // Rows are in the snapshot's order.
    const landings = followed.operations.slice(first, first + project.operations.length)
    first += project.operations.length
    const rows = rowsOf(project, calendarOf)
    const operations = forecastOperations(project, { rows, landings, nowMs, timeZone, workingDaysOf })
    return { project, ...forecastProject(project, operations, timeZone, nowMs), operations }
  })
  const outside = new Set(snapshot.categories.filter(isOutside).map(({ categoryId }) => categoryId))
  return { nowMs, tenantCalendar: standard, workingDaysOf, outside, capacities: capacitiesOf(snapshot), projects }
}

/** The need-by date of each open operation of the projects that have a due date, by operation id. */
export const needByDates = (snapshot: ShopSnapshot): Map<string, number> => {
  const { of: calendarOf } = shopCalendars(snapshot, calendarStart(snapshot))
  const dates = new Map<string, number>()
  for (const project of snapshot.projects) {
    if (!isProjectOpen(project.phase) || project.dueMs === null) continue
    const rows = rowsOf(project, calendarOf)
    const latest = needBy(rows, predecessorsFirst(rows), project.dueMs)
    for (const [index, { completed, source }] of rows.entries())
      if (!completed) dates.set(source.operationId, floatAt(latest, index))
  }
  return dates
}

const capacitiesOf = ({ categories, capacitySpans }: ShopSnapshot): Map<string, CapacityOverTime> =>
  new Map(
    categories
      .filter((category) => !isOutside(category))
      .map((category) => [
        category.categoryId,
        { usual: category.capacity, steps: capacitySteps(category, capacitySpans) },
      ]),
  )

interface ProjectRows {
  readonly rows: readonly Row[]
  readonly landings: readonly Landing[]
  readonly nowMs: number
  readonly timeZone: string
  readonly workingDaysOf: (calendar: WorkCalendar) => WorkingDays
}

const forecastOperations = (
  { phase, dueMs }: SnapshotProject,
  { rows, landings, nowMs, timeZone, workingDaysOf }: ProjectRows,
): OperationForecast[] => {
  const projectOpen = isProjectOpen(phase)
  const order = predecessorsFirst(rows)
  const latest = projectOpen && dueMs !== null ? needBy(rows, order, dueMs) : null
  const endOf = (index: number): number => landings[index]?.endMs ?? Infinity
  const { heldBy, openPredecessor } = waitingOf(rows, order, endOf)
  return rows.map(({ source, completed, calendar, predecessors }, index) => {
    const landing = valueAt(landings, index)
    const { startMs, endMs } = landing
    const isOpen = projectOpen && !completed
    const forecastEndMs = isOpen ? endMs : null
    const needByMs = (isOpen && latest?.[index]) || null
    const days = workingDaysOf(calendar)
    const slackDays =
      forecastEndMs === null || needByMs === null ? null : thousandth(days.at(needByMs) - days.at(forecastEndMs))
    const plannedEndMs = source.scheduledEndMs
    const facts: OperationFacts = { completed, projectOpen, plannedEndMs, forecastEndMs, needByMs, slackDays }
    const state = operationStateOf(facts, nowMs, defaultRiskDays)
    const byMs = isOpen ? endsByMs(facts) : null
    const overdue = state === 'overdue' && byMs !== null
    const isLateToBegin = source.scheduledStartMs !== null && source.scheduledStartMs < nowMs
    const [held, open] = [intAt(heldBy, index), intAt(openPredecessor, index)]
    const awaitsMaterial = source.materialReadyMs !== null && source.materialReadyMs > nowMs && !isStarted(source)
    return {
      ...facts,
      source,
      calendar,
      predecessors,
      landing,
      forecastStartMs: isOpen ? startMs : null,
      endsByMs: byMs,
      state,
      daysOverdue: overdue ? localDay(nowMs, timeZone) - dayOfEnd(byMs, timeZone) : 0,
      isBehindPlan: isBehindPlan(facts, calendar),
      isBlocked: isOpen && (held >= 0 || ((open >= 0 || awaitsMaterial) && isLateToBegin)),
      heldBy: isOpen ? held : -1,
      openPredecessor: isOpen ? open : -1,
    }
  })
}

type Ended = Pick<OperationForecast, 'completed' | 'source' | 'forecastEndMs'>

/** End of the last operation, with actual ends of completed ones; null if no open work has a date. */
const completionOf = <R extends Ended>(rows: readonly R[], endOf: (row: R) => number | null): number | null => {
  let [end, openEnd, open] = [-Infinity, -Infinity, false]
  for (const row of rows) {
    const { completed, source } = row
    const endMs = completed ? (source.actualEndMs ?? source.scheduledEndMs) : endOf(row)
    if (endMs !== null && endMs > end) end = endMs
    if (completed) continue
    open = true
    if (endMs !== null && endMs > openEnd) openEnd = endMs
  }
  return end === -Infinity || (open && openEnd === -Infinity) ? null : end
}

/**
 * Forecast completion of the project. Unknown while some of its open work has no date, unless the dated work alone already makes it late.
 */
const forecastCompletion = (rows: readonly Ended[], dueMs: number | null): number | null => {
  const endMs = completionOf(rows, ({ forecastEndMs }) => forecastEndMs)
  const isOpenEnded = rows.some(({ completed, forecastEndMs }) => !completed && forecastEndMs === null)
  return isOpenEnded && (endMs === null || dueMs === null || endMs <= dueMs) ? null : endMs
}

/** Completion of every project in a plan of all its operations, in the snapshot's order, computed as in the forecast. */
export const completionsOf = (
  snapshot: ShopSnapshot,
  landings: readonly Pick<Landing, 'endMs'>[],
): (number | null)[] => {
  let first = 0
  return snapshot.projects.map(({ phase, dueMs, operations }) => {
    const from = first
    first += operations.length
    if (!isProjectOpen(phase)) return null
    const rows = operations.map((source, index) => {
      const completed = isCompleted(source)
      return { source, completed, forecastEndMs: completed ? null : valueAt(landings, from + index).endMs }
    })
    return forecastCompletion(rows, dueMs)
  })
}

const forecastProject = (
  { phase, dueMs }: SnapshotProject,
  rows: readonly OperationForecast[],
  timeZone: string,
  nowMs: number,
): Pick<
  ProjectForecast,
  'state' | 'plannedCompletionMs' | 'completionMs' | 'slackDays' | 'latenessDays' | 'pastDueDays'
> => {
  const open = isProjectOpen(phase)
  const slacks = rows.flatMap(({ slackDays }) => slackDays ?? [])
  const facts = {
    phase: phase as ProjectPhase,
    dueMs,
    completionMs: open ? forecastCompletion(rows, dueMs) : null,
    slackDays: slacks.length === 0 ? null : slacks.reduce((least, slack) => Math.min(least, slack)),
  }
  return {
    state: projectState(facts, timeZone, defaultRiskDays),
    plannedCompletionMs: completionOf(rows, ({ plannedEndMs }) => plannedEndMs),
    completionMs: facts.completionMs,
    slackDays: facts.slackDays,
    latenessDays: latenessDays(facts, timeZone),
    pastDueDays: pastDueDays(facts, timeZone, nowMs),
  }
}
