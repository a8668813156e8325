import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { ShopMessage } from '../scheduling/send-shop.ts'
import { answerForecasts } from './answer-forecasts.ts'
import type { ForecastReply, ForecastRequest } from './forecast-messages.ts'
import type { ForecastPart, ForecastParts, FoundReasons, WantedReasons } from './forecast-parts.ts'

const file = join(import.meta.dirname, 'forecast.worker.ts')

export interface ForecastJob {
  readonly tenantId: string
  /** What is sent is a whole shop; else it differs from the one that was sent last. */
  readonly isWhole: boolean
  readonly send: (post: (message: ShopMessage) => void) => Promise<void>
  readonly readReasons: (wanted: WantedReasons) => Promise<FoundReasons>
}

interface Kept {
  /** The change number of the state that it is in. */
  readonly number: number
  readonly operationCount: number
}

interface Waiting {
  readonly answer: Promise<ForecastParts>
  readonly parts: ForecastPart[]
  readonly ask: (wanted: WantedReasons) => void
  readonly resolve: (forecast: ForecastParts) => void
  readonly reject: (error: Error) => void
}

interface Desk {
  readonly isThread: boolean
  /** Of all shops together that are kept for their next forecast; the one that was needed least recently goes first. */
  readonly mostOperations: number
}

/**
 * Where forecasts are computed (`answerForecasts`), in place or in a thread that starts with the first one. A shop is kept there
 * between its forecasts, so that only what differs has to be sent.
 */
export class ForecastDesk {
  readonly #desk: Desk
  /** Those that are not being computed, least recently used first. */
  readonly #kept = new Map<string, Kept>()
  #worker: Worker | null = null
  #here: ((request: ForecastRequest) => void) | null = null
  readonly #waiting = new Map<number, Waiting>()
  #jobs = 0

  constructor(desk: Desk) {
    this.#desk = desk
  }

  /** The change number of the shop that is kept; null = none is. */
  keptNumber(tenantId: string): number | null {
    return this.#kept.get(tenantId)?.number ?? null
  }

  /** Call when what was computed is stored: the next job of that organization may send what differs since. */
  keep(tenantId: string, kept: Kept): void {
    this.#kept.set(tenantId, kept)
    let operations = 0
    for (const { operationCount } of this.#kept.values()) operations += operationCount
    for (const [id, { operationCount }] of this.#kept) {
      if (operations <= this.#desk.mostOperations) return
      operations -= operationCount
      this.forget(id)
    }
  }

  /** Rejects when the thread fails or dies; then nothing of what was sent before is there any more. */
  async compute({ tenantId, isWhole, send, readReasons }: ForecastJob): Promise<ForecastParts> {
    const job = ++this.#jobs
    this.#kept.delete(tenantId)
    const post = (request: ForecastRequest): void => this.#post(request)
    const { promise: answer, resolve, reject } = Promise.withResolvers<ForecastParts>()
    const ask = (wanted: WantedReasons): void => {
      readReasons(wanted).then((found) => post({ job, tenantId, kind: 'reasons', found }), reject)
    }
    this.#waiting.set(job, { answer, parts: [], ask, resolve, reject })
    const ordered = async (): Promise<void> => {
      if (isWhole) post({ job, tenantId, kind: 'anew' })
      await send((message) => post({ job, tenantId, ...message }))
      post({ job, tenantId, kind: 'go' })
    }
    try {
      const [forecast] = await Promise.all([answer, ordered()])
      return forecast
    } finally {
      this.#waiting.delete(job)
      // A thread that has nothing to do keeps no process alive.
      if (this.#waiting.size === 0) this.#worker?.unref()
    }
  }

  forget(tenantId: string): void {
    this.#kept.delete(tenantId)
    if (this.#worker || this.#here) this.#post({ job: 0, tenantId, kind: 'forget' })
  }

  /** Lets go of everything that is kept, after the forecasts under way. */
  async close(): Promise<void> {
    await Promise.allSettled([...this.#waiting.values()].map(({ answer }) => answer))
    this.#kept.clear()
    this.#here = null
    await this.#worker?.terminate()
  }

  #post(request: ForecastRequest): void {
    if (this.#desk.isThread) {
      this.#worker ??= this.#start()
      this.#worker.ref()
      this.#worker.postMessage(request)
    } else {
      this.#here ??= answerForecasts((reply) => this.#hear(reply))
      this.#here(request)
    }
  }

  #start(): Worker {
    // Flags of the parent (a test runner's loaders, say) are not for this thread.
    const worker = new Worker(file, { execArgv: [], name: 'forecast' })
    const end = (error: Error): void => {
      if (this.#worker !== worker) return
      this.#worker = null
      this.#kept.clear()
      for (const { reject } of this.#waiting.values()) reject(error)
    }
    worker.on('message', (reply: ForecastReply) => this.#hear(reply))
    worker.once('error', end)
    worker.once('exit', () => end(new Error('The forecast thread ended without an answer')))
    return worker
  }

  #hear(reply: ForecastReply): void {
    const waiting = this.#waiting.get(reply.job)
    if (reply.kind === 'wanted') waiting?.ask(reply.wanted)
    else if (reply.kind === 'part') waiting?.parts.push(reply.part)
    else if (reply.kind === 'failed') waiting?.reject(new Error(`The forecast failed: ${reply.message}`))
    else {
      const { operationCount, comparedWithMs } = reply
      waiting?.resolve({ parts: waiting.parts, operationCount, comparedWithMs })
    }
  }
}
