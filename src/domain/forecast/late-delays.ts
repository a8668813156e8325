import type { Placement, PlacementFactor } from '#contract/placement.ts'
import { shownFactor } from '../learned/pace-range.ts'
import { completedDates, isStarted, leftMs, releaseMs } from '../scheduling/operation-work.ts'
import { hourMs, minuteMs } from '../time/units.ts'
import type { WorkCalendar } from '../time/work-calendar.ts'
import type { OperationForecast, ProjectForecast } from './forecast-shop.ts'
import { awayVerdict, type CauseVerdict, factorVerdict } from './operation-cause.ts'
import type { Delay, TimedOperation } from './retime-project.ts'
import { type PastFacts, type Span, type WaitPart, waitParts } from './start-waits.ts'

/** Inputs for the delays of a project, besides its forecast. */
export interface DelayFacts {
  /** The first full minute from now on. */
  readonly nowMs: number
  /** Placement reasons of the plan for an operation; null if none are stored. */
  readonly plannedReasons: (operationId: string) => Placement | null
  /** Forecast end of open work in any project; null if it is not open or has no date. */
  readonly endOf: (operationId: string) => number | null
  /** Working hours that a started operation spent on hold. */
  readonly heldHours: (row: OperationForecast) => number
  readonly isOutside: (row: OperationForecast) => boolean
  /** Stored facts about the past, if there are any. */
  readonly past?: PastFacts
  /** Working hours of one working day. */
  readonly hoursPerDay: (calendar: WorkCalendar) => number
  /** The calendar without holidays, downtime and days without a shift. */
  readonly openDays: (calendar: WorkCalendar) => WorkCalendar
}

const plannedLater = (untilMs: number): CauseVerdict => ({
  cause: { code: 'planned', untilMs },
  remedy: { code: 'reschedule' },
})

/** The resolution of the plan. */

const isQueue = ({ code }: PlacementFactor): boolean =>
  code === 'workCentreBusy' || code === 'sequence' || code === 'changeover'

type Links = TimedOperation['predecessors']
/** Dates of started or completed work, and its delays. */
type Begun = Pick<TimedOperation, 'workMs' | 'delays'> & {
  readonly kept: NonNullable<TimedOperation['kept']>
  readonly floorMs: number
}

const hasDates = (row: OperationForecast, begun: Begun | null | undefined): boolean =>
  row.completed ? Boolean(begun) : row.forecastStartMs !== null && row.forecastEndMs !== null

/** The project's operations with the reasons for their forecast dates, in the same order; null = no date. */
export const timedOperations = (of: ProjectForecast, facts: DelayFacts): (TimedOperation | null)[] => {
  const begun = of.operations.map((row) =>
    row.completed ? completedWork(row, facts) : isStarted(row.source) ? startedWork(row, facts) : null,
  )
  return of.operations.map((row, index) => {
    const own = begun[index]
    if (!hasDates(row, own)) return null
    const links = row.predecessors.filter(({ index: from }) => {
      const before = of.operations[from]
      return before !== undefined && hasDates(before, begun[from])
    })
    return own ? begunOperation(of, row, own, links, begun, facts) : openOperation(of, row, links, begun, facts)
  })
}

