import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { PlanSummary } from '#domain/scheduling/run-result.ts'
import type { ShopSnapshot } from '#domain/scheduling/shop-snapshot.ts'
import { sendShop } from '../scheduling/send-shop.ts'
import type {
  ScheduleJob,
  ScheduleReply,
  ScheduleRequest,
  ScheduleWorkerData,
  WorkerProgress,
} from './schedule-messages.ts'

/** A thread that does not react to the stop within this time is ended. */
const stopWithinMs = 1_000

export type ComputedPlan =
  | {
      readonly kind: 'plan'
      readonly parts: readonly string[]
      readonly summary: PlanSummary
      readonly resultJson: string
    }
  | { readonly kind: 'violations'; readonly sentences: readonly string[] }
  | { readonly kind: 'cancelled' }

interface Watch {
  readonly signal: AbortSignal
  readonly onProgress: (progress: WorkerProgress) => void
}

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
  const cancel = new SharedArrayBuffer(4)
  const workerData: ScheduleWorkerData = { cancel }
  // Flags of the parent process, such as the loaders of a test runner, do not apply to this thread.
  const worker = new Worker(file, { workerData, execArgv: [], name: 'schedule' })
  const stop = () => {
    Atomics.store(new Int32Array(cancel), 0, 1)
    setTimeout(() => void worker.terminate(), stopWithinMs).unref()
  }
  watch.signal.addEventListener('abort', stop, { once: true })
  try {
    const [plan] = await Promise.all([answerOf(worker, watch), send(worker, snapshot, job)])
    return plan
  } catch (error) {
    if (watch.signal.aborted) return { kind: 'cancelled' }
    throw error
  } finally {
    watch.signal.removeEventListener('abort', stop)
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
          return resolve({ kind: 'plan', parts, summary: reply.summary, resultJson: reply.resultJson })
        case 'failed':
          return reject(new Error(`The scheduling engine failed: ${reply.message}`))
        default:
          return resolve(reply)
      }
    })
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('The scheduling thread ended without an answer')))
  })
