import { parentPort, workerData } from 'node:worker_threads'
import { type Violation, violationSentence } from '#domain/scheduling/check/violation.ts'
import { checkSchedule } from '#domain/scheduling/check-schedule.ts'
import type { ScheduleProgress, ScheduleResult } from '#domain/scheduling/schedule-result.ts'
import { scheduleShop } from '#domain/scheduling/schedule-shop.ts'
import type { ShopSnapshot } from '#domain/scheduling/shop-snapshot.ts'
import { planRows } from './plan-rows.ts'
import type { ScheduleJob, ScheduleReply, ScheduleRequest, ScheduleWorkerData } from './schedule-messages.ts'

const rowsPerPart = 1_000
const reportEveryMs = 100
const recentNames = 10
const maxSentences = 50

const cancelled = new Int32Array((workerData as ScheduleWorkerData).cancel)
const shouldStop = () => Atomics.load(cancelled, 0) !== 0
const reply = (message: ScheduleReply) => parentPort?.postMessage(message)

/** Collects the names of every report but passes on only ten a second. */
const progressReporter = () => {
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

const sendPlan = (snapshot: ShopSnapshot, result: ScheduleResult): void => {
  const rows = planRows(snapshot, result.operations)
  for (let from = 0; from < rows.length; from += rowsPerPart) {
    reply({ kind: 'plan', rowsJson: JSON.stringify(rows.slice(from, from + rowsPerPart)) })
  }
  reply({
    kind: 'done',
    summary: {
      completedProjects: result.projects.length,
      weightedLatenessBeforeHours: result.before.weightedLatenessHours,
      weightedLatenessHours: result.objective.weightedLatenessHours,
      lateProjectsBefore: result.before.lateProjects,
      lateProjects: result.lateProjects,
      placedOperations: result.stats.placedOperations,
      unplacedOperations: result.stats.unplacedOperations,
    },
  })
}

const sentencesOf = (snapshot: ShopSnapshot, violations: readonly Violation[]): string[] => {
  const names = new Map<string, string>(snapshot.categories.map(({ categoryId, name }) => [categoryId, name]))
  for (const { projectNumber, operations } of snapshot.projects) {
    for (const { operationId, name } of operations) names.set(operationId, `#${projectNumber} ${name}`)
  }
  return violations.slice(0, maxSentences).map((violation) => violationSentence(violation, (id) => names.get(id) ?? id))
}

const schedule = (snapshot: ShopSnapshot, job: ScheduleJob): void => {
  const outcome = scheduleShop(snapshot, { ...job, shouldStop, onProgress: progressReporter() })
  const violations = 'cancelled' in outcome ? [] : checkSchedule(snapshot, outcome, job)
  if ('cancelled' in outcome || shouldStop()) reply({ kind: 'cancelled' })
  else if (violations.length === 0) sendPlan(snapshot, outcome)
  else reply({ kind: 'violations', sentences: sentencesOf(snapshot, violations) })
}

let shop: Omit<ShopSnapshot, 'projects'> | undefined
const projects: ShopSnapshot['projects'] = []

parentPort?.on('message', (request: ScheduleRequest) => {
  if (request.kind === 'shop') shop = request.shop
  else if (request.kind === 'projects') projects.push(...request.projects)
  else if (shop) {
    try {
      schedule({ ...shop, projects }, request.job)
    } catch (error) {
      reply({ kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) })
    }
  }
})
