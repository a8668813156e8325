import type { Placement, PlacementFactor } from '#contract/placement.ts'
import { completedDates, hourMs, isStarted, releaseMs } from '../scheduling/operation-work.ts'
import type { WorkCalendar } from '../time/work-calendar.ts'
import type { OperationForecast, ProjectForecast } from './forecast-shop.ts'
import { awayVerdict, type CauseVerdict, factorVerdict } from './operation-cause.ts'
import type { Delay, TimedOperation } from './retime-project.ts'

/** What the delays of a project are read from, besides its forecast. */
export interface DelayFacts {
  /** The first full minute from now on. */
  readonly nowMs: number
  /** The reasons of the plan for an operation; null = none are stored. */
  readonly plannedReasons: (operationId: string) => Placement | null
  /** The forecast end of open work of any project; null = it is not open, or has no date. */
  readonly endOf: (operationId: string) => number | null
  /** Working hours that begun work was on hold since its start. */
  readonly heldHours: (row: OperationForecast) => number
  readonly isOutside: (row: OperationForecast) => boolean
  /** Working hours of one working day. */
  readonly hoursPerDay: (calendar: WorkCalendar) => number
  /** The calendar without holidays, downtime and days without a shift. */
  readonly openDays: (calendar: WorkCalendar) => WorkCalendar
}

type Verdict = CauseVerdict['cause']

const plannedLater = (untilMs: number): CauseVerdict => ({
  cause: { code: 'planned', untilMs },
  remedy: { code: 'reschedule' },
})

const isQueue = ({ code }: PlacementFactor): boolean =>
  code === 'workCentreBusy' || code === 'sequence' || code === 'changeover'

type Links = TimedOperation['predecessors']
/** Dates of work that was begun or is completed, and what made them late. */
type Begun = Pick<TimedOperation, 'workMs' | 'delays'> & {
  readonly kept: NonNullable<TimedOperation['kept']>
  readonly floorMs: number
}

const hasDates = (row: OperationForecast, begun: Begun | null | undefined): boolean =>
  row.completed ? Boolean(begun) : row.forecastStartMs !== null && row.forecastEndMs !== null

/** The project's operations as their forecast dates came about, by the same index; null = no date. */
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
    return own ? begunOperation(row, own, links, begun, facts) : openOperation(of, row, links, begun, facts)
  })
}

/** Work that was begun did not wait for work that is not begun yet, and for no longer than it did. */
const begunOperation = (
  row: OperationForecast,
  own: Begun,
  links: Links,
  begun: readonly (Begun | null)[],
  facts: DelayFacts,
): TimedOperation => {
  const { calendar } = row
  const startWork = calendar.toWork(own.kept.startMs)
  const predecessors = links.flatMap(({ index, ...lag }) => {
    const before = begun[index]
    if (!before) return []
    const { endMs } = before.kept
    const waitMs = lag.waitMs > 0 ? Math.min(lag.waitMs, own.kept.startMs - endMs) : 0
    const lagMs = Math.min(lag.lagMs, startWork - calendar.toWork(endMs + waitMs))
    // It has begun, so that its start says how far they overlap.
    return [{ index, waitMs, lagMs, leftPercent: 0 }]
  })
  const material = materialDelay(row, own.kept.startMs)
  const materials = material ? [material] : []
  const away = row.completed ? null : awayDelay(row, own.workMs, facts)
  const timed = {
    ...own,
    calendar,
    wholeMs: Math.round(row.source.durationHours * hourMs) || 0,
    openDays: facts.openDays,
    predecessors,
    isBegun: true,
    waits: false,
    closed: null,
    away,
  }
  if (predecessors.length === 0) return { ...timed, delays: [...own.delays, ...materials] }
  const ready = Math.max(readyWork(row, predecessors, begun), material ? calendar.toWork(material.atMs) : -Infinity)
  // What was planned before its predecessors had ended is late because of them.
  const atMs = Math.max(own.floorMs, calendar.endWall(ready))
  const cause = { code: 'waited', ...spanOf(row, Math.max(0, calendar.toWork(atMs) - ready), facts) } as const
  const waited: Delay = { kind: 'waited', atMs, workMs: 0, verdict: () => ({ cause, remedy: { code: 'none' } }) }
  return { ...timed, floorMs: -Infinity, delays: [...own.delays, waited, ...materials] }
}

