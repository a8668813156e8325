import type { ProjectOdds } from '#domain/odds/shop-odds.ts'
import type { Moves, MovesWanted } from '#domain/operations/compute-moves.ts'
import type { ComparedMoves } from '#domain/proposals/compare-moves.ts'
import { StoppedError } from '#domain/scheduling/stopped.ts'
import type { KeptPacedState } from '../learned/load-paced-shop.ts'
import type { ShopMessage } from '../scheduling/send-shop.ts'
import type { ComputingThread } from './computing-thread.ts'
import type { FoundRemedies } from './find-remedies.ts'
import type {
  ComparisonWanted,
  ForecastReply,
  ForecastRequest,
  LastReply,
  OddsWanted,
  PromiseOddsWanted,
  PromiseWanted,
  RemediesWanted,
  ShopQuestion,
} from './forecast-messages.ts'
import type { ForecastPart, ForecastParts, FoundReasons, WantedReasons } from './forecast-parts.ts'
import type { OddsParts } from './odds-parts.ts'
import type { ComputedPromises } from './promise-plan.ts'
import type { RepairedPlan, RepairWanted } from './repair-plan.ts'

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

interface Answer {
  readonly last: LastReply
  readonly parts: readonly ForecastPart[]
}

interface Kept extends KeptPacedState {
  readonly operationCount: number
}

interface Desk {
  readonly thread: ComputingThread
  /** Most operations of all kept shops together. The shop used least recently is dropped first. */
  readonly mostOperations: number
}

/** How a job is followed. */
interface Following {
  readonly signal?: AbortSignal | undefined
  readonly readReasons?: ForecastJob['readReasons']
}

let desks = 0

const wrongAnswer = (): Error => new Error('A question was answered with something else')

/**
 * Computes forecasts, or answers questions (proposals, remedies, promise dates, moves), in a thread that keeps a shop between them, so
 * that only changes have to be sent. A job whose signal is aborted ends with a `StoppedError`, and its shop is still kept there.
 */
export class ForecastDesk {
  readonly #thread: ComputingThread
  readonly #mostOperations: number
  /** The thread works for the desks of all databases. */
  readonly #name = `desk ${++desks}`
  /** Kept shops that are not being computed, least recently used first. */
  readonly #kept = new Map<string, Kept>()
  readonly #underWay = new Set<Promise<unknown>>()
  readonly #leave: () => void

  constructor({ thread, mostOperations }: Desk) {
    this.#thread = thread
    this.#mostOperations = mostOperations
    this.#leave = thread.onLost(() => this.#kept.clear())
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
      if (operations <= this.#mostOperations) return
      operations -= operationCount
      this.forget(id)
    }
  }

  /** Rejects when the thread fails or dies. Then everything sent before is lost. */
  async compute({ readReasons, reasonsAsOf, ...shop }: ForecastJob): Promise<ForecastParts> {
    const { last, parts } = await this.#ask(shop, { kind: 'go', reasonsAsOf }, { readReasons })
    if (last.kind !== 'done') throw wrongAnswer()
    const { operationCount, comparedWithMs } = last
    return { parts, operationCount, comparedWithMs }
  }

  /** Computes the plan of a proposal in place of a forecast. Rejects as `compute`. */
  async propose(shop: SentShop, wanted: RepairWanted, signal?: AbortSignal): Promise<RepairedPlan> {
    const { last } = await this.#ask(shop, { kind: 'propose', ...wanted }, { signal })
    if (last.kind !== 'proposed') throw wrongAnswer()
    return last.plan
  }

  /** Computes what would help late projects, in place of a forecast. Rejects as `compute`. */
  async help(shop: SentShop, wanted: RemediesWanted, signal?: AbortSignal): Promise<FoundRemedies> {
    const { last } = await this.#ask(shop, wanted, { signal })
    if (last.kind !== 'helped') throw wrongAnswer()
    return last.found
  }

  /** Computes when new work could ship, in place of a forecast. Rejects as `compute`. */
  async promise(shop: SentShop, wanted: PromiseWanted, signal?: AbortSignal): Promise<ComputedPromises> {
    const { last } = await this.#ask(shop, wanted, { signal })
    if (last.kind !== 'promised') throw wrongAnswer()
    return last.promises
  }

