import { valueAt } from '#domain/value-at.ts'
import { isStarted } from '../scheduling/operation-work.ts'
import type { FlatIntervals } from '../time/interval-arithmetic.ts'
import type { WorkCalendar } from '../time/work-calendar.ts'
import type { OperationForecast, ProjectForecast } from './forecast-shop.ts'
import { type CauseVerdict, factorVerdict, type Verdict } from './operation-cause.ts'
import type { Taken } from './reported-use.ts'

/** A decision about the planned start of an operation. */
export interface Planning {
  readonly atMs: number
  /** The planned start after the decision; null = none. */
  readonly startMs: number | null
  /** A run, a person, or a plan that was applied without a run. */
  readonly by: 'run' | 'person' | 'plan'
}

/** Stored facts about the past of operations. */
export interface PastFacts {
  /** When the operation's work center or pool had no free unit for it. */
  readonly takenBetween: (of: ProjectForecast, row: OperationForecast, fromMs: number, toMs: number) => readonly Taken[]
  /** When the operation or its project was on hold. */
  readonly heldTime: (operationId: string) => FlatIntervals
  /** Decisions about its planned start, earliest first. */
  readonly plannings: (operationId: string) => readonly Planning[]
}

/** The time between an operation's possible start and its actual start, or now. */
export interface Wait {
  readonly fromMs: number
  readonly toMs: number
}

/** A part of a wait that has a single cause. */
export interface WaitPart {
  readonly workMs: number
  readonly verdict: CauseVerdict
}

/** A working time in hours and days. */
export type Span = Required<Pick<Verdict<string>, 'hours' | 'days'>>
/** Converts working time of a calendar, in ms. */
type SpanOf = (calendar: WorkCalendar, workMs: number) => Span

const isInside = (times: FlatIntervals, atMs: number): boolean => {
  for (let i = 0; i < times.length; i += 2) if (valueAt(times, i) <= atMs && atMs < valueAt(times, i + 1)) return true
  return false
}

/** The last decision at an instant that planned a later start; undefined if the start was planned by then. */
const plannedLaterAt = (plannings: readonly Planning[], atMs: number): Planning | undefined => {
  const inForce = plannings.findLast((planning) => planning.atMs <= atMs)
  return inForce && inForce.startMs !== null && inForce.startMs > atMs ? inForce : undefined
}

/** Without stored decisions, the planned start is assumed to have applied throughout. */
const decisionsOf = (row: OperationForecast, plannings: readonly Planning[]): readonly Planning[] => {
  const { scheduledStartMs: startMs } = row.source
  return plannings.length > 0 || startMs === null ? plannings : [{ atMs: -Infinity, startMs, by: 'plan' }]
}

/** A waiting operation and what is known about it. */
export interface Waiting {
  readonly of: ProjectForecast
  readonly row: OperationForecast
  /** Absent if nothing is known. */
  readonly past: PastFacts | undefined
  readonly spanOf: SpanOf
}

interface Stretch {
  readonly fromMs: number
  readonly toMs: number
  readonly cause: Taken | Planning | 'held' | 'unreported'
}

/**
 * Splits the wait into stretches with one cause each. An actual obstacle takes precedence over the plan, and the plan
 * over a missing report.
 */
const stretchesOf = ({ of, row }: Waiting, { fromMs, toMs }: Wait, past: PastFacts): Stretch[] => {
  const { operationId } = row.source
  const holds = past.heldTime(operationId)
  const taken = past.takenBetween(of, row, fromMs, toMs)
  const plannings = decisionsOf(row, past.plannings(operationId))
  const bounds = [
    ...holds,
    ...taken.flatMap(({ times }) => times),
    ...plannings.flatMap(({ atMs, startMs }) => (startMs === null ? [atMs] : [atMs, startMs])),
  ].filter((at) => at > fromMs && at < toMs)
  const points = [...new Set([fromMs, ...bounds, toMs])].sort((a, b) => a - b)
  return points.slice(0, -1).map((at, i): Stretch => {
    const stretch = { fromMs: at, toMs: valueAt(points, i + 1) }
    if (isInside(holds, at)) return { ...stretch, cause: 'held' }
    const cause = taken.find(({ times }) => isInside(times, at)) ?? plannedLaterAt(plannings, at)
    return { ...stretch, cause: cause ?? 'unreported' }
  })
}

