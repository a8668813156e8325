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
  /** The planned start that it gave; null = none. */
  readonly startMs: number | null
  /** A run, a person, or a plan that came in force without a run. */
  readonly by: 'run' | 'person' | 'plan'
}

/** What is stored about the past of operations. */
export interface PastFacts {
  /** When the work center of an operation, or its pool, had no free unit for it. */
  readonly takenBetween: (of: ProjectForecast, row: OperationForecast, fromMs: number, toMs: number) => readonly Taken[]
  /** When it was on hold, by itself or by its project. */
  readonly heldTime: (operationId: string) => FlatIntervals
  /** The decisions about its planned start, the earliest first. */
  readonly plannings: (operationId: string) => readonly Planning[]
}

/** The time between the instant from which an operation could start and its start, or now. */
export interface Wait {
  readonly fromMs: number
  readonly toMs: number
}

/** A part of that time with one cause. */
export interface WaitPart {
  readonly workMs: number
  readonly verdict: CauseVerdict
}

/** The hours and days of some working time. */
export type Span = Required<Pick<Verdict<string>, 'hours' | 'days'>>
/** The span of a working time of a calendar, in ms. */
type SpanOf = (calendar: WorkCalendar, workMs: number) => Span

const isInside = (times: FlatIntervals, atMs: number): boolean => {
  for (let i = 0; i < times.length; i += 2) if (valueAt(times, i) <= atMs && atMs < valueAt(times, i + 1)) return true
  return false
}

/** The last decision at an instant that had it start later; undefined = it was to have started by then. */
const plannedLaterAt = (plannings: readonly Planning[], atMs: number): Planning | undefined => {
  const inForce = plannings.findLast((planning) => planning.atMs <= atMs)
  return inForce && inForce.startMs !== null && inForce.startMs > atMs ? inForce : undefined
}

/** Where no decision is stored, the planned start holds for all the time. */
const decisionsOf = (row: OperationForecast, plannings: readonly Planning[]): readonly Planning[] => {
  const { scheduledStartMs: startMs } = row.source
  return plannings.length > 0 || startMs === null ? plannings : [{ atMs: -Infinity, startMs, by: 'plan' }]
}

/** An operation that waited, and what is known of it. */
export interface Waiting {
  readonly of: ProjectForecast
  readonly row: OperationForecast
  /** Absent = nothing is known. */
  readonly past: PastFacts | undefined
  readonly spanOf: SpanOf
}

interface Stretch {
  readonly fromMs: number
  readonly toMs: number
  readonly cause: Taken | Planning | 'held' | 'unreported'
}

/** The wait in stretches of one cause each. What held the work comes before what the plan said, and that before a missing report. */
const stretchesOf = ({ of, row }: Waiting, { fromMs, toMs }: Wait, past: PastFacts): Stretch[] => {
  const { operationId } = row.source
  const held = past.heldTime(operationId)
  const taken = past.takenBetween(of, row, fromMs, toMs)
  const plannings = decisionsOf(row, past.plannings(operationId))
  const bounds = [
    ...held,
    ...taken.flatMap(({ times }) => times),
    ...plannings.flatMap(({ atMs, startMs }) => (startMs === null ? [atMs] : [atMs, startMs])),
  ].filter((at) => at > fromMs && at < toMs)
  const points = [...new Set([fromMs, ...bounds, toMs])].sort((a, b) => a - b)
  return points.slice(0, -1).map((at, i): Stretch => {
    const stretch = { fromMs: at, toMs: valueAt(points, i + 1) }
    if (isInside(held, at)) return { ...stretch, cause: 'held' }
    const cause = taken.find(({ times }) => isInside(times, at)) ?? plannedLaterAt(plannings, at)
    return { ...stretch, cause: cause ?? 'unreported' }
  })
}

const isTaken = (cause: Stretch['cause']): cause is Taken => typeof cause === 'object' && 'times' in cause

/** Stretches with the same cause belong together; all plans that had it start later are one cause. */
const kindOf = ({ cause }: Stretch): string =>
  typeof cause === 'string' ? cause : isTaken(cause) ? `taken ${cause.categoryId} ${cause.operationId}` : 'planned'

/** The order in which the causes are laid over the wait: the missing report comes last, and is taken away first. */
const rankOf = (kind: string): number => ['held', 'planned', 'unreported'].indexOf(kind)

const takenVerdict = ({ of, row }: Waiting, taken: Taken, span: Span, remedy: CauseVerdict['remedy']): CauseVerdict => {
  const { categoryId, operationId, untilMs, more, available } = taken
  const queue = row.placement.factors.find(
    (factor) => factor.code === 'workCentreBusy' && factor.categoryId === categoryId,
  )
  // It still is: one cause with the queue in which the work goes on waiting.
  if (queue && !row.completed && !isStarted(row.source))
    return factorVerdict(queue, row.source.categoryId, of.project.priority)
  const cause = { categoryId, operationId, untilMs, more, ...span, ...(available && { available }) }
  return { cause: { code: 'wasTaken', ...cause }, remedy }
}

/** The verdict on the stretches of one kind, which took `span` together. */
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
 * Why work did not start when it could, one part for each cause: it was on hold, its work center or its people were taken, the plan had
 * it start later, or nothing of that is known and it was not reported as started. The parts sum to the working time of the wait.
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