/** Work that has begun did not wait for work that has not begun yet, and it did not wait longer than it actually did. */
const begunOperation = (
  of: ProjectForecast,
  row: OperationForecast,
  own: Begun,
  links: Links,
  begun: readonly (Begun | null)[],
  facts: DelayFacts,
): TimedOperation => {
  const { calendar } = row
  const { startMs } = own.kept
  const startWork = calendar.toWork(startMs)
  const predecessors = links.flatMap(({ index, ...lag }) => {
    const before = begun[index]
    if (!before) return []
    const { endMs } = before.kept
    const waitMs = lag.waitMs > 0 ? Math.min(lag.waitMs, startMs - endMs) : 0
    const lagMs = Math.min(lag.lagMs, startWork - calendar.toWork(endMs + waitMs))
    // The work has begun, so its start shows how far the two overlap.
    return [{ index, waitMs, lagMs, leftPercent: 0 }]
  })
  const conditions = [materialDelay(row, startMs), releaseDelay(of, startMs)].flatMap((delay) => delay ?? [])
  const follows = predecessors.length > 0
  const readyMs = follows ? followedMs(row, predecessors, begun) : own.floorMs
  const wait = { fromMs: Math.max(readyMs, ...conditions.map(({ atMs }) => atMs)), toMs: startMs }
  const parts = waitParts({ of, row, past: facts.past, spanOf: spanOf(facts) }, wait)
  return {
    ...own,
    calendar,
    wholeMs: Math.round(row.source.durationHours * hourMs) || 0,
    openDays: facts.openDays,
    floorMs: follows ? -Infinity : own.floorMs,
    predecessors,
    isBegun: true,
    waits: false,
    closed: null,
    away: row.completed ? null : awayDelay(row, own.workMs, facts),
    waitParts: parts,
    delays: [
      ...own.delays,
      ...waitDelays(row, parts, startMs),
      ...(follows
        ? [{ kind: 'waited', atMs: readyMs, workMs: 0, verdict: () => followedVerdict(parts) } as const]
        : []),
      ...conditions,
    ],
  }
}

/** Cause of a start that follows directly from the predecessors, which is no delay by itself. */
const followedVerdict = (parts: readonly WaitPart[]): CauseVerdict =>
  parts[0]?.verdict ?? { cause: { code: 'startedLate', hours: 0, days: 0 }, remedy: { code: 'none' } }

/** Converts the parts of a wait that ended at `untilMs` to delays, the last part first. Each prevents the start until its part is over. */
const waitDelays = ({ calendar }: OperationForecast, parts: readonly WaitPart[], untilMs: number): Delay[] => {
  let work = calendar.toWork(untilMs)
  return parts.toReversed().map(({ workMs, verdict }, index): Delay => {
    const atMs = index === 0 ? untilMs : calendar.endWall(work)
    work -= workMs
    return { kind: 'start', atMs, workMs: 0, verdict: () => verdict }
  })
}

/** The start that the predecessors allow; all of them must have begun. */
const followedMs = ({ calendar }: OperationForecast, links: Links, begun: readonly (Begun | null)[]): number =>
  Math.max(
    ...links.map(({ index, lagMs, waitMs }) => {
      const endMs = (begun[index]?.kept.endMs ?? -Infinity) + waitMs
      return lagMs > 0 ? calendar.endWall(calendar.toWork(endMs) + lagMs) : endMs
    }),
  )

/** What an operation waited for until now, since it could have started apart from its material and its release. */
const pastWaits = (
  of: ProjectForecast,
  row: OperationForecast,
  followedMs: number,
  conditions: readonly Delay[],
  facts: DelayFacts,
): readonly WaitPart[] => {
  const { calendar } = row
  const last = conditions.toSorted((a, b) => a.atMs - b.atMs).at(-1)
  const wait = { fromMs: followedMs, toMs: facts.nowMs }
  if (last && last.atMs > facts.nowMs) {
    const workMs = Math.max(0, calendar.toWork(wait.toMs) - calendar.toWork(wait.fromMs))
    return [{ workMs, verdict: last.verdict() }]
  }
  const ready = { ...wait, fromMs: Math.max(wait.fromMs, last?.atMs ?? -Infinity) }
  return waitParts({ of, row, past: facts.past, spanOf: spanOf(facts) }, ready)
}

