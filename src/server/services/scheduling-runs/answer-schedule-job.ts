import { applyChanges } from '#domain/proposals/apply-changes.ts'
import { compareWithForecast, followPlan } from '#domain/proposals/compare-with-forecast.ts'
import { gainsNothing } from '#domain/proposals/proposal-gain.ts'
import { helpedBy, proposalResultOf } from '#domain/proposals/proposal-result.ts'
import { checkRows } from '#domain/scheduling/check/check-rows.ts'
import { type Violation, violationSentence } from '#domain/scheduling/check/violation.ts'
import { checkSchedule } from '#domain/scheduling/check-schedule.ts'
import { searchLimitMs } from '#domain/scheduling/run-effort.ts'
import { runResultOf, summarizePlan } from '#domain/scheduling/run-result.ts'
import { mostRecent, type ScheduleProgress, type ScheduleResult } from '#domain/scheduling/schedule-result.ts'
import { scheduleShop } from '#domain/scheduling/schedule-shop.ts'
import type { ShopSnapshot } from '#domain/scheduling/shop-snapshot.ts'
import { type ShouldStop, StoppedError } from '#domain/scheduling/stopped.ts'
import { repairPlan } from '../forecasts/repair-plan.ts'
import { type PlanRow, planParts, planRows, startsOfParts, storedDates } from '../scheduling/plan-rows.ts'
import type { ScheduleJob, ScheduleReply, SearchFacts } from './schedule-messages.ts'

const reportEveryMs = 100
const maxSentences = 50

interface Wires {
  readonly shouldStop: () => boolean
  readonly shouldEndSearch?: () => boolean
  readonly reply: (message: ScheduleReply) => void
  /** Another engine, for tests of the checks against faults of the engine. */
  readonly engine?: typeof scheduleShop
}

/** Collects all reports and passes on the newest one ten times a second. `tick` is called again and again between them. */
const progressReporter = (reply: Wires['reply']) => {
  let recent: string[] = []
  let newest: ScheduleProgress | null = null
  let reportedAtMs = 0
  const send = (): void => {
    if (!newest) return
    const { figures, ...progress } = newest
    newest = null
    reportedAtMs = performance.now()
    reply({ kind: 'progress', progress: { ...progress, ...(figures && { figures: figures() }), recent } })
  }
  const tick = (): void => {
    if (newest && performance.now() - reportedAtMs >= reportEveryMs) send()
  }
  const take = (progress: ScheduleProgress): void => {
    if (progress.projectName !== undefined) recent = [progress.projectName, ...recent].slice(0, mostRecent)
    newest = progress
    if (progress.phase === 'placing' && progress.completedProjects === progress.totalProjects) send()
    else tick()
  }
  return { take, tick }
}

const searchEnds = { effort: 'complete', settled: 'settled', bound: 'bound' } as const

/** Ends a search after the time that its effort allows, or when a planner wants the best plan so far, and remembers which it was. */
const searchClock = (effort: ScheduleJob['effort'], isWanted: () => boolean) => {
  const untilMs = performance.now() + (effort ? searchLimitMs(effort) : Infinity)
  let ended: Exclude<SearchFacts['searchEnd'], null> = 'complete'
  const shouldEndSearch = (): boolean => {
    if (ended === 'complete' && isWanted()) ended = 'planner'
    else if (ended === 'complete' && performance.now() > untilMs) ended = 'clock'
    return ended !== 'complete'
  }
  const factsOf = ({ stats: { search, ...stats } }: ScheduleResult): SearchFacts => ({
    iterations: stats.iterations,
    searchEnd: search?.ended ? searchEnds[search.ended] : stats.endedAtStep === null ? 'complete' : ended,
    gainedLate: search?.gainedLate ?? null,
    leastLateDays: search?.leastLateDays ?? null,
    endedAtStep: stats.endedAtStep,
    searches: 1,
    bestSeed: stats.seed,
  })
  return { shouldEndSearch, factsOf }
}

const sendPlan = (
  rows: readonly PlanRow[],
  result: ScheduleResult,
  resultJson: string,
  search: SearchFacts,
  reply: Wires['reply'],
): void => {
  for (const rowsJson of planParts(rows)) reply({ kind: 'plan', rowsJson })
  reply({
    kind: 'done',
    search,
    resultJson,
    summary: summarizePlan(result),
    objective: result.objective,
  })
}

