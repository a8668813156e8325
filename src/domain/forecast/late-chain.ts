import type { OperationCause } from '#contract/operation-lists.ts'
import type { OperationState } from '#contract/operation-outlook.ts'
import type { Placement } from '#contract/placement.ts'
import type { CauseVerdict } from './operation-cause.ts'

const dayMs = 86_400_000

/** An operation of a late project, as the chain is read from; indexes are places in the project's list. */
export interface ChainedRow {
  readonly state: OperationState
  readonly slackDays: number | null
  readonly forecastEndMs: number | null
  readonly daysOverdue: number
  /** The open predecessor that ends last; -1 = none. */
  readonly openPredecessor: number
}

/** Reasons that name work in front of it at its work center. */
const isQueue = (code: string): boolean => code === 'workCentreBusy' || code === 'sequence'

/**
 * Days of 24 hours that an operation stands in the queue of its work center: from the last other condition of its reasons (now,
 * release, predecessors) to its start; 0 when its work center did not bind it.
 */
export const queueDays = (placement: Placement | null, startMs: number | null): number => {
  const factors = placement?.factors ?? []
  if (startMs === null || !factors.some(({ code, binding }) => isQueue(code) && binding)) return 0
  const ready = factors.filter(({ code }) => !isQueue(code) && code !== 'closed').map(({ at }) => at)
  return ready.length === 0 ? 0 : Math.max(0, (startMs - Math.max(...ready)) / dayMs)
}

/** One operation of what holds a project up. */
export interface LateLink {
  readonly index: number
  readonly verdict: CauseVerdict
  /** How much of the project's lateness it explains; 0 when it only waits for the next one. */
  readonly days: number
  /** Days it stands in the queue of its work center, of which the lateness may be a part. */
  readonly waitingDays: number
}

/** What the chain asks of a row by its index. */
export interface ChainFacts {
  readonly verdictOf: (index: number) => CauseVerdict
  readonly queueDaysOf: (index: number) => number
  readonly indexOf: (operationId: string) => number | undefined
}

/** Causes that only name another operation of the project. */
const elsewhere: ReadonlySet<OperationCause['code']> = new Set(['predecessor', 'waitsForHeld'])

const isLate = ({ state }: ChainedRow): boolean => state === 'overdue' || state === 'projectedLate'

/** The open row with the least slack, of equals the later one; without a late one, one that has no place; -1 = neither. */
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

/** The row that is overdue longest and tells of itself why; -1 when none is. */
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
 * The row that explains the days of lateness which no queue does: where the waiting begins, unless that stands in a queue
 * itself, or has only been overdue for less time than another one; then what is overdue longest. -1 when nothing does.
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