const openOperation = (
  of: ProjectForecast,
  row: OperationForecast,
  links: Links,
  begun: readonly (Begun | null)[],
  facts: DelayFacts,
): TimedOperation => {
  const { calendar, source, landing } = row
  const [startMs, endMs] = [row.forecastStartMs ?? -Infinity, row.forecastEndMs ?? -Infinity]
  const fixed = landing.placement.factors.find(({ code }) => code === 'pinned' || code === 'frozen')
  const kept = fixed ? { startMs, endMs } : null
  const delays: Delay[] = []
  if (fixed) {
    const verdict = () => factorVerdict(fixed, source.categoryId, of.project.priority)
    delays.push({ kind: 'fixed', atMs: -Infinity, workMs: 0, verdict })
  } else addStartDelays(delays, of, row, startMs, facts)
  const conditions = [materialDelay(row), releaseDelay(of)].flatMap((delay) => delay ?? [])
  delays.push(...conditions)
  const isRoot = !links.some(({ index }) => of.operations[index]?.completed === false)
  const follows = !fixed && isRoot && links.length > 0
  const plannedMs = source.scheduledStartMs
  const isUnstarted = !fixed && !isUnreleased(of, facts) && isNotStarted(of, row, facts)
  // Work without open predecessors can start now, or at its planned start if that has passed.
  const floorMs = isUnstarted && plannedMs !== null ? plannedMs : facts.nowMs
  const waits: WaitPart[] = []
  if (follows || isUnstarted)
    waits.push(...pastWaits(of, row, follows ? followedMs(row, links, begun) : floorMs, conditions, facts))
  delays.push(...waitDelays(row, waits, facts.nowMs), ...paceDelays(row, facts))
  const workMs = calendar.toWork(endMs) - calendar.toWork(startMs)
  return {
    calendar,
    openDays: facts.openDays,
    workMs,
    wholeMs: null,
    floorMs: isRoot && !follows ? floorMs : -Infinity,
    predecessors: links,
    kept,
    isBegun: false,
    waits: true,
    delays,
    closed: closedDelay(of, row, startMs, endMs),
    away: awayDelay(row, workMs, facts),
    waitParts: waits,
  }
}

/** The time at a supplier; null for work done in house. */
const awayDelay = (row: OperationForecast, workMs: number, { isOutside }: DelayFacts): Delay | null => {
  if (!isOutside(row)) return null
  const hours = Math.round(workMs / (hourMs / 10)) / 10
  return { kind: 'away', atMs: -Infinity, workMs, verdict: () => awayVerdict(row.source.categoryId, hours) }
}

const closedDelay = (of: ProjectForecast, row: OperationForecast, startMs: number, endMs: number): Delay => {
  const { calendar, source } = row
  const verdict = () => {
    const holiday = calendar.holidayBetween(startMs, endMs)
    const factor = { code: 'closed', at: endMs, binding: true, holiday } as const
    return factorVerdict(factor, source.categoryId, of.project.priority)
  }
  return { kind: 'closed', atMs: -Infinity, workMs: 0, verdict }
}

const spanOf =
  ({ hoursPerDay }: Pick<DelayFacts, 'hoursPerDay'>) =>
  (calendar: WorkCalendar, workMs: number): Span => {
    const hours = Math.round(workMs / minuteMs) / 60
    return { hours, days: hours / hoursPerDay(calendar) }
  }

/** How much longer the remaining work takes at its learned pace than by its estimate, in ms; 0 if not longer. */
const paceMsOf = ({ source, completed }: OperationForecast): number => {
  if (completed) return 0
  const { durationHours, estimateHours = durationHours, progressPercentage } = source
  return Math.max(0, leftMs({ durationHours: durationHours - estimateHours, progressPercentage }) || 0)
}

/** The delay that a learned pace is: with the estimate alone, the work would end earlier. */
const paceDelays = (row: OperationForecast, facts: DelayFacts): Delay[] => {
  const workMs = paceMsOf(row)
  if (workMs === 0) return []
  const { categoryId, durationHours, estimateHours = durationHours } = row.source
  const factor = shownFactor(durationHours / estimateHours)
  const verdict = (): CauseVerdict => ({
    cause: { code: 'learnedPace', categoryId, factor, ...spanOf(facts)(row.calendar, workMs) },
    remedy: facts.isOutside(row) ? { code: 'moveShipDate' } : { code: 'addOvertime', categoryId },
  })
  return [{ kind: 'work', atMs: -Infinity, workMs, verdict }]
}

