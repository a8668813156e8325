import type { Placement, PlacementFactor } from '#contract/placement.ts'
import { completedDates, hourMs, isStarted, lagMs, releaseMs } from '../scheduling/operation-work.ts'
import type { WorkCalendar } from '../time/work-calendar.ts'
import type { OperationForecast, ProjectForecast } from './forecast-shop.ts'
import { type CauseVerdict, factorVerdict } from './operation-cause.ts'
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

const isQueue = ({ code }: PlacementFactor): boolean => code === 'workCentreBusy' || code === 'sequence'

/** A project, and where its operations are in it. */
interface Own {
  readonly of: ProjectForecast
  readonly indexOf: ReadonlyMap<string, number>
}

/** The project's operations as their forecast dates came about, by the same index; null = no date. */
export const timedOperations = (of: ProjectForecast, facts: DelayFacts): (TimedOperation | null)[] => {
  const indexOf = new Map(of.operations.map(({ source }, index) => [source.operationId, index]))
  const all = of.operations.map((row) =>
    row.completed ? completedWork(row, facts) : openWork({ of, indexOf }, row, facts),
  )
  return of.operations.map((row, index) => {
    const timed = all[index]
    if (!timed) return null
    const links = row.source.dependencies.flatMap(({ operationId, lagHours }) => {
      const from = indexOf.get(operationId)
      return from === undefined || !all[from] ? [] : [{ index: from, lagMs: lagMs(lagHours) }]
    })
    if (timed.isBegun) {
      // It did not wait for work that is not begun yet, and for no longer than it did.
      const startWork = row.calendar.toWork(timed.kept?.startMs ?? -Infinity)
      const predecessors = links.flatMap(({ index: from, lagMs: lag }) => {
        const before = all[from]
        const end = before?.isBegun ? row.calendar.toWork(before.kept?.endMs ?? -Infinity) : null
        return end === null ? [] : [{ index: from, lagMs: Math.min(lag, startWork - end) }]
      })
      const begun = withWait({ ...timed, floorMs: timed.floorMs ?? -Infinity, predecessors }, all, row, facts)
      return { ...begun, delays: [...begun.delays, ...materialDelays(row, begun.kept?.startMs)] }
    }
    const isRoot = !links.some((link) => of.operations[link.index]?.completed === false)
    const floored = { ...withFloor(timed, row, isRoot, facts), predecessors: links }
    return isRoot && !timed.kept ? withWait(floored, all, row, facts) : floored
  })
}

/** Work whose predecessors have all ended or begun, with the time from their end to the start that it had, or has at the earliest. */
const withWait = (
  timed: TimedOperation,
  all: readonly (Timed | null)[],
  row: OperationForecast,
  facts: DelayFacts,
): TimedOperation => {
  const { calendar, floorMs, delays, predecessors, isBegun } = timed
  if (predecessors.length === 0) return timed
  const ready = predecessors.map(({ index, lagMs: lag }) => calendar.toWork(all[index]?.kept?.endMs ?? -Infinity) + lag)
  const [material] = materialDelays(row, timed.kept?.startMs)
  const awaited = material && material.atMs > facts.nowMs ? material : null
  const readyWork = Math.max(...ready, material && !awaited ? calendar.toWork(material.atMs) : -Infinity)
  // What was planned before its predecessors had ended is late because of them.
  const atMs = isBegun ? Math.max(floorMs, calendar.endWall(readyWork)) : floorMs
  const waitedMs = Math.max(0, calendar.toWork(isBegun ? atMs : facts.nowMs) - readyWork)
  const cause = { code: isBegun ? 'waited' : 'notStarted', ...spanOf(row, waitedMs, facts) } as const
  const verdict = awaited?.verdict ?? { cause, remedy: { code: isBegun ? ('none' as const) : ('startNow' as const) } }
  const other = delays.map((delay) =>
    delay.kind === 'start' && delay.verdict.cause.code === 'notStarted' ? { ...delay, verdict } : delay,
  )
  return { ...timed, floorMs: -Infinity, delays: [...other, { kind: 'waited', atMs, verdict }] }
}

type Timed = Omit<TimedOperation, 'predecessors' | 'floorMs'> & { readonly floorMs?: number }

