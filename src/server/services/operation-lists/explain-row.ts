import type { OperationCause, OperationListRow, OperationRemedy } from '#contract/operation-lists.ts'
import type { Placement } from '#contract/placement.ts'
import { standingCodes } from '#domain/overdue/judge-plan.ts'
import { type CauseVerdict, operationCause, type Verdict } from '#domain/overdue/operation-cause.ts'
import type { WorkingDays } from '#domain/overdue/working-days.ts'
import type { FlatIntervals } from '#domain/time/interval-arithmetic.ts'
import type { WorkCalendar } from '#domain/time/work-calendar.ts'
import type { PlanBook } from './plan-book.ts'

const hourMs = 3_600_000
const tenth = (value: number): number => Math.round(value * 10) / 10

/** An operation's name with its project; null when it is not (or no longer) known. */
export const operationName = (
  { plan }: PlanBook,
  operationId: string | null | undefined,
): OperationListRow['cause']['operation'] => {
  const row = plan.rowOf.get(operationId ?? '')
  const project = row === undefined ? undefined : plan.projects[plan.project[row] as number]
  if (row === undefined || !project) return null
  const { projectId, projectNumber } = project
  return { operationId: plan.ids[row] as string, projectId, projectNumber, name: plan.names[row] as string }
}

const told = (book: PlanBook, verdict: Verdict<string>) => {
  const category = book.shop.categories.find(({ categoryId }) => categoryId === verdict.categoryId)
  return {
    operation: operationName(book, verdict.operationId),
    workCentre: category ? { categoryId: category.categoryId, name: category.name } : null,
  }
}

/** Of the last four weeks' working days; 8 where there were none. */
const hoursPerDay = (calendar: WorkCalendar, days: WorkingDays, nowMs: number): number => {
  const fromMs = nowMs - 28 * 24 * hourMs
  const worked = days.at(nowMs) - days.at(fromMs)
  return worked > 0 ? (calendar.toWork(nowMs) - calendar.toWork(fromMs)) / hourMs / worked : 8
}

/** Cause and remedy of one row, by the rule; `standing`: index into `standingCodes`. */
export const verdictOfRow = (
  { plan, facts, calendars, shop }: PlanBook,
  row: number,
  {
    standing,
    placement,
    held = [],
    nowMs,
  }: {
    standing: number
    placement: Placement | null
    /** When it stood on hold (`readHeldTime`). */
    held?: FlatIntervals | undefined
    nowMs: number
  },
): CauseVerdict => {
  const calendar = calendars.calendarOf(plan.category[row] as number)
  const workedBetween = (fromMs: number, toMs: number): number =>
    toMs > fromMs ? tenth((calendar.toWork(toMs) - calendar.toWork(fromMs)) / hourMs) : 0
  const heldHours = (fromMs: number): number => {
    let hours = 0
    for (let i = 0; i < held.length; i += 2)
      hours += workedBetween(Math.max(held[i] as number, fromMs), Math.min(held[i + 1] as number, nowMs))
    return hours
  }
  const plannedStart = plan.scheduledStartMs[row] as number
  const started = plan.actualStartMs[row] as number
  const idOf = (column: Int32Array): string | null => plan.ids[column[row] as number] ?? null
  return operationCause({
    operationId: plan.ids[row] as string,
    standing: standingCodes[standing] ?? 'onTime',
    categoryId: shop.categories[plan.category[row] as number]?.categoryId ?? null,
    heldById: idOf(facts.heldBy),
    openPredecessorId: idOf(facts.openPredecessor),
    started: !Number.isNaN(started),
    workedHours: tenth(workedBetween(started, nowMs) - heldHours(started)),
    durationHours: plan.durationHours[row] as number,
    startedLateHours: workedBetween(plannedStart, started),
    waitingHours: workedBetween(plannedStart, nowMs),
    hoursPerDay: hoursPerDay(calendar, calendars.workingDaysOf(plan.category[row] as number), nowMs),
    placement,
    priority: plan.projects[plan.project[row] as number]?.priority ?? 0,
  })
}

/** A verdict with the names its sentences need. */
export const presentVerdict = (
  book: PlanBook,
  { cause, remedy }: CauseVerdict,
): { cause: OperationCause; remedy: OperationRemedy } => ({
  cause: {
    code: cause.code,
    ...told(book, cause),
    holiday: cause.holiday ?? null,
    hours: cause.hours === undefined ? null : tenth(cause.hours),
    days: cause.days === undefined ? null : tenth(cause.days),
    until: cause.untilMs === undefined ? null : new Date(cause.untilMs).toISOString(),
  },
  remedy: { code: remedy.code, ...told(book, remedy) },
})
