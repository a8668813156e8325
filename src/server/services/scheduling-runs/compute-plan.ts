import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { PlanSummary } from '#domain/scheduling/run-result.ts'
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

/** A plan is many small objects that live until its end. With more room for new ones, a sixth of the processor time is saved. */
const resourceLimits = { maxYoungGenerationSizeMb: 192 }

const file = join(import.meta.dirname, 'schedule.worker.ts')

const send = async (worker: Worker, snapshot: ShopSnapshot, job: ScheduleJob): Promise<void> => {
  const post = (request: ScheduleRequest) => worker.postMessage(request)
  await sendShop(snapshot, post)
  post({ kind: 'go', job })
}

/**
 * Schedules a snapshot in a separate thread, which also checks the result. Ends within about a second after `signal`.
 * Rejects when the engine throws or the thread dies.
 */
export const computePlan = async (snapshot: ShopSnapshot, job: ScheduleJob, watch: Watch): Promise<ComputedPlan> => {
  if (watch.signal.aborted) return { kind: 'cancelled' }
  const order = new SharedArrayBuffer(4)
  const workerData: ScheduleWorkerData = { order }
  const told = new Int32Array(order)
  // Flags of the parent process, such as the loaders of a test runner, do not apply to this thread.
  const worker = new Worker(file, { workerData, execArgv: [], name: 'schedule', resourceLimits })
  const stop = () => {
    Atomics.store(told, 0, threadOrders.stop)
    setTimeout(() => void worker.terminate(), stopWithinMs).unref()
  }
  const endSearch = () => Atomics.compareExchange(told, 0, threadOrders.goOn, threadOrders.endSearch)
  if (watch.endSearch?.aborted) endSearch()
  watch.signal.addEventListener('abort', stop, { once: true })
  watch.endSearch?.addEventListener('abort', endSearch, { once: true })
  try {
    const [plan] = await Promise.all([answerOf(worker, watch), send(worker, snapshot, job)])
    return plan
  } catch (error) {
    if (watch.signal.aborted) return { kind: 'cancelled' }
    throw error
  } finally {
    watch.signal.removeEventListener('abort', stop)
    watch.endSearch?.removeEventListener('abort', endSearch)
    await worker.terminate()
  }
}

const answerOf = (worker: Worker, { onProgress }: Watch): Promise<ComputedPlan> =>
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
