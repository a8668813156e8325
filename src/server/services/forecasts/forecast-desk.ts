import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { ComputedRemedy } from '#domain/remedies/project-remedies.ts'
import type { KeptState } from '../scheduling/load-shop.ts'
import type { ShopMessage } from '../scheduling/send-shop.ts'
import { answerForecasts } from './answer-forecasts.ts'
import type { ForecastReply, ForecastRequest, PromiseWanted, RemediesWanted } from './forecast-messages.ts'
import type { ForecastPart, ForecastParts, FoundReasons, WantedReasons } from './forecast-parts.ts'
import type { ComputedPromises } from './promise-plan.ts'
import type { RepairedPlan, RepairWanted } from './repair-plan.ts'

const file = join(import.meta.dirname, 'forecast.worker.ts')

/** The shop on which a job works. */
export interface SentShop {
  readonly tenantId: string
  /** True if `send` sends a whole shop, false if only the changes since the last one. */
  readonly isWhole: boolean
  readonly send: (post: (message: ShopMessage) => void) => Promise<void>
}

export interface ForecastJob extends SentShop {
  readonly reasonsAsOf: string
  readonly readReasons: (wanted: WantedReasons) => Promise<FoundReasons>
}

type LastReply = Extract<ForecastReply, { kind: 'done' | 'proposed' | 'helped' | 'promised' }>

interface Answer {
  readonly last: LastReply
  readonly parts: readonly ForecastPart[]
}

interface Kept extends KeptState {
  readonly operationCount: number
}

interface Waiting {
  readonly answer: Promise<Answer>
  readonly parts: ForecastPart[]
  readonly ask: (wanted: WantedReasons) => void
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: Error) => void
}

interface Desk {
  readonly isThread: boolean
  /** Most operations of all kept shops together. The shop used least recently is dropped first. */
  readonly mostOperations: number
}

/**
 * Computes forecasts, proposals, remedies and promise dates (`answerForecasts`) in place, or in a thread that starts with the first of them. It keeps a
 * shop between them, so that only changes have to be sent.
 */
export class ForecastDesk {
  readonly #desk: Desk
  /** Kept shops that are not being computed, least recently used first. */
  readonly #kept = new Map<string, Kept>()
  #worker: Worker | null = null
  #here: ((request: ForecastRequest) => void) | null = null
  readonly #waiting = new Map<number, Waiting>()
  #jobs = 0

  constructor(desk: Desk) {
    this.#desk = desk
  }

  /** null = no shop is kept. */
  keptShop(tenantId: string): Kept | null {
    return this.#kept.get(tenantId) ?? null
  }

  /** Call after a job. The next job of that organization may then send only changes. */
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

  /** Rejects when the thread fails or dies. Then everything sent before is lost. */
  async compute({ readReasons, reasonsAsOf, ...shop }: ForecastJob): Promise<ForecastParts> {
    const { last, parts } = await this.#answer(shop, { kind: 'go', reasonsAsOf }, readReasons)
    if (last.kind !== 'done') throw new Error('A forecast was answered with something else')
    const { operationCount, comparedWithMs } = last
    return { parts, operationCount, comparedWithMs }
  }

  /** Computes the plan of a proposal in place of a forecast. Rejects as `compute`. */
  async propose(shop: SentShop, wanted: RepairWanted): Promise<RepairedPlan> {
    const { last } = await this.#answer(shop, { kind: 'propose', ...wanted })
    if (last.kind !== 'proposed') throw new Error('A proposal was answered with something else')
    return last.plan
  }

  /** Computes what would help a late project, in place of a forecast. Rejects as `compute`. */
  async help(shop: SentShop, wanted: RemediesWanted): Promise<readonly ComputedRemedy[]> {
    const { last } = await this.#answer(shop, wanted)
    if (last.kind !== 'helped') throw new Error('Remedies were answered with something else')
    return last.remedies
  }

  /** Computes when new work could ship, in place of a forecast. Rejects as `compute`. */
  async promise(shop: SentShop, wanted: PromiseWanted): Promise<ComputedPromises> {
    const { last } = await this.#answer(shop, wanted)
    if (last.kind !== 'promised') throw new Error('A promise date was answered with something else')
    return last.promises
  }

  async #answer(
    { tenantId, isWhole, send }: SentShop,
    wanted:
      | { readonly kind: 'go'; readonly reasonsAsOf: string }
      | ({ readonly kind: 'propose' } & RepairWanted)
      | RemediesWanted
      | PromiseWanted,
    readReasons?: ForecastJob['readReasons'],
  ): Promise<Answer> {
    const job = ++this.#jobs
    this.#kept.delete(tenantId)
    const post = (request: ForecastRequest): void => this.#post(request)
    const { promise: answer, resolve, reject } = Promise.withResolvers<Answer>()
    const ask = (reasons: WantedReasons): void => {
      readReasons?.(reasons).then((found) => post({ job, tenantId, kind: 'reasons', found }), reject)
    }
    this.#waiting.set(job, { answer, parts: [], ask, resolve, reject })
    const ordered = async (): Promise<void> => {
      if (isWhole) post({ job, tenantId, kind: 'anew' })
      await send((message) => post({ job, tenantId, ...message }))
      post({ job, tenantId, ...wanted })
    }
    try {
      const [answered] = await Promise.all([answer, ordered()])
      return answered
    } finally {
      this.#waiting.delete(job)
      // An idle thread does not keep the process alive.
      if (this.#waiting.size === 0) this.#worker?.unref()
    }
  }

  forget(tenantId: string): void {
    this.#kept.delete(tenantId)
    if (this.#worker || this.#here) this.#post({ job: 0, tenantId, kind: 'forget' })
  }

  /** Drops everything that is kept, after the running forecasts. */
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
    // Flags of the parent process, such as the loaders of a test runner, do not apply to this thread.
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
    else waiting?.resolve({ last: reply, parts: waiting.parts })
  }
}