const sentencesOf = (snapshot: ShopSnapshot, violations: readonly Violation[]): string[] => {
  const names = new Map<string, string>(snapshot.categories.map(({ categoryId, name }) => [categoryId, name]))
  for (const { projectNumber, operations } of snapshot.projects) {
    for (const { operationId, name } of operations) names.set(operationId, `#${projectNumber} ${name}`)
  }
  return violations.slice(0, maxSentences).map((violation) => violationSentence(violation, (id) => names.get(id) ?? id))
}

/** The rows that a plan stores, and every rule that the plan or its rows break. */
const checkedRows = (snapshot: ShopSnapshot, result: ScheduleResult, job: ScheduleJob) => {
  const violations = checkSchedule(snapshot, result, job)
  // The rows of a plan with violations cannot always be made: it may name unknown operations.
  const rows = violations.length === 0 ? planRows(snapshot, result.operations) : []
  return { rows, violations: [...violations, ...checkRows(snapshot, result, rows.map(storedDates))] }
}

/** Replies with the plan that keeps the sequence after the changes, because scheduling again gains nothing. */
const sendKept = (
  unchanged: ShopSnapshot,
  { changes = [], helpedId = null }: ScheduleJob,
  outcome: ScheduleResult,
  {
    reply,
    shouldStop,
    search,
  }: Pick<Wires, 'reply'> & { readonly shouldStop: ShouldStop; readonly search: SearchFacts },
): void => {
  const kept = repairPlan(unchanged, { changes, withRows: true, isInVain: true, helpedId }, shouldStop)
  if (!kept.ok) throw new Error(kept.reason)
  const { parts, summary, resultJson } = kept
  for (const rowsJson of parts) reply({ kind: 'plan', rowsJson })
  reply({ kind: 'done', search, resultJson, summary, objective: outcome.objective })
}

/** Schedules a snapshot, checks the plan and its rows, and replies with its rows only if the checker finds no violation. A proposal
 * whose changes gain nothing keeps the sequence. */
export const answerScheduleJob = (
  unchanged: ShopSnapshot,
  job: ScheduleJob,
  { shouldStop, shouldEndSearch = () => false, reply, engine = scheduleShop }: Wires,
): void => {
  try {
    const changed = applyChanges(unchanged, job.changes ?? [])
    if (!changed.ok) throw new Error(changed.reason)
    const { snapshot } = changed
    const reporter = progressReporter(reply)
    const clock = searchClock(job.effort, shouldEndSearch)
    const isStopped = (): boolean => {
      reporter.tick()
      return shouldStop()
    }
    const { startFrom, ...options } = job
    const outcome = engine(snapshot, {
      ...options,
      ...(startFrom && { startFrom: startsOfParts(startFrom) }),
      shouldStop: isStopped,
      shouldEndSearch: clock.shouldEndSearch,
      onProgress: reporter.take,
    })
    const checked = 'cancelled' in outcome ? null : checkedRows(snapshot, outcome, job)
    if ('cancelled' in outcome || !checked || shouldStop()) reply({ kind: 'cancelled' })
    else if (job.changes && gainsNothing(job.changes, followPlan(snapshot, shouldStop), outcome)) {
      sendKept(unchanged, job, outcome, { reply, shouldStop, search: clock.factsOf(outcome) })
    } else if (checked.violations.length === 0) {
      const compared = job.changes ? compareWithForecast(unchanged, snapshot, outcome) : null
      const resultJson = JSON.stringify(
        compared
          ? {
              ...proposalResultOf(compared),
              ...helpedBy(compared, job.helpedId, { before: unchanged, after: snapshot }),
            }
          : runResultOf(outcome),
      )
      sendPlan(checked.rows, compared ?? outcome, resultJson, clock.factsOf(outcome), reply)
    } else reply({ kind: 'violations', sentences: sentencesOf(snapshot, checked.violations) })
  } catch (error) {
    if (error instanceof StoppedError) reply({ kind: 'cancelled' })
    else reply({ kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
}
