import { applyChanges } from '#domain/proposals/apply-changes.ts'
import { type ComparedResult, compareWithForecast } from '#domain/proposals/compare-with-forecast.ts'
import { proposalResultOf } from '#domain/proposals/proposal-result.ts'
import { type Violation, violationSentence } from '#domain/scheduling/check/violation.ts'
import { checkSchedule } from '#domain/scheduling/check-schedule.ts'
import { runResultOf, summarizePlan } from '#domain/scheduling/run-result.ts'
import type { ScheduleProgress, ScheduleResult } from '#domain/scheduling/schedule-result.ts'
import { scheduleShop } from '#domain/scheduling/schedule-shop.ts'
import type { ShopSnapshot } from '#domain/scheduling/shop-snapshot.ts'
import { planParts, planRows } from '../scheduling/plan-rows.ts'
import type { ScheduleJob, ScheduleReply } from './schedule-messages.ts'

const reportEveryMs = 100
const recentNames = 10
const maxSentences = 50

interface Wires {
  readonly shouldStop: () => boolean
  readonly reply: (message: ScheduleReply) => void
  /** Another engine, for tests of the checks against faults of the engine. */
  readonly engine?: typeof scheduleShop
}

/** Collects the names of all reports, but passes on only ten reports a second. */
const progressReporter = (reply: Wires['reply']) => {
  let recent: string[] = []
  let reportedAtMs = 0
  return (progress: ScheduleProgress) => {
    if (progress.projectName !== undefined) recent = [progress.projectName, ...recent].slice(0, recentNames)
    const nowMs = performance.now()
    const last = progress.completedProjects === progress.totalProjects
    if (nowMs - reportedAtMs < reportEveryMs && !last) return
    reportedAtMs = nowMs
    reply({ kind: 'progress', progress: { ...progress, recent } })
  }
}

const sendPlan = (snapshot: ShopSnapshot, result: ScheduleResult | ComparedResult, reply: Wires['reply']): void => {
  for (const rowsJson of planParts(planRows(snapshot, result.operations))) reply({ kind: 'plan', rowsJson })
  reply({
    kind: 'done',
    resultJson: JSON.stringify('moves' in result ? proposalResultOf(result) : runResultOf(result)),
    summary: summarizePlan(result),
  })
}

const sentencesOf = (snapshot: ShopSnapshot, violations: readonly Violation[]): string[] => {
  const names = new Map<string, string>(snapshot.categories.map(({ categoryId, name }) => [categoryId, name]))
  for (const { projectNumber, operations } of snapshot.projects) {
    for (const { operationId, name } of operations) names.set(operationId, `#${projectNumber} ${name}`)
  }
  return violations.slice(0, maxSentences).map((violation) => violationSentence(violation, (id) => names.get(id) ?? id))
}

/** Schedules a snapshot, checks the plan and replies with its rows only if the checker finds no violation. */
export const answerScheduleJob = (
  unchanged: ShopSnapshot,
  job: ScheduleJob,
  { shouldStop, reply, engine = scheduleShop }: Wires,
): void => {
  try {
    const changed = applyChanges(unchanged, job.changes ?? [])
    if (!changed.ok) throw new Error(changed.reason)
    const { snapshot } = changed
    const outcome = engine(snapshot, { ...job, shouldStop, onProgress: progressReporter(reply) })
    const violations = 'cancelled' in outcome ? [] : checkSchedule(snapshot, outcome, job)
    if ('cancelled' in outcome || shouldStop()) reply({ kind: 'cancelled' })
    else if (violations.length === 0)
      sendPlan(snapshot, job.changes ? compareWithForecast(unchanged, snapshot, outcome) : outcome, reply)
    else reply({ kind: 'violations', sentences: sentencesOf(snapshot, violations) })
  } catch (error) {
    reply({ kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
}
