import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { RunEffort } from '#contract/vocabulary.ts'
import { compareCosts, type PlanCost } from '#domain/scheduling/core/plan-objective.ts'
import type { PlanSummary } from '#domain/scheduling/run-result.ts'
import type { ImprovementFigures, ScheduleObjective } from '#domain/scheduling/schedule-result.ts'
import type { ShopSnapshot } from '#domain/scheduling/shop-snapshot.ts'
import { sendShop } from '../scheduling/send-shop.ts'
import {
  type ScheduleJob,
  type ScheduleReply,
  type ScheduleRequest,
  type ScheduleWorkerData,
  type SearchFacts,
  threadOrders,
  type WorkerProgress,
} from './schedule-messages.ts'

/** A thread that does not react to the stop within this time is ended. */
const stopWithinMs = 1_000

export type ComputedPlan =
  | {
      readonly kind: 'plan'
      readonly parts: readonly string[]
      readonly summary: PlanSummary
      readonly objective: ScheduleObjective
      readonly search: SearchFacts
      readonly resultJson: string
    }
  | { readonly kind: 'violations'; readonly sentences: readonly string[] }
  | { readonly kind: 'cancelled' }

interface Watch {
  readonly signal: AbortSignal
  /** Ends the search, whose best plan so far is then the result. */
  readonly endSearch?: AbortSignal
  readonly onProgress: (progress: WorkerProgress) => void
}

/** A plan is many small objects that live until its end. With more room for new ones, they are copied less often. */
const resourceLimits = { maxYoungGenerationSizeMb: 192 }

const file = join(import.meta.dirname, 'schedule.worker.ts')

const send = async (worker: Worker, snapshot: ShopSnapshot, job: ScheduleJob): Promise<void> => {
  const post = (request: ScheduleRequest) => worker.postMessage(request)
  await sendShop(snapshot, post)
  post({ kind: 'go', job })
}

type FoundPlan = Extract<ComputedPlan, { kind: 'plan' }>

const costOf = ({ summary, objective }: FoundPlan): PlanCost => [
  objective.weightedLatenessHours,
  objective.totalCompletionHours,
  objective.movedOperations,
  summary.unplacedOperations,
  objective.changeoverHours ?? 0,
]

/** The best of the plans, of equal ones that of the first seed; without any plan the first outcome. */
const bestOf = (outcomes: readonly ComputedPlan[]): ComputedPlan => {
  if (outcomes.some(({ kind }) => kind === 'cancelled')) return { kind: 'cancelled' }
  const plans = outcomes.filter((outcome) => outcome.kind === 'plan').sort((a, b) => compareCosts(costOf(a), costOf(b)))
  const [best] = plans
  if (!best) return outcomes[0] ?? { kind: 'cancelled' }
  const iterations = plans.reduce((sum, { search }) => sum + (search.iterations ?? 0), 0)
  return { ...best, search: { ...best.search, iterations, searches: outcomes.length } }
}

/** Each search holds a copy of the shop. */
const mostOperationsOfSearches = 20_000
const mostSearches = 4

/** Several searches for a run with time to search, where that leaves a core to those who answer people. */
export const searchesFor = (
  { projects }: ShopSnapshot,
  effort: RunEffort | undefined,
  cores = availableParallelism(),
): number => {
  const operations = projects.reduce((sum, project) => sum + project.operations.length, 0)
  const isWorthIt = effort !== undefined && effort !== 'quick' && operations <= mostOperationsOfSearches
  return isWorthIt ? Math.max(1, Math.min(mostSearches, cores - 1)) : 1
}

/** Passes on the progress of the first search, with the best figures of all. */
const joinProgress = (onProgress: Watch['onProgress']) => {
  let best: ImprovementFigures | undefined
  let newest: WorkerProgress | null = null
  return (progress: WorkerProgress, search: number): void => {
    const { figures } = progress
    if (figures && (!best || figures.lateDays < best.lateDays)) best = figures
    if (search === 0) newest = progress
    if (newest) onProgress(best ? { ...newest, figures: best } : newest)
  }
}

/**
 * Schedules a snapshot in a separate thread, which also checks the result, or in several at the same time with one seed each, of which
 * the best plan is used. The same seed, effort and number of searches give the same plan. Ends within about a second after `signal`.
 * Rejects when the engine throws or a thread dies.
 */
export const computePlan = async (
  snapshot: ShopSnapshot,
  job: ScheduleJob,
  watch: Watch,
  searches = searchesFor(snapshot, job.effort),
): Promise<ComputedPlan> => {
  if (watch.signal.aborted) return { kind: 'cancelled' }
  const order = new SharedArrayBuffer(4)
  const workerData: ScheduleWorkerData = { order }
  const told = new Int32Array(order)
  const workers = Array.from(
    { length: searches },
    // Flags of the parent process, such as the loaders of a test runner, do not apply to this thread.
    () => new Worker(file, { workerData, execArgv: [], name: 'schedule', resourceLimits }),
  )
  const end = () => Promise.all(workers.map((worker) => worker.terminate()))
  const stop = () => {
    Atomics.store(told, 0, threadOrders.stop)
    setTimeout(() => void end(), stopWithinMs).unref()
  }
  const endSearch = () => Atomics.compareExchange(told, 0, threadOrders.goOn, threadOrders.endSearch)
  if (watch.endSearch?.aborted) endSearch()
  watch.signal.addEventListener('abort', stop, { once: true })
  watch.endSearch?.addEventListener('abort', endSearch, { once: true })
  const report = joinProgress(watch.onProgress)
  try {
    const found = workers.map((worker, search) => answerOf(worker, (progress) => report(progress, search)))
    const sent = workers.map((worker, search) => send(worker, snapshot, { ...job, seed: job.seed + search }))
    const [outcomes] = await Promise.all([Promise.all(found), Promise.all(sent)])
    return bestOf(outcomes)
  } catch (error) {
    if (watch.signal.aborted) return { kind: 'cancelled' }
    throw error
  } finally {
    watch.signal.removeEventListener('abort', stop)
    watch.endSearch?.removeEventListener('abort', endSearch)
    await end()
  }
}

const answerOf = (worker: Worker, onProgress: Watch['onProgress']): Promise<ComputedPlan> =>
  new Promise((resolve, reject) => {
    const parts: string[] = []
    worker.on('message', (reply: ScheduleReply) => {
      switch (reply.kind) {
        case 'progress':
          return onProgress(reply.progress)
        case 'plan':
          return void parts.push(reply.rowsJson)
        case 'done':
          return resolve({ ...reply, kind: 'plan', parts })
        case 'failed':
          return reject(new Error(`The scheduling engine failed: ${reply.message}`))
        default:
          return resolve(reply)
      }
    })
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('The scheduling thread ended without an answer')))
  })