/** What waits for no other open work starts from now on, or from its planned start on if that has passed. */
const withFloor = (
  timed: Timed,
  { source: { scheduledStartMs } }: OperationForecast,
  isRoot: boolean,
  { nowMs }: DelayFacts,
): Omit<TimedOperation, 'predecessors'> => {
  if (timed.floorMs !== undefined) return { ...timed, floorMs: timed.floorMs }
  const hasPassed = scheduledStartMs !== null && scheduledStartMs < nowMs
  const waitsForNow = timed.delays.some(
    (delay) =>
      delay.kind === 'start' && delay.atMs === nowMs && ['notStarted', 'material'].includes(delay.verdict.cause.code),
  )
  return { ...timed, floorMs: !isRoot ? -Infinity : hasPassed && waitsForNow ? scheduledStartMs : nowMs }
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
const begunWork = (
  row: OperationForecast,
  startMs: number,
  endMs: number,
  heldMs: number,
  facts: DelayFacts,
): Timed => {
  const { calendar, source, completed } = row
  const workMs = Math.max(0, calendar.toWork(endMs) - calendar.toWork(startMs))
  const longerMs = workMs - heldMs - source.durationHours * hourMs
  const span = (ms: number) => spanOf(row, ms, facts)
  const remedy = { code: completed ? 'none' : 'reportProgress' } as const
  const delays: Delay[] = []
  if (longerMs > 0) {
    const code = completed ? 'tookLonger' : 'longerThanEstimated'
    delays.push({ kind: 'work', workMs: longerMs, verdict: { cause: { code, ...span(longerMs) }, remedy } })
  }
  if (heldMs > 0) {
    const cause = { code: 'onHold', ...span(heldMs) } as const
    delays.push({ kind: 'work', workMs: heldMs, verdict: { cause, remedy: { code: 'none' } } })
  }
  const plannedMs = source.scheduledStartMs ?? startMs
  if (plannedMs < startMs) {
    const cause = { code: 'startedLate', ...span(calendar.toWork(startMs) - calendar.toWork(plannedMs)) } as const
    delays.push({ kind: 'start', atMs: startMs, verdict: { cause, remedy } })
  }
  const floorMs = Math.min(plannedMs, startMs)
  return { calendar, workMs, floorMs, kept: { startMs, endMs }, isBegun: true, delays }
}

const completedWork = (row: OperationForecast, facts: DelayFacts): Timed | null => {
  const [startMs, endMs] = completedDates(row.source, facts.nowMs)
  if (startMs === null || endMs === null) return null
  const { actualStartMs, actualEndMs } = row.source
  if (actualStartMs !== null && actualEndMs !== null) return begunWork(row, startMs, endMs, 0, facts)
  const { calendar } = row
  return { calendar, workMs: 0, floorMs: startMs, kept: { startMs, endMs }, isBegun: true, delays: [] }
}

const openWork = ({ of, indexOf }: Own, row: OperationForecast, facts: DelayFacts): Timed | null => {
  const { calendar, forecastStartMs: startMs, forecastEndMs: endMs, source, placement } = row
  if (startMs === null || endMs === null) return null
  if (isStarted(source)) {
    const heldMs = Math.min(facts.heldHours(row) * hourMs, calendar.toWork(endMs) - calendar.toWork(startMs))
    return begunWork(row, startMs, endMs, heldMs, facts)
  }
  const workMs = calendar.toWork(endMs) - calendar.toWork(startMs)
  const closed: Delay = {
    kind: 'closed',
    openDays: () => facts.openDays(calendar),
    // Looking for the holiday is expensive, and seldom needed.
    get verdict() {
      const holiday = calendar.holidayBetween(startMs, endMs)
      const factor = { code: 'closed', at: endMs, binding: true, holiday } as const
      return factorVerdict(factor, source.categoryId, of.project.priority)
    },
  }
  const fixed = placement.factors.find(({ code }) => code === 'pinned' || code === 'frozen')
  if (fixed) {
    const verdict = factorVerdict(fixed, source.categoryId, of.project.priority)
    return {
      calendar,
      workMs,
      kept: { startMs, endMs },
      isBegun: false,
      delays: [{ kind: 'fixed', verdict }, ...releaseDelays(of, facts), ...materialDelays(row), closed],
    }
  }
  return {
    calendar,
    workMs,
    kept: null,
    isBegun: false,
    delays: [...startDelays({ of, indexOf }, row, startMs, facts), closed],
  }
}

const releaseDelays = ({ project }: ProjectForecast, { nowMs }: DelayFacts): Delay[] => {
  const atMs = releaseMs(project)
  if (atMs === null || atMs <= nowMs) return []
  const factor = { code: 'release', at: atMs, binding: true } as const
  return [{ kind: 'start', atMs, verdict: factorVerdict(factor, null, project.priority) }]
}

/** The wait for the material of an operation, unless it began without it. */
const materialDelays = (
  { source: { materialReadyMs } }: OperationForecast,
  startMs = Infinity,
): Extract<Delay, { kind: 'start' }>[] => {
  if (materialReadyMs === null || materialReadyMs > startMs) return []
  const cause = { code: 'material', untilMs: materialReadyMs } as const
  const remedy = { code: startMs === Infinity ? 'materialSooner' : 'none' } as const
  return [{ kind: 'start', atMs: materialReadyMs, verdict: { cause, remedy } }]
}

/** What a free operation waits for besides the operations of its project. */
const startDelays = ({ of, indexOf }: Own, row: OperationForecast, startMs: number, facts: DelayFacts): Delay[] => {
  const { source, placement, calendar } = row
  const { nowMs } = facts
  const { factors } = placement
  const verdictOf = (factor: PlacementFactor) => factorVerdict(factor, source.categoryId, of.project.priority)
  const isElsewhere = (factor: PlacementFactor) => factor.code === 'predecessor' && !indexOf.has(factor.operationId)
  const delays = factors
    .filter((factor) => isQueue(factor) || isElsewhere(factor))
    .map((factor): Delay => {
      return { kind: 'start', atMs: isQueue(factor) ? startMs : factor.at, verdict: verdictOf(factor) }
    })
  const plannedMs = source.scheduledStartMs
  if (plannedMs !== null && (plannedMs >= nowMs || row.openPredecessor >= 0)) {
    const isBinding = factors.some(({ code, binding }) => code === 'planned' && binding)
    const follows = source.dependencies.some(({ operationId }) => {
      const end = of.operations[indexOf.get(operationId) ?? -1]?.source.scheduledEndMs ?? null
      return end !== null && calendar.toWork(end) === calendar.toWork(plannedMs)
    })
    const verdict = follows && !isBinding ? null : plannedVerdict(row, plannedMs, isBinding, verdictOf, facts)
    if (verdict) delays.push({ kind: 'start', atMs: plannedMs, verdict })
  }
  const released = releaseDelays(of, facts)
  const material = materialDelays(row)
  delays.push(...released, ...material)
  if (
    released.length === 0 &&
    plannedMs !== null &&
    plannedMs < nowMs &&
    row.openPredecessor < 0 &&
    !factors.some(isElsewhere)
  ) {
    const awaited = material.find(({ atMs }) => atMs > nowMs)
    const readyMs = Math.max(plannedMs, ...material.map(({ atMs }) => atMs))
    const waited = calendar.toWork(nowMs) - calendar.toWork(readyMs)
    const cause = { code: 'notStarted', ...spanOf(row, waited, facts) } as const
    delays.push({ kind: 'start', atMs: nowMs, verdict: awaited?.verdict ?? { cause, remedy: { code: 'startNow' } } })
  }
  return delays
}

/**
 * Why the plan has an operation start then: the reason that is stored with it, as long as it still holds. Null = it only follows
 * its predecessors, which the project's own order says already.
 */
const plannedVerdict = (
  { source, calendar }: OperationForecast,
  plannedMs: number,
  isBinding: boolean,
  verdictOf: (factor: PlacementFactor) => CauseVerdict,
  { plannedReasons, endOf }: DelayFacts,
): CauseVerdict | null => {
  const factors = (plannedReasons(source.operationId)?.factors ?? []).filter(({ binding }) => binding)
  const queue = factors.find(isQueue)
  if (queue && 'operationId' in queue) {
    const end = queue.operationId === null ? plannedMs : endOf(queue.operationId)
    if (end !== null && calendar.toWork(end) >= calendar.toWork(plannedMs)) return verdictOf(queue)
  }
  if (!isBinding && factors.some(({ code }) => code === 'predecessor')) return null
  if (source.materialReadyMs !== null && calendar.toWork(source.materialReadyMs) >= calendar.toWork(plannedMs))
    return null
  return plannedLater(plannedMs)
}