/** Work of the operation's calendar at which its predecessors, all of them begun, let it start. */
const readyWork = ({ calendar }: OperationForecast, links: Links, begun: readonly (Begun | null)[]): number =>
  Math.max(
    ...links.map(
      ({ index, lagMs, waitMs }) => calendar.toWork((begun[index]?.kept.endMs ?? -Infinity) + waitMs) + lagMs,
    ),
  )

const openOperation = (
  of: ProjectForecast,
  row: OperationForecast,
  links: Links,
  begun: readonly (Begun | null)[],
  facts: DelayFacts,
): TimedOperation => {
  const { calendar, source, placement } = row
  const [startMs, endMs] = [row.forecastStartMs ?? -Infinity, row.forecastEndMs ?? -Infinity]
  const fixed = placement.factors.find(({ code }) => code === 'pinned' || code === 'frozen')
  const kept = fixed ? { startMs, endMs } : null
  const delays: Delay[] = []
  if (fixed) {
    const verdict = () => factorVerdict(fixed, source.categoryId, of.project.priority)
    delays.push({ kind: 'fixed', atMs: -Infinity, workMs: 0, verdict })
  } else addStartDelays(delays, of, row, startMs, facts)
  const release = releaseDelay(of, facts)
  if (release) delays.push(release)
  const material = materialDelay(row)
  if (material) delays.push(material)
  const awaited = material && material.atMs > facts.nowMs ? material : null
  const arrivedMs = material && !awaited ? material.atMs : -Infinity
  const isRoot = !links.some(({ index }) => of.operations[index]?.completed === false)
  const readyAt =
    !fixed && isRoot && links.length > 0 ? Math.max(readyWork(row, links, begun), calendar.toWork(arrivedMs)) : null
  const plannedMs = source.scheduledStartMs
  const isUnstarted = !fixed && !release && isNotStarted(of, row, facts)
  // What waits for no other open work starts from now on, or from its planned start on if that has passed.
  const floorMs = isUnstarted && plannedMs !== null ? plannedMs : facts.nowMs
  const since = readyAt ?? calendar.toWork(Math.max(plannedMs ?? facts.nowMs, arrivedMs))
  const verdict = (): CauseVerdict => {
    if (awaited) return awaited.verdict()
    const span = spanOf(row, Math.max(0, calendar.toWork(facts.nowMs) - since), facts)
    return { cause: { code: 'notStarted', ...span }, remedy: { code: 'startNow' } }
  }
  if (isUnstarted) delays.push({ kind: 'notStarted', atMs: facts.nowMs, workMs: 0, verdict })
  if (readyAt !== null) delays.push({ kind: 'waited', atMs: floorMs, workMs: 0, verdict })
  const workMs = calendar.toWork(endMs) - calendar.toWork(startMs)
  return {
    calendar,
    openDays: facts.openDays,
    workMs,
    wholeMs: null,
    floorMs: isRoot && readyAt === null ? floorMs : -Infinity,
    predecessors: links,
    kept,
    isBegun: false,
    waits: true,
    delays,
    closed: closedDelay(of, row, startMs, endMs),
    away: awayDelay(row, workMs, facts),
  }
}

/** The time at a supplier; null = the work is done here. */
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

const spanOf = (
  row: OperationForecast,
  workMs: number,
  { hoursPerDay }: DelayFacts,
): Pick<Verdict, 'hours' | 'days'> => {
  const hours = Math.round(workMs / (hourMs / 10)) / 10
  return { hours, days: hours / hoursPerDay(row.calendar) }
}

/** Work that was begun, or is completed: it took longer than estimated, was on hold, or was begun late. */
const begunWork = (row: OperationForecast, kept: Begun['kept'], heldMs: number, facts: DelayFacts): Begun => {
  const { calendar, source, completed } = row
  const { startMs, endMs } = kept
  const workMs = Math.max(0, calendar.toWork(endMs) - calendar.toWork(startMs))
  const longerMs = workMs - heldMs - source.durationHours * hourMs
  const plannedMs = source.scheduledStartMs ?? startMs
  const remedy = { code: completed ? 'none' : 'reportProgress' } as const
  const delays: Delay[] = []
  if (longerMs > 0) {
    const cause = { code: completed ? 'tookLonger' : 'longerThanEstimated', ...spanOf(row, longerMs, facts) } as const
    delays.push({ kind: 'work', atMs: -Infinity, workMs: longerMs, verdict: () => ({ cause, remedy }) })
  }
  if (heldMs > 0) {
    const cause = { code: 'onHold', ...spanOf(row, heldMs, facts) } as const
    const verdict = (): CauseVerdict => ({ cause, remedy: { code: 'none' } })
    delays.push({ kind: 'work', atMs: -Infinity, workMs: heldMs, verdict })
  }
  if (plannedMs < startMs) {
    const span = spanOf(row, calendar.toWork(startMs) - calendar.toWork(plannedMs), facts)
    const cause = { code: 'startedLate', ...span } as const
    delays.push({ kind: 'start', atMs: startMs, workMs: 0, verdict: () => ({ cause, remedy }) })
  }
  return { workMs, floorMs: Math.min(plannedMs, startMs), kept, delays }
}

