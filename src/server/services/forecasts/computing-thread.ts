import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { wayGiven } from '../../give-way.ts'
import type { ForecastReply, ForecastRequest } from './forecast-messages.ts'

const file = join(import.meta.dirname, 'forecast.worker.ts')

/** A job that does not react to `stop` within this time ends with its thread. */
const stopWithinMs = 1_000
/** More than there are jobs at a time. */
const stopCells = 256

/** The data with which the thread starts. */
export interface ComputingThreadData {
  /** Int32: the number of a job to stop is stored at this number modulo the length. */
  readonly stops: SharedArrayBuffer
  readonly givesWay: keyof typeof wayGiven
}

/** Tells inside the thread whether a job is to stop. */
export const stopReader = ({ stops }: Pick<ComputingThreadData, 'stops'>): ((job: number) => boolean) => {
  const cells = new Int32Array(stops)
  return (job) => Atomics.load(cells, job % cells.length) === job
}

/** Receives the replies to a job. */
interface Listener {
  readonly hear: (reply: ForecastReply) => void
  /** The thread has failed or died. Everything that was sent to it is lost. */
  readonly lose: (error: Error) => void
}

/**
 * A thread that computes on shops (`answerForecasts`), one for all databases of this process. It starts with the first job and lives on;
 * after it has died, the next job starts another one.
 */
export class ComputingThread {
  readonly #name: string
  readonly #data: ComputingThreadData
  readonly #listeners = new Map<number, Listener>()
  readonly #onLost = new Set<() => void>()
  #worker: Worker | null = null
  #jobs = 0

  constructor(name: string, givesWay: keyof typeof wayGiven) {
    this.#name = name
    this.#data = { stops: new SharedArrayBuffer(4 * stopCells), givesWay }
  }

  /** Calls `forget` each time that the thread has died, with all shops that it kept, until the returned function is called. */
  onLost(forget: () => void): () => void {
    this.#onLost.add(forget)
    return () => void this.#onLost.delete(forget)
  }

  /** Announces a job, and returns its number. `end` it in any case. */
  begin(listener: Listener): number {
    this.#jobs += 1
    this.#listeners.set(this.#jobs, listener)
    return this.#jobs
  }

  post(request: ForecastRequest): void {
    this.#worker ??= this.#start()
    if (this.#listeners.size > 0) this.#worker.ref()
    this.#worker.postMessage(request)
  }

  /** True while there is a thread, which may keep something. */
  get isAlive(): boolean {
    return this.#worker !== null
  }

  /** Ends a job early. Its reply is `stopped`, or the thread ends with it. */
  stop(job: number): void {
    const cells = new Int32Array(this.#data.stops)
    Atomics.store(cells, job % cells.length, job)
    const worker = this.#worker
    setTimeout(() => {
      if (this.#listeners.has(job)) void worker?.terminate()
    }, stopWithinMs).unref()
  }

  end(job: number): void {
    this.#listeners.delete(job)
    // An idle thread does not keep the process alive.
    if (this.#listeners.size === 0) this.#worker?.unref()
  }

  #start(): Worker {
    // Flags of the parent process, such as the loaders of a test runner, do not apply to this thread.
    const worker = new Worker(file, { workerData: this.#data, execArgv: [], name: this.#name })
    const lose = (error: Error): void => {
      if (this.#worker !== worker) return
      this.#worker = null
      for (const forget of this.#onLost) forget()
      for (const listener of this.#listeners.values()) listener.lose(error)
    }
    worker.on('message', (reply: ForecastReply) => this.#listeners.get(reply.job)?.hear(reply))
    worker.once('error', lose)
    worker.once('exit', () => lose(new Error(`The ${this.#name} thread ended without an answer`)))
    return worker
  }
}