const isTaken = (cause: Stretch['cause']): cause is Taken => typeof cause === 'object' && 'times' in cause

/** Stretches with the same cause are merged; all plans with a later start are one cause. */
const kindOf = ({ cause }: Stretch): string =>
  typeof cause === 'string' ? cause : isTaken(cause) ? `taken ${cause.categoryId} ${cause.operationId}` : 'planned'

/** Order of the causes within the wait: the missing report comes last, and is removed first. */
const rankOf = (kind: string): number => ['held', 'planned', 'unreported'].indexOf(kind)

const takenVerdict = ({ of, row }: Waiting, taken: Taken, span: Span, remedy: CauseVerdict['remedy']): CauseVerdict => {
  const { categoryId, operationId, untilMs, more, available } = taken
  const queue = row.landing.placement.factors.find(
    (factor) => factor.code === 'workCentreBusy' && factor.categoryId === categoryId,
  )
  // The work is still waiting, so past and future wait in the queue are one cause.
  if (queue && !row.completed && !isStarted(row.source))
    return factorVerdict(queue, row.source.categoryId, of.project.priority)
  const cause = { categoryId, operationId, untilMs, more, ...span, ...(available && { available }) }
  return { cause: { code: 'wasTaken', ...cause }, remedy }
}

/** The verdict for the stretches of one kind, which lasted `span` together. */
const verdictOf = (waiting: Waiting, stretches: readonly Stretch[], span: Span): CauseVerdict => {
  const { row } = waiting
  const [first, last] = [valueAt(stretches, 0), valueAt(stretches, stretches.length - 1)]
  const isBegun = row.completed || isStarted(row.source)
  const { cause } = last
  const next = { code: row.completed ? 'none' : isBegun ? 'reportProgress' : 'startNow' } as const
  if (cause === 'held') return { cause: { code: 'onHold', ...span }, remedy: next }
  if (cause === 'unreported') {
    const since = { sinceMs: first.fromMs, ...span }
    return { cause: { code: isBegun ? 'startedLate' : 'notStarted', ...since }, remedy: next }
  }
  if (isTaken(cause)) return takenVerdict(waiting, cause, span, next)
  const { startMs, atMs, by } = cause
  const planned = {
    ...(startMs !== null && { untilMs: startMs }),
    ...(Number.isFinite(atMs) && { sinceMs: atMs, plannedBy: by }),
  }
  return isBegun
    ? { cause: { code: 'wasPlanned', ...planned, ...span }, remedy: next }
    : { cause: { code: 'planned', ...planned }, remedy: { code: 'reschedule' } }
}

/**
 * Why work did not start when it could, with one part for each cause: it was on hold, its work center or people were occupied, the plan
 * started it later, or nothing is known and it was not reported as started. The parts add up to the working time of the wait.
 */
export const waitParts = (waiting: Waiting, wait: Wait): WaitPart[] => {
  const { row, past, spanOf } = waiting
  const { calendar } = row
  const worked = ({ fromMs, toMs }: Wait): number => calendar.toWork(toMs) - calendar.toWork(fromMs)
  if (!(wait.toMs > wait.fromMs) || worked(wait) <= 0) return []
  const stretches: Stretch[] = past ? stretchesOf(waiting, wait, past) : [{ ...wait, cause: 'unreported' }]
  const kinds = Map.groupBy(
    stretches.filter((stretch) => worked(stretch) > 0),
    kindOf,
  )
  return [...kinds]
    .sort(([a], [b]) => rankOf(a) - rankOf(b))
    .map(([, list]) => {
      const workMs = list.reduce((sum, stretch) => sum + worked(stretch), 0)
      return { workMs, verdict: verdictOf(waiting, list, spanOf(calendar, workMs)) }
    })
}
