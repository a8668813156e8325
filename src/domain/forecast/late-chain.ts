import type { OperationCause } from '#contract/operation-lists.ts'
import type { OperationState } from '#contract/operation-outlook.ts'
import type { Placement } from '#contract/placement.ts'
import type { CauseVerdict } from './operation-cause.ts'

const dayMs = 86_400_000

/** An operation of a late project with the data for the chain; indexes refer to the list of the project. */
export interface ChainedRow {
  readonly state: OperationState
  readonly slackDays: number | null
  readonly forecastEndMs: number | null
  readonly daysOverdue: number
  /** The open predecessor that ends last; -1 = none. */
  readonly openPredecessor: number
}

/** Reasons that name earlier work at its work center. */
const isQueue = (code: string): boolean => code === 'workCentreBusy' || code === 'sequence'

/**
 * Days of 24 hours that an operation waits in the queue of its work center: from the last other condition of its reasons (now,
 * release, predecessors) to its start; 0 when the work center was not a binding reason.
 */
export const queueDays = (placement: Placement | null, startMs: number | null): number => {
  const factors = placement?.factors ?? []
  if (startMs === null || !factors.some(({ code, binding }) => isQueue(code) && binding)) return 0
  const ready = factors.filter(({ code }) => !isQueue(code) && code !== 'closed').map(({ at }) => at)
  return ready.length === 0 ? 0 : Math.max(0, (startMs - Math.max(...ready)) / dayMs)
}

/** One operation of the chain that delays a project. */
export interface LateLink {
  readonly index: number
  readonly verdict: CauseVerdict
  /** How much of the project's lateness it explains; 0 when it only waits for the next one. */
  readonly days: number
  /** Days it waits in the queue of its work center; the lateness may be only a part of them. */
  readonly waitingDays: number
}

/** The data about a row that the chain needs, by index. */
export interface ChainFacts {
  readonly verdictOf: (index: number) => CauseVerdict
  readonly queueDaysOf: (index: number) => number
  readonly indexOf: (operationId: string) => number | undefined
}

/** Causes that only name another operation of the project. */
const elsewhere: ReadonlySet<OperationCause['code']> = new Set(['predecessor', 'waitsForHeld'])

const isLate = ({ state }: ChainedRow): boolean => state === 'overdue' || state === 'projectedLate'

/** The open row with the least slack, of equal ones the later one; if none is late, an unscheduled one; -1 = neither. */
const leastSlack = (rows: readonly ChainedRow[]): number => {
  let found = -1
  for (const [index, row] of rows.entries()) {
    if (!isLate(row)) continue
    const best = rows[found]
    const [slack, least] = [row.slackDays ?? Infinity, best?.slackDays ?? Infinity]
    if (!best || slack < least || (slack === least && (row.forecastEndMs ?? 0) > (best.forecastEndMs ?? 0)))
      found = index
  }
  return found < 0 ? rows.findIndex(({ state }) => state === 'unscheduled') : found
}

/** The row that is overdue longest and has a cause of its own; -1 = none. */
const longestOverdue = (rows: readonly ChainedRow[], verdictOf: ChainFacts['verdictOf']): number => {
  let found = -1
  for (const [index, { daysOverdue }] of rows.entries()) {
    if (daysOverdue <= (rows[found]?.daysOverdue ?? 0)) continue
    const { code } = verdictOf(index).cause
    if (!isQueue(code) && code !== 'none' && !elsewhere.has(code)) found = index
  }
  return found
}

/**
 * The row that explains the days of lateness which no queue explains: the row where the waiting begins. If that row waits in a
 * queue itself, or another row is overdue longer, it is the row that is overdue longest. -1 = none.
 */
const explainsRest = (rows: readonly ChainedRow[], start: number, verdictOf: ChainFacts['verdictOf']): number => {
  const longest = longestOverdue(rows, verdictOf)
  const { code } = verdictOf(start).cause
  if (isQueue(code) || code === 'none' || elsewhere.has(code)) return longest
  const from = rows[start]
  return from?.state === 'overdue' && (rows[longest]?.daysOverdue ?? 0) > from.daysOverdue ? longest : start
}

/**
 * **What holds a late project up**, from its operation with the least slack back to the one on which all of it waits: through
 * predecessors and through the queues on the way. Each queue explains the days spent in it, the first operation the rest of
 * `lateDays`, or what is overdue longer than it (`explainsRest`). Empty when nothing of the project is late or not scheduled.
 */
export const lateChain = (
  rows: readonly ChainedRow[],
  lateDays: number,
  { verdictOf, queueDaysOf, indexOf }: ChainFacts,
): LateLink[] => {
  const chain: LateLink[] = []
  const seen = new Set<number>()
  let index: number | undefined = leastSlack(rows)
  let restDays = lateDays
  while (index !== undefined && index >= 0 && !seen.has(index)) {
    seen.add(index)
    const verdict = verdictOf(index)
    const { code, operationId } = verdict.cause
    if (code === 'none' && chain.length > 0) break
    const waitingDays = isQueue(code) ? queueDaysOf(index) : 0
    const days = Math.min(waitingDays, Math.max(restDays, 0))
    chain.push({ index, verdict, days, waitingDays })
    restDays -= days
    index = elsewhere.has(code) ? indexOf(operationId ?? '') : isQueue(code) ? rows[index]?.openPredecessor : undefined
  }
  const first = chain.at(-1)
  if (!first || restDays <= 0) return chain
  const rest = explainsRest(rows, first.index, verdictOf)
  if (rest === first.index) return [...chain.slice(0, -1), { ...first, days: first.days + restDays }]
  return rest < 0 ? chain : [...chain, { index: rest, verdict: verdictOf(rest), days: restDays, waitingDays: 0 }]
}

/** **What makes the project late**: the operation of its chain that explains most days; null of an empty chain. */
export const decidingLink = (chain: readonly LateLink[]): LateLink | null => {
  const deciding = chain.filter(({ verdict }) => !elsewhere.has(verdict.cause.code))
  return (deciding.length > 0 ? deciding : chain.slice(-1)).reduce<LateLink | null>(
    (most, link) => (most === null || link.days > most.days ? link : most),
    null,
  )
}