/** Delays of started or completed work: it ran over its estimate, or was on hold. */
const begunWork = (row: OperationForecast, kept: Begun['kept'], heldMs: number, facts: DelayFacts): Begun => {
  const { calendar, source, completed } = row
  const { startMs, endMs } = kept
  const workMs = Math.max(0, calendar.toWork(endMs) - calendar.toWork(startMs))
  const { durationHours, estimateHours = durationHours } = source
  const paceMs = paceMsOf(row)
  const longerMs = workMs - heldMs - paceMs - estimateHours * hourMs
  const plannedMs = source.scheduledStartMs ?? startMs
  const remedy = { code: completed ? 'none' : 'reportProgress' } as const
  const delays: Delay[] = []
  if (longerMs > 0) {
    const cause = {
      code: completed ? 'tookLonger' : 'longerThanEstimated',
      ...spanOf(facts)(calendar, longerMs),
    } as const
    delays.push({ kind: 'work', atMs: -Infinity, workMs: longerMs, verdict: () => ({ cause, remedy }) })
  }
  if (heldMs > 0) {
    const cause = { code: 'onHold', ...spanOf(facts)(calendar, heldMs) } as const
    const verdict = (): CauseVerdict => ({ cause, remedy: { code: 'none' } })
    delays.push({ kind: 'work', atMs: -Infinity, workMs: heldMs, verdict })
  }
  delays.push(...paceDelays(row, facts))
  return { workMs, floorMs: Math.min(plannedMs, startMs), kept, delays }
}

/** Working time on hold between start and end. */
const heldMsOf = (row: OperationForecast, { startMs, endMs }: Begun['kept'], { heldHours }: DelayFacts): number =>
  Math.min(heldHours(row) * hourMs, row.calendar.toWork(endMs) - row.calendar.toWork(startMs))

const completedWork = (row: OperationForecast, facts: DelayFacts): Begun | null => {
  const [startMs, endMs] = completedDates(row.source, facts.nowMs)
  if (startMs === null || endMs === null) return null
  const { actualStartMs, actualEndMs } = row.source
  const kept = { startMs, endMs }
  if (actualStartMs !== null && actualEndMs !== null) return begunWork(row, kept, heldMsOf(row, kept, facts), facts)
  return { workMs: 0, floorMs: startMs, kept, delays: [] }
}

const startedWork = (row: OperationForecast, facts: DelayFacts): Begun | null => {
  const { forecastStartMs: startMs, forecastEndMs: endMs } = row
  if (startMs === null || endMs === null) return null
  const kept = { startMs, endMs }
  return begunWork(row, kept, heldMsOf(row, kept, facts), facts)
}

const isUnreleased = ({ project }: ProjectForecast, { nowMs }: DelayFacts): boolean =>
  (releaseMs(project) ?? -Infinity) > nowMs

/** The wait for the release of the project; null if the operation began before it. */
const releaseDelay = ({ project }: ProjectForecast, startMs = Infinity): Delay | null => {
  const atMs = releaseMs(project)
  if (atMs === null || atMs > startMs) return null
  const cause = { code: 'release', untilMs: atMs } as const
  const remedy = { code: startMs === Infinity ? 'moveShipDate' : 'none' } as const
  return { kind: 'start', atMs, workMs: 0, verdict: () => ({ cause, remedy }) }
}

/** The wait for the material of an operation; null if it began without it. */
const materialDelay = ({ source: { materialReadyMs } }: OperationForecast, startMs = Infinity): Delay | null => {
  if (materialReadyMs === null || materialReadyMs > startMs) return null
  const cause = { code: 'material', untilMs: materialReadyMs } as const
  const remedy = { code: startMs === Infinity ? 'materialSooner' : 'none' } as const
  return { kind: 'start', atMs: materialReadyMs, workMs: 0, verdict: () => ({ cause, remedy }) }
}

