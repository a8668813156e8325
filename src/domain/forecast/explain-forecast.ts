import type { Placement } from '#contract/placement.ts'
import { valueAt } from '#domain/value-at.ts'
import type { FlatIntervals } from '../time/interval-arithmetic.ts'
import type { WorkCalendar } from '../time/work-calendar.ts'
import type { OperationForecast, ProjectForecast, ShopForecast } from './forecast-shop.ts'
import { decidingLink, type LateLink, lateChain, queueDays } from './late-chain.ts'
import { type CauseVerdict, nothingToExplain, operationCause } from './operation-cause.ts'

const hourMs = 3_600_000
const tenth = (value: number): number => Math.round(value * 10) / 10

/** Data for explanations besides the snapshot, by operation id; only for operations that `wantsReasons`. */
export interface ForecastReasons {
  /** The reasons of its placement in the plan. */
  readonly placements: ReadonlyMap<string, Placement | null>
  /** When started work was on hold, by itself or by its project. */
  readonly heldTime: ReadonlyMap<string, FlatIntervals>
}

/** True for an operation whose state has a cause. */
export const wantsReasons = ({ state }: OperationForecast): boolean =>
  state === 'overdue' || state === 'projectedLate' || state === 'atRisk' || state === 'unscheduled'

/** Part of a project's lateness. */
export interface LatePart extends LateLink {
  readonly operation: OperationForecast
}

export interface ExplainedProject extends ProjectForecast {
  /** The causes of the operations, by the same index. */
  readonly verdicts: readonly CauseVerdict[]
  /** The deciding operation; null = the project is not late or has no open work. */
  readonly decidedBy: LatePart | null
  /** The parts of its lateness, in days. */
  readonly parts: readonly LatePart[]
}

/** The reasons of the plan replace those of the forecast if the forecast only keeps the planned date. */
const decidingPlacement = ({ placement }: OperationForecast, planned: Placement | null): Placement | null => {
  const keepsPlan =
    placement.unplaced?.code === 'notPlanned' ||
    placement.factors.some(({ code, binding }) => code === 'planned' && binding)
  return keepsPlan ? planned : placement
}

/** Finds the cause of each operation's state in a forecast, the first remedy, and what makes projects late. */
export const explainForecast = (
  { nowMs, projects, workingDaysOf }: ShopForecast,
  { placements, heldTime }: ForecastReasons,
): ExplainedProject[] => {
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
  const verdictOf = (of: ProjectForecast, row: OperationForecast): CauseVerdict => {
    if (!wantsReasons(row)) return nothingToExplain
    const { source, calendar } = row
    const { operationId, scheduledStartMs, actualStartMs } = source
    const workedBetween = (fromMs: number | null, toMs: number | null): number =>
      fromMs !== null && toMs !== null && toMs > fromMs
        ? tenth((calendar.toWork(toMs) - calendar.toWork(fromMs)) / hourMs)
        : 0
    const held = heldTime.get(operationId) ?? []
    let heldHours = 0
    for (let i = 0; i < held.length; i += 2)
      heldHours += workedBetween(
        Math.max(valueAt(held, i), actualStartMs ?? nowMs),
        Math.min(valueAt(held, i + 1), nowMs),
      )
    return operationCause({
      operationId,
      state: row.state,
      categoryId: source.categoryId,
      heldById: of.operations[row.heldBy]?.source.operationId ?? null,
      openPredecessorId: of.operations[row.openPredecessor]?.source.operationId ?? null,
      started: actualStartMs !== null,
      workedHours: tenth(workedBetween(actualStartMs, nowMs) - heldHours),
      durationHours: source.durationHours,
      startedLateHours: workedBetween(scheduledStartMs, actualStartMs),
      waitingHours: workedBetween(scheduledStartMs, nowMs),
      hoursPerDay: hoursPerDay(calendar),
      placement: decidingPlacement(row, placements.get(operationId) ?? null),
      priority: of.project.priority,
    })
  }
  return projects.map((of) => {
    const verdicts = of.operations.map((row) => verdictOf(of, row))
    const parts = of.state === 'late' ? partsOf(of, verdicts, placements) : []
    const deciding = decidingLink(parts)
    return { ...of, verdicts, parts, decidedBy: parts.find(({ index }) => index === deciding?.index) ?? null }
  })
}

const partsOf = (
  { operations, latenessDays }: ProjectForecast,
  verdicts: readonly CauseVerdict[],
  placements: ForecastReasons['placements'],
): LatePart[] => {
  const indexOf = new Map(operations.map(({ source }, index) => [source.operationId, index]))
  const chain = lateChain(operations, latenessDays ?? 0, {
    verdictOf: (index) => verdicts[index] ?? nothingToExplain,
    queueDaysOf: (index) => {
      const row = valueAt(operations, index)
      return queueDays(
        decidingPlacement(row, placements.get(row.source.operationId) ?? null),
        row.forecastStartMs ?? row.source.scheduledStartMs,
      )
    },
    indexOf: (operationId) => indexOf.get(operationId),
  })
  return chain.map((link) => ({ ...link, operation: valueAt(operations, link.index) }))
}
