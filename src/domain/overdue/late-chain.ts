import { type LateCause, lateCauses } from '#contract/analytics.ts'
import type { Placement } from '#contract/placement.ts'
import type { PlanJudgement } from './judge-plan.ts'
import { standingCodes } from './judge-plan.ts'
import type { CauseVerdict } from './operation-cause.ts'
import type { PlanColumns } from './plan-columns.ts'
import type { WaitingOperations } from './waiting-operations.ts'

const dayMs = 86_400_000
const overdue = standingCodes.indexOf('overdue')
const late = new Set([overdue, standingCodes.indexOf('projectedLate')])
const unscheduled = standingCodes.indexOf('unscheduled')

/** The open row of a project with the least slack, of those the later one; without a late one, one that has no place. */
const leastSlack = (plan: PlanColumns, { standing, slackDays }: PlanJudgement, project: number): number => {
  let [found, place] = [-1, -1]
  const end = plan.firstRow[project + 1] as number
  for (let row = plan.firstRow[project] as number; row < end; row++) {
    if (standing[row] === unscheduled && place < 0) place = row
    if (!late.has(standing[row] as number)) continue
    const [slack, least] = [slackDays[row] as number, slackDays[found] as number]
    if (
      found < 0 ||
      slack < least ||
      (slack === least && (plan.scheduledEndMs[row] as number) > (plan.scheduledEndMs[found] as number))
    )
      found = row
  }
  return found < 0 ? place : found
}

/**
 * Days of 24 hours that an operation stands in the queue of its work centre: from the last other condition of its stored
 * reasons (now, release, predecessors) to its planned start; 0 when its work centre did not bind it.
 */
export const queueDays = (placement: Placement | null, startMs: number): number => {
  const factors = placement?.factors ?? []
  if (!factors.some(({ code, binding }) => code === 'workCentreBusy' && binding)) return 0
  const ready = factors.filter(({ code }) => code !== 'workCentreBusy' && code !== 'closed').map(({ at }) => at)
  return ready.length === 0 ? 0 : Math.max(0, (startMs - Math.max(...ready)) / dayMs)
}

/** One operation of what holds a project up. */
export interface LateLink {
  readonly row: number
  readonly verdict: CauseVerdict
  /** How much of the project's lateness it explains; 0 when it only waits for the next one. */
  readonly days: number
}

/** What the chain is read from. */
export interface LateChainFacts {
  /** Calendar days that a project (by index) is late. */
  readonly lateDaysOf: (project: number) => number
  /** `operationCause` of a row. */
  readonly verdictOf: (row: number) => CauseVerdict
  /** `queueDays` of a row. */
  readonly queueDaysOf: (row: number) => number
  /** The open predecessor that ends last; -1 = none. */
  readonly openPredecessor: Int32Array
  readonly rowOf: (operationId: string) => number | undefined
}

/** Causes that only name another operation of the project. */
const elsewhere: ReadonlySet<string> = new Set(['predecessor', 'waitsForHeld'])

const queue = 'workCentreBusy'

/** The row of a project that is overdue longest and tells of itself why; null when none is. */
const longestOverdue = (
  { firstRow }: PlanColumns,
  { daysOverdue }: PlanJudgement,
  project: number,
  verdictOf: (row: number) => CauseVerdict,
): number | null => {
  let found: number | null = null
  for (let row = firstRow[project] as number; row < (firstRow[project + 1] as number); row++) {
    if ((daysOverdue[row] as number) <= (found === null ? 0 : (daysOverdue[found] as number))) continue
    const { code } = verdictOf(row).cause
    if (code !== queue && code !== 'none' && !elsewhere.has(code)) found = row
  }
  return found
}

/**
 * The row that explains the days of lateness which no queue does: where the waiting begins, unless that stands in a queue
 * itself, or has only been overdue for less time than another one; then what is overdue longest. Null when nothing does.
 */
