import { type OperationTab, operationTabs } from '#contract/operation-filter.ts'
import type { Placement } from '#contract/placement.ts'
import {
  type ExplainedProject,
  explainForecast,
  type ForecastReasons,
  waitedFromMs,
  wantsReasons,
} from '#domain/forecast/explain-forecast.ts'
import { forecastShop, type OperationForecast, type ShopForecast } from '#domain/forecast/forecast-shop.ts'
import type { CauseVerdict } from '#domain/forecast/operation-cause.ts'
import type { Planning } from '#domain/forecast/start-waits.ts'
import { previousWorkingDayMs } from '#domain/forecast/working-days.ts'
import { workLeftHours } from '#domain/operations/work-left.ts'
import type { ShopSnapshot } from '#domain/scheduling/shop-snapshot.ts'
import type { FlatIntervals } from '#domain/time/interval-arithmetic.ts'
import { dayMs } from '#domain/time/units.ts'
import { valueAt } from '#domain/value-at.ts'
import { decodePlacement } from '../../db/placement-code.ts'
import type { operationForecasts, projectForecasts } from '../../db/tables/forecasts.table.ts'

/** Rows of one statement: few enough that nobody waits long for the embedded database. */
const rowsPerPart = 500

/** The operations for which a forecast needs more reasons than the shop contains. */
export interface WantedReasons {
  readonly nowMs: number
  readonly operations: readonly {
    readonly operationId: string
    readonly projectId: string
    /** Whether it is begun and overdue. Its times on hold matter then, and still grow. */
    readonly isBegunAndOverdue: boolean
    /** If it did not start when it could: from when on. Then its times on hold matter, and who planned its start. */
    readonly waitedFromMs: number | null
  }[]
}
export interface FoundReasons {
  /** As they are stored: a decoded placement takes ten times the memory. */
  readonly placements: readonly (readonly [operationId: string, stored: string | null])[]
  readonly heldTime: readonly (readonly [operationId: string, held: FlatIntervals])[]
  /** Absent = none were found. */
  readonly plannings?: readonly (readonly [operationId: string, plannings: readonly Planning[]])[]
}

/** Rows to store, without their organization, as JSON texts of arrays. */
export interface ForecastPart {
  readonly operationsJson: string
  readonly projectsJson: string
}

export interface ForecastParts {
  readonly parts: readonly ForecastPart[]
  readonly operationCount: number
  readonly comparedWithMs: number
}

const dateOf = (ms: number | null): Date | null => (ms === null || !Number.isFinite(ms) ? null : new Date(ms))
const verdictOf = (verdict: CauseVerdict): CauseVerdict | null =>
  verdict.cause.code === 'none' && verdict.remedy.code === 'none' ? null : verdict

type OperationForecastRow = Omit<typeof operationForecasts.$inferSelect, 'tenantId' | 'recoveredAt'>
type ProjectForecastRow = Omit<typeof projectForecasts.$inferSelect, 'tenantId'>

const operationRows = ({ project, operations, verdicts }: ExplainedProject): OperationForecastRow[] =>
  operations.map((of, index) => ({
    operationId: of.source.operationId,
    projectId: project.projectId,
    forecastStart: dateOf(of.forecastStartMs),
    forecastEnd: dateOf(of.forecastEndMs),
    needBy: dateOf(of.needByMs),
    endsBy: dateOf(of.endsByMs),
    slackDays: of.slackDays,
    state: of.state,
    daysOverdue: of.daysOverdue,
    behindPlan: of.isBehindPlan,
    blocked: of.isBlocked,
    verdict: verdictOf(valueAt(verdicts, index)),
    overdueSince: of.state === 'overdue' ? dateOf(of.endsByMs) : null,
  }))

const isOnTab = (tab: OperationTab, { state, isBehindPlan }: OperationForecast): boolean =>
  tab === 'all' || (tab === 'behindPlan' ? isBehindPlan : state === tab)

/** The sums for the tabs of the lists. */
const tabSums = (operations: readonly OperationForecast[], outside: ShopForecast['outside']) => {
  const hoursLeft = ({ source }: OperationForecast): number =>
    workLeftHours(
      { ...source, durationHours: source.estimateHours ?? source.durationHours },
      outside.has(source.categoryId ?? ''),
    )
  const tabs = operationTabs.map((tab) => operations.filter((of) => isOnTab(tab, of)))
  return {
    tabCounts: tabs.map((list) => list.length),
    tabHours: tabs.map((list) => list.reduce((sum, of) => sum + hoursLeft(of), 0)),
    tabBlocked: tabs.map((list) => list.filter(({ isBlocked }) => isBlocked).length),
  }
}

const projectRow = (of: ExplainedProject, outside: ShopForecast['outside']): ProjectForecastRow => ({
  projectId: of.project.projectId,
  state: of.state,
  plannedCompletion: dateOf(of.plannedCompletionMs),
  completion: dateOf(of.completionMs),
  slackDays: of.slackDays,
  latenessDays: of.latenessDays,
  pastDueDays: of.pastDueDays,
  parts: of.parts.map(({ index, lateMs, waitingMs, verdict }) => ({
    operationId: of.operations[index]?.source.operationId ?? null,
    days: lateMs / dayMs,
    waitingDays: waitingMs / dayMs,
    ...verdict,
  })),
  ...tabSums(of.operations, outside),
})