/** Whether the blocking operation belongs to another project. */
const isElsewhere = (of: ProjectForecast, row: OperationForecast, factor: PlacementFactor): boolean =>
  factor.code === 'predecessor' &&
  !row.predecessors.some(({ index }) => of.operations[index]?.source.operationId === factor.operationId)

/** Whether the operation could have begun by now. */
const isNotStarted = (of: ProjectForecast, row: OperationForecast, { nowMs }: DelayFacts): boolean => {
  const { scheduledStartMs: plannedMs } = row.source
  if (plannedMs === null || plannedMs >= nowMs || row.openPredecessor >= 0) return false
  return !row.landing.placement.factors.some((factor) => isElsewhere(of, row, factor))
}

/** Adds what an unpinned operation waits for, apart from the operations of its project and its release. */
const addStartDelays = (
  delays: Delay[],
  of: ProjectForecast,
  row: OperationForecast,
  startMs: number,
  facts: DelayFacts,
): void => {
  const { factors } = row.landing.placement
  const verdictOf = (factor: PlacementFactor) => factorVerdict(factor, row.source.categoryId, of.project.priority)
  for (const factor of factors) {
    const isQueued = isQueue(factor)
    if (!isQueued && !isElsewhere(of, row, factor)) continue
    // Before a changeover, the work center was busy.
    const atMs = isQueued && factor.binding ? startMs : factor.at
    delays.push({ kind: 'start', atMs, workMs: 0, verdict: () => verdictOf(factor) })
  }
  const atMs = row.source.scheduledStartMs
  if (atMs === null || (atMs < facts.nowMs && row.openPredecessor < 0)) return
  const isBinding = factors.some(({ code, binding }) => code === 'planned' && binding)
  if (!isBinding && followsPlan(of, row, atMs)) return
  let found: CauseVerdict | null | undefined
  const verdict = (): CauseVerdict | null => {
    if (found === undefined) found = plannedVerdict(row, atMs, verdictOf, facts)
    return found
  }
  const counts = isBinding && !isMaterialDate(row, atMs) ? null : () => verdict() !== null
  delays.push({ kind: 'start', atMs, workMs: 0, counts, verdict: () => verdict() ?? plannedLater(atMs) })
}

/** Whether its material arrives only after its planned start. */
const isMaterialDate = ({ calendar, source: { materialReadyMs } }: OperationForecast, plannedMs: number): boolean =>
  materialReadyMs !== null && calendar.toWork(materialReadyMs) >= calendar.toWork(plannedMs)

/** Whether its planned start is the end of one of its predecessors. */
const followsPlan = (of: ProjectForecast, { calendar, predecessors }: OperationForecast, plannedMs: number): boolean =>
  predecessors.some(({ index, waitMs }) => {
    const end = of.operations[index]?.source.scheduledEndMs ?? null
    return end !== null && calendar.toWork(end + waitMs) === calendar.toWork(plannedMs)
  })

/**
 * Why the plan starts an operation at its time: the stored reason, if it still holds. Null if the operation only
 * follows its predecessors or its material, which are separate delays.
 */
const plannedVerdict = (
  row: OperationForecast,
  plannedMs: number,
  verdictOf: (factor: PlacementFactor) => CauseVerdict,
  { plannedReasons, endOf }: DelayFacts,
): CauseVerdict | null => {
  const { source, calendar } = row
  const factors = (plannedReasons(source.operationId)?.factors ?? []).filter(({ binding }) => binding)
  const queue = factors.find(isQueue)
  if (queue && 'operationId' in queue) {
    const end = queue.operationId === null ? plannedMs : endOf(queue.operationId)
    if (end !== null && calendar.toWork(end) >= calendar.toWork(plannedMs)) return verdictOf(queue)
  }
  const isSaid = isMaterialDate(row, plannedMs) || factors.some(({ code }) => code === 'predecessor')
  return isSaid ? null : plannedLater(plannedMs)
}