const completedWork = (row: OperationForecast, facts: DelayFacts): Begun | null => {
  const [startMs, endMs] = completedDates(row.source, facts.nowMs)
  if (startMs === null || endMs === null) return null
  const { actualStartMs, actualEndMs } = row.source
  const kept = { startMs, endMs }
  if (actualStartMs !== null && actualEndMs !== null) return begunWork(row, kept, 0, facts)
  return { workMs: 0, floorMs: startMs, kept, delays: [] }
}

const startedWork = (row: OperationForecast, facts: DelayFacts): Begun | null => {
  const { calendar, forecastStartMs: startMs, forecastEndMs: endMs } = row
  if (startMs === null || endMs === null) return null
  const heldMs = Math.min(facts.heldHours(row) * hourMs, calendar.toWork(endMs) - calendar.toWork(startMs))
  return begunWork(row, { startMs, endMs }, heldMs, facts)
}

const releaseDelay = ({ project }: ProjectForecast, { nowMs }: DelayFacts): Delay | null => {
  const atMs = releaseMs(project)
  if (atMs === null || atMs <= nowMs) return null
  const factor = { code: 'release', at: atMs, binding: true } as const
  return { kind: 'start', atMs, workMs: 0, verdict: () => factorVerdict(factor, null, project.priority) }
}

/** The wait for the material of an operation, unless it began without it. */
const materialDelay = ({ source: { materialReadyMs } }: OperationForecast, startMs = Infinity): Delay | null => {
  if (materialReadyMs === null || materialReadyMs > startMs) return null
  const cause = { code: 'material', untilMs: materialReadyMs } as const
  const remedy = { code: startMs === Infinity ? 'materialSooner' : 'none' } as const
  return { kind: 'start', atMs: materialReadyMs, workMs: 0, verdict: () => ({ cause, remedy }) }
}

/** A predecessor that belongs to another project. */
const isElsewhere = (of: ProjectForecast, row: OperationForecast, factor: PlacementFactor): boolean =>
  factor.code === 'predecessor' &&
  !row.predecessors.some(({ index }) => of.operations[index]?.source.operationId === factor.operationId)

/** Whether it could have begun by now. */
const isNotStarted = (of: ProjectForecast, row: OperationForecast, { nowMs }: DelayFacts): boolean => {
  const { scheduledStartMs: plannedMs } = row.source
  if (plannedMs === null || plannedMs >= nowMs || row.openPredecessor >= 0) return false
  return !row.placement.factors.some((factor) => isElsewhere(of, row, factor))
}

/** What a free operation waits for besides the operations of its project and its release. */
const addStartDelays = (
  delays: Delay[],
  of: ProjectForecast,
  row: OperationForecast,
  startMs: number,
  facts: DelayFacts,
): void => {
  const { factors } = row.placement
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

/** Whether its material is not ready before it is planned to start. */
const isMaterialDate = ({ calendar, source: { materialReadyMs } }: OperationForecast, plannedMs: number): boolean =>
  materialReadyMs !== null && calendar.toWork(materialReadyMs) >= calendar.toWork(plannedMs)

/** Whether the plan has it start when one of its predecessors ends. */
const followsPlan = (of: ProjectForecast, { calendar, predecessors }: OperationForecast, plannedMs: number): boolean =>
  predecessors.some(({ index, waitMs }) => {
    const end = of.operations[index]?.source.scheduledEndMs ?? null
    return end !== null && calendar.toWork(end + waitMs) === calendar.toWork(plannedMs)
  })

/**
 * Why the plan has an operation start then: the reason that is stored with it, as long as it still holds. Null = it only follows
 * its predecessors or its material, which are delays of their own.
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