type Row = OperationForecastRow | ProjectForecastRow

/** What is known of a project from the last forecast, as long as neither the project nor its stored rows have changed. */
export interface KnownProject {
  /** The stored rows: that of the project, then those of its operations. */
  rows: readonly Row[]
  /** What was read for its operations. */
  readonly reasons: Map<string, KnownReasons>
}

interface KnownReasons {
  readonly placement: string | null
  readonly heldTime: FlatIntervals
  /** null = not read. */
  readonly plannings: readonly Planning[] | null
}

const isSameValue = (a: unknown, b: unknown): boolean => {
  if (a === b) return true
  if (a instanceof Date) return b instanceof Date && a.getTime() === b.getTime()
  return typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b)
}

/** Compares values, because writing all rows as JSON would take as long as computing them. */
const isSameRow = (row: Row, known: Row | undefined): boolean => {
  if (!known) return false
  for (const field in row) if (!isSameValue(row[field as keyof Row], known[field as keyof Row])) return false
  return true
}

type WantedOperation = WantedReasons['operations'][number]

/** Reads the reasons that are wanted. Those that are known are read again only for begun work, whose times on hold are still counted. */
const findReasons = async (
  wanted: WantedReasons,
  readReasons: (wanted: WantedReasons) => Promise<FoundReasons>,
  known: (projectId: string) => KnownProject,
): Promise<ForecastReasons> => {
  const reasonsOf = ({ operationId, projectId }: WantedOperation): KnownReasons | undefined =>
    known(projectId).reasons.get(operationId)
  const isKnown = (of: WantedOperation): boolean => {
    const own = reasonsOf(of)
    return own !== undefined && !of.isBegunAndOverdue && (of.waitedFromMs === null || own.plannings !== null)
  }
  const asked = wanted.operations.filter((of) => !isKnown(of))
  const found = await readReasons({ ...wanted, operations: asked })
  const [placements, held, plannings] = [new Map(found.placements), new Map(found.heldTime), new Map(found.plannings)]
  for (const { operationId, projectId, waitedFromMs: fromMs } of asked) {
    known(projectId).reasons.set(operationId, {
      placement: placements.get(operationId) ?? null,
      heldTime: held.get(operationId) ?? [],
      plannings: fromMs === null ? null : (plannings.get(operationId) ?? []),
    })
  }
  const all = new Map(wanted.operations.map((of) => [of.operationId, reasonsOf(of)]))
  return {
    placementOf: (operationId: string): Placement | null => {
      const stored = all.get(operationId)?.placement ?? null
      return stored === null ? null : decodePlacement(stored)
    },
    heldTime: new Map([...all].map(([id, own]) => [id, own?.heldTime ?? []])),
    plannings: new Map([...all].map(([id, own]) => [id, own?.plannings ?? []])),
  }
}

/**
 * Computes the forecast of a shop as rows to store. Calls `readReasons` once. Leaves out rows that are known to be stored, and
 * adds what it finds to `known`.
 */
export const forecastParts = async (
  snapshot: ShopSnapshot,
  readReasons: (wanted: WantedReasons) => Promise<FoundReasons>,
  known: Map<string, KnownProject> = new Map(),
): Promise<ForecastParts> => {
  const knownOf = (projectId: string): KnownProject => {
    const project = known.get(projectId) ?? { rows: [], reasons: new Map<string, KnownReasons>() }
    known.set(projectId, project)
    return project
  }
  const forecast = forecastShop(snapshot)
  const { nowMs } = forecast
  const wanted = forecast.projects.flatMap((of) =>
    of.operations.flatMap((row): WantedOperation[] => {
      const { operationId, actualStartMs } = row.source
      const fromMs = waitedFromMs(of, row, nowMs)
      if (fromMs === null && !wantsReasons(row)) return []
      const isBegunAndOverdue = row.state === 'overdue' && actualStartMs !== null
      return [{ operationId, projectId: of.project.projectId, isBegunAndOverdue, waitedFromMs: fromMs }]
    }),
  )
  const explained = explainForecast(forecast, await findReasons({ nowMs, operations: wanted }, readReasons, knownOf))
  const parts: ForecastPart[] = []
  let operations: Row[] = []
  let projects: Row[] = []
  const finish = (): void => {
    parts.push({ operationsJson: JSON.stringify(operations), projectsJson: JSON.stringify(projects) })
    operations = []
    projects = []
  }
  for (const of of explained) {
    const own = knownOf(of.project.projectId)
    const rows = [projectRow(of, forecast.outside), ...operationRows(of)]
    for (const [index, row] of rows.entries()) {
      if (!isSameRow(row, own.rows[index])) (index === 0 ? projects : operations).push(row)
    }
    own.rows = rows
    if (operations.length + projects.length >= rowsPerPart) finish()
  }
  if (operations.length + projects.length > 0) finish()
  return {
    parts,
    operationCount: forecast.projects.reduce((sum, of) => sum + of.operations.length, 0),
    comparedWithMs: previousWorkingDayMs(nowMs, forecast.tenantCalendar),
  }
}