const explainsRest = (
  plan: PlanColumns,
  judgement: PlanJudgement,
  project: number,
  { start, verdictOf }: { readonly start: number; readonly verdictOf: (row: number) => CauseVerdict },
): number | null => {
  const { standing, daysOverdue } = judgement
  const longest = longestOverdue(plan, judgement, project, verdictOf)
  if (!lateCauses.some((code) => code === verdictOf(start).cause.code)) return longest
  const isOverdue = standing[start] === overdue
  return isOverdue && longest !== null && (daysOverdue[longest] as number) > (daysOverdue[start] as number)
    ? longest
    : start
}

/**
 * **What holds a late project up**, from its operation with the least slack back to the one on which all of it waits:
 * through predecessors and through the queues on the way. Each queue explains the days spent in it, the first operation
 * the rest, or what is overdue longer than it (`explainsRest`). Empty when nothing of the project is late or not scheduled.
 */
export const lateChain = (
  plan: PlanColumns,
  judgement: PlanJudgement,
  project: number,
  { lateDaysOf, verdictOf, queueDaysOf, openPredecessor, rowOf }: LateChainFacts,
): LateLink[] => {
  const chain: LateLink[] = []
  const seen = new Set<number>()
  let row: number | undefined = leastSlack(plan, judgement, project)
  let restDays = lateDaysOf(project)
  while (row !== undefined && row >= 0 && !seen.has(row) && plan.project[row] === project) {
    seen.add(row)
    const verdict = verdictOf(row)
    const { code, operationId } = verdict.cause
    if (code === 'none' && chain.length > 0) break
    const [passes, queues] = [elsewhere.has(code), code === queue]
    const days = queues ? queueDaysOf(row) : 0
    chain.push({ row, verdict, days })
    restDays -= days
    row = passes ? rowOf(operationId ?? '') : queues ? openPredecessor[row] : undefined
  }
  const first = chain.at(-1)
  const rest = first && restDays > 0 ? explainsRest(plan, judgement, project, { start: first.row, verdictOf }) : null
  if (first && rest === first.row) chain.splice(-1, 1, { ...first, days: restDays })
  else if (rest !== null) chain.push({ row: rest, verdict: verdictOf(rest), days: restDays })
  return chain
}

/** **What makes the project late**: the operation of its chain that explains most days; null of an empty chain. */
export const decidingLink = (chain: readonly LateLink[]): LateLink | null => {
  const telling = chain.filter(({ verdict }) => !elsewhere.has(verdict.cause.code))
  return (telling.length > 0 ? telling : chain.slice(-1)).reduce<LateLink | null>(
    (most, link) => (most === null || link.days > most.days ? link : most),
    null,
  )
}

/**
 * The row on which all of a late project waits: from its operation with the least slack back through what is on hold and
 * the open predecessors that end last; -1 when nothing of it is late or not scheduled. Reads no reasons of the plan: for
 * thousands of projects at once.
 */
export const waitingBegins = (
  plan: PlanColumns,
  judgement: PlanJudgement,
  project: number,
  { heldBy, openPredecessor }: WaitingOperations,
): number => {
  const seen = new Set<number>()
  let row = leastSlack(plan, judgement, project)
  while (row >= 0 && !seen.has(row)) {
    seen.add(row)
    const held = heldBy[row] as number
    if (held >= 0) return held
    const next = openPredecessor[row] as number
    if (next < 0) break
    row = next
  }
  return row
}

/** The cause of the days that no queue explains; `start`: `waitingBegins`. */
export const restCause = (
  plan: PlanColumns,
  judgement: PlanJudgement,
  project: number,
  facts: { readonly start: number; readonly verdictOf: (row: number) => CauseVerdict },
): LateCause => {
  const row = facts.start < 0 ? null : explainsRest(plan, judgement, project, facts)
  return lateCauses.find((code) => row !== null && code === facts.verdictOf(row).cause.code) ?? 'noSlack'
}