  /** Computes what moves mean for the projects, in place of a forecast. Rejects as `compute`. */
  async compare(shop: SentShop, wanted: ComparisonWanted, signal?: AbortSignal): Promise<ComparedMoves> {
    const { last } = await this.#ask(shop, wanted, { signal })
    if (last.kind !== 'compared') throw wrongAnswer()
    return last.compared
  }

  /** Draws the odds of projects and operations, in place of a forecast. Rejects as `compute`. */
  async odds(shop: SentShop, wanted: OddsWanted, signal?: AbortSignal): Promise<OddsParts> {
    const { last } = await this.#ask(shop, wanted, { signal })
    if (last.kind !== 'drawn') throw wrongAnswer()
    return last.odds
  }

  /** Draws the odds of new work, in place of a forecast; null = too little is known. Rejects as `compute`. */
  async promiseOdds(shop: SentShop, wanted: PromiseOddsWanted, signal?: AbortSignal): Promise<ProjectOdds | null> {
    const { last } = await this.#ask(shop, wanted, { signal })
    if (last.kind !== 'promisedOdds') throw wrongAnswer()
    return last.odds
  }

  /** Computes where some operations could be. Needs no shop. */
  async move(wanted: MovesWanted, signal?: AbortSignal): Promise<Moves> {
    const { last } = await this.#answer('', { signal }, (post) => post({ kind: 'move', wanted }))
    if (last.kind !== 'moved') throw wrongAnswer()
    return last.moves
  }

  #ask({ tenantId, isWhole, send }: SentShop, question: ShopQuestion, following: Following): Promise<Answer> {
    this.#kept.delete(tenantId)
    return this.#answer(tenantId, following, async (post) => {
      if (isWhole) post({ kind: 'anew' })
      await send(post)
      post(question)
    })
  }

  /** Sends a job and waits for its last reply, or until the thread has stopped it. */
  async #answer(
    tenantId: string,
    { signal, readReasons }: Following,
    send: (post: (message: Sent) => void) => Promise<void> | void,
  ): Promise<Answer> {
    const shopKey = this.#keyOf(tenantId)
    const parts: ForecastPart[] = []
    const { promise: answer, resolve, reject } = Promise.withResolvers<Answer>()
    const hear = (reply: ForecastReply): void => {
      if (reply.kind === 'wanted') readReasons?.(reply.wanted).then((found) => post({ kind: 'reasons', found }), reject)
      else if (reply.kind === 'part') parts.push(reply.part)
      else if (reply.kind === 'failed') reject(new Error(`The forecast failed: ${reply.message}`))
      else if (reply.kind === 'stopped') reject(new StoppedError())
      else resolve({ last: reply, parts })
    }
    const job = this.#thread.begin({ hear, lose: reject })
    const post = (message: Sent): void => this.#thread.post({ job, shopKey, ...message })
    const stop = (): void => this.#thread.stop(job)
    if (signal?.aborted) stop()
    signal?.addEventListener('abort', stop, { once: true })
    this.#underWay.add(answer)
    try {
      const [answered] = await Promise.all([answer, send(post)])
      return answered
    } finally {
      this.#underWay.delete(answer)
      signal?.removeEventListener('abort', stop)
      this.#thread.end(job)
    }
  }

  #keyOf(tenantId: string): string {
    return `${this.#name} ${tenantId}`
  }

  forget(tenantId: string): void {
    this.#kept.delete(tenantId)
    if (this.#thread.isAlive) this.#thread.post({ job: 0, shopKey: this.#keyOf(tenantId), kind: 'forget' })
  }

  /** Drops everything that is kept, after the jobs under way. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#underWay)
    for (const tenantId of [...this.#kept.keys()]) this.forget(tenantId)
    this.#leave()
  }
}

/** A request without what a desk adds to it. */
type Sent = ForecastRequest extends infer R ? (R extends unknown ? Omit<R, 'job' | 'shopKey'> : never) : never
