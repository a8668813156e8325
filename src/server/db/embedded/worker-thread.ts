import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { DatabaseFault } from '../database-fault.ts'
import type { WorkerFault, WorkerReply, WorkerRequest, WorkerResult, WorkerSettings } from './worker-messages.ts'

interface Job {
  readonly limitMs: number
  readonly resolve: (result: WorkerResult) => void
  readonly reject: (error: Error) => void
}

// Node 24 sometimes ends the whole process while it frees compiled WebAssembly (V8, UnregisterWasmAllocation). This
// thread uses its only WebAssembly program to the end, so nothing has to be freed.
setFlagsFromString('--no-wasm-code-gc')

/** Replaying a long log on a slow or busy machine takes time, and would begin again at the next start. */
const openLimitMs = 180_000
const file = join(import.meta.dirname, 'embedded.worker.ts')

const faultFrom = ({ code, message, ...location }: WorkerFault) =>
  new DatabaseFault(code ?? 'internal', message, location)

/**
 * One worker thread with one database. Requests are sent at once, so that the thread never waits between two of them, and
 * run one after another. A watchdog ends a stuck thread.
 */
export class WorkerThread {
  readonly #worker: Worker
  /** Requests that are sent but not answered yet; the first one is running. */
  readonly #sent: Job[] = []
  #watchdog: NodeJS.Timeout | undefined
  #dead = false
  readonly #onNotification: (channel: string, payload: string) => void
  /** Resolves when the thread has ended, for any reason. */
  readonly gone: Promise<void>

  private constructor(settings: WorkerSettings, onNotification: (channel: string, payload: string) => void) {
    this.#onNotification = onNotification
    // Flags of the parent, such as a test runner's loaders, do not apply to this thread.
    this.#worker = new Worker(file, { workerData: settings, execArgv: [], name: 'embedded-database' })
    this.gone = new Promise((resolve) => {
      this.#worker.once('exit', () => {
        this.#fail(new DatabaseFault('connection_lost', 'The embedded database stopped'))
        resolve()
      })
    })
    this.#worker.on('error', () => undefined)
  }

  /** Starts a thread and opens the database. Rejects with the reason when that fails, and leaves the files unchanged. */
  static async open(
    settings: WorkerSettings,
    onNotification: (channel: string, payload: string) => void,
    limitMs = openLimitMs,
  ): Promise<WorkerThread> {
    const thread = new WorkerThread(settings, onNotification)
    try {
      await thread.#ready(limitMs)
    } catch (error) {
      await thread.terminate()
      throw error
    }
    thread.#worker.on('message', (reply: WorkerReply) => thread.#hear(reply))
    return thread
  }

  #ready(limitMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new DatabaseFault('timed_out', `did not open within ${limitMs / 1_000} s`))
      }, limitMs)
      const finish = (error?: Error) => {
        clearTimeout(timer)
        if (error) reject(error)
        else resolve()
      }
      this.#worker.once('message', (reply: WorkerReply) =>
        finish(reply.kind === 'failedToOpen' ? faultFrom(reply.fault) : undefined),
      )
      this.#worker.once('error', finish)
      void this.gone.then(() => finish(new Error('the database thread ended')))
    })
  }

  /** Runs one request after the earlier ones; a request that takes longer than `limitMs` ends the thread. */
  run(request: WorkerRequest, limitMs: number): Promise<WorkerResult> {
    if (this.#dead) return Promise.reject(new DatabaseFault('connection_lost', 'The embedded database stopped'))
    return new Promise((resolve, reject) => {
      // This throws for a value that cannot be sent to another thread: the statement fails, but the thread lives.
      this.#worker.postMessage(request)
      this.#sent.push({ limitMs, resolve, reject })
      if (this.#sent.length === 1) this.#watch()
    })
  }

  /** Runs the opening of a transaction before all later requests. When it fails, the thread ends and runs nothing more. */
  open(text: string): void {
    if (!this.#dead) this.#worker.postMessage({ kind: 'open', text } satisfies WorkerRequest)
  }

  async terminate(): Promise<void> {
    this.#fail(new DatabaseFault('connection_lost', 'The embedded database was stopped'))
    await this.#worker.terminate()
  }

  /** Starts the time limit of the first request in the queue. */
  #watch(): void {
    clearTimeout(this.#watchdog)
    const [job] = this.#sent
    if (!job) return
    this.#watchdog = setTimeout(() => {
      job.reject(new DatabaseFault('timed_out', `A statement ran longer than ${job.limitMs} ms`))
      void this.terminate()
    }, job.limitMs)
  }

  #hear(reply: WorkerReply): void {
    if (reply.kind === 'notification') this.#onNotification(reply.channel, reply.payload)
    else if (reply.kind === 'result') this.#finish()?.resolve(reply.result)
    else if (reply.kind === 'fault') this.#finish()?.reject(faultFrom(reply.fault))
  }

  #finish(): Job | undefined {
    const job = this.#sent.shift()
    this.#watch()
    return job
  }

  #fail(error: DatabaseFault): void {
    this.#dead = true
    clearTimeout(this.#watchdog)
    for (const job of this.#sent.splice(0)) job.reject(error)
  }
}
