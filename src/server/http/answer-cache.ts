import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { minuteMs } from '#domain/time/units.ts'
import { type TenantContext, withServices } from '../context.ts'
import { oncePerServer } from '../server-caches.ts'
import { awaitForecast } from '../services/forecasts/current-forecast.ts'
import { readChangeNumber } from '../services/records/tenant-row.ts'
import { SharedWork } from '../waiting-caller.ts'
import { callerOf } from './caller.ts'
import { checkAnswer } from './check-answer.ts'
import type { readCall } from './read-call.ts'
import type { Call, ContextByAccess, ServedRoute } from './serve.ts'

/** An answer as it is sent. */
export interface CachedAnswer {
  readonly json: Buffer
  /** The value for If-Match; null = none. */
  readonly version: number | null
  /** The answer compressed with Brotli, once for all callers. Absent = it is too small. */
  readonly packed?: () => Promise<Buffer>
}

/** The same quality as for other compressed answers: a higher one takes longer than it saves. */
const packing = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } }
/** Smaller answers are sent uncompressed. */
const leastPackedBytes = 1_024

/**
 * The same bytes in memory of their own. A small buffer of Node, and what zlib returns, is a part of 64 KB, all of which stay in memory
 * as long as one part is used.
 */
const onItsOwn = (bytes: Buffer): Buffer => {
  const own = Buffer.allocUnsafeSlow(bytes.length)
  own.set(bytes)
  return own
}

const packedOnce = (json: Buffer): CachedAnswer['packed'] => {
  if (json.length < leastPackedBytes) return undefined
  let packed: Promise<Buffer> | undefined
  return () => {
    packed ??= promisify(zlib.brotliCompress)(json, packing).then(onItsOwn)
    return packed
  }
}

interface Entry {
  /** The change number and the minute of the answer: it holds for no other. */
  readonly asOf: string
  readonly reading: SharedWork<CachedAnswer>
  bytes: number
}

/** The total for all organizations. */
const mostBytes = 16 * 1024 * 1024
/** One answer cannot displace all others. */
const mostBytesEach = mostBytes / 4
/** Estimated size of the maps, keys and promises of one entry. */
const overheadBytes = 1_024

/** The latest answer of each call. Limited by bytes: the least recently used answers are dropped first. */
export class AnswerCache {
  readonly #entries = new Map<string, Entry>()
  #bytes = 0

  /** The answer of a call, or its reading that is under way; undefined = there is none as of then. */
  find(key: string, asOf: string): SharedWork<CachedAnswer> | undefined {
    const entry = this.#entries.get(key)
    if (!entry || entry.asOf !== asOf || entry.reading.isGivenUp) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.reading
  }

  /** Begins to read an answer, and stores it for other callers, who wait for it meanwhile. A reading that fails is not stored. */
  read(key: string, asOf: string, read: () => Promise<CachedAnswer>): SharedWork<CachedAnswer> {
    const before = this.#entries.get(key)
    if (before) this.#drop(key, before)
    const entry: Entry = { asOf, reading: new SharedWork(read), bytes: 2 * key.length + overheadBytes }
    this.#entries.set(key, entry)
    this.#bytes += entry.bytes
    entry.reading.settled.then(
      ({ json }) => this.#weigh(key, entry, 2 * json.length),
      () => this.#drop(key, entry),
    )
    return entry.reading
  }

  /** Total size of all answers. */
  get bytes(): number {
    return this.#bytes
  }

  #weigh(key: string, entry: Entry, bytes: number): void {
    if (this.#entries.get(key) !== entry) return
    if (bytes > mostBytesEach) {
      this.#drop(key, entry)
      return
    }
    entry.bytes += bytes
    this.#bytes += bytes
    for (const [oldestKey, oldest] of this.#entries) {
      if (this.#bytes <= mostBytes) return
      this.#drop(oldestKey, oldest)
    }
  }

  #drop(key: string, entry: Entry): void {
    if (this.#entries.get(key) !== entry) return
    this.#entries.delete(key)
    this.#bytes -= entry.bytes
  }
}

/** The cache of a server. */
export const answersOf = oncePerServer(() => new AnswerCache())

interface Asking {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly input: ReturnType<typeof readCall>
  /** For tests: every answer is compared with the contract, and every cached answer with a new reading. */
  readonly checkAnswers: boolean
}

/** The value of an answer for If-Match; null = it has none. */
export const versionOf = (answer: unknown): number | null => {
  const { version } = (answer ?? {}) as { version?: unknown }
  return Number.isInteger(version) ? (version as number) : null
}

const isTenantContext = (ctx: ContextByAccess[keyof ContextByAccess]): ctx is TenantContext => 'source' in ctx

/**
 * The answer to a GET of an organization's records. It is read once for each change number of the organization and each minute; all
 * callers as of then get the same bytes. The caller has been identified for this request, and the number was read with that.
 * The data may be newer than the number, but never older.
 */
export const cachedAnswer = async (
  { endpoint, handle, caching }: ServedRoute,
  { request, reply, input, checkAnswers }: Asking,
): Promise<CachedAnswer> => {
  const { ctx: caller, changeNumber } = callerOf(request)
  if (!isTenantContext(caller) || changeNumber === null) throw new Error(`${endpoint.path} has nothing to cache`)
  const answers = answersOf(caller.app)
  const atMs = Math.floor(caller.app.now().getTime() / minuteMs) * minuteMs
  // A clock that stands at the last full minute, so that a cached answer equals a new one.
  const ctx = withServices(caller, { now: () => new Date(atMs) })
  const call = [ctx.tenantId, endpoint.method, endpoint.path, ctx.timeZone]
  const key = `${call.join(' ')} ${JSON.stringify([input.params ?? null, input.query ?? null])}`
  const asOf = (number: string) => `${number} ${atMs}`
  const read = async (): Promise<CachedAnswer> => {
    const answer = await handle({ ...input, ctx, request, reply } as Call<Endpoint>)
    if (checkAnswers) checkAnswer(endpoint, answer)
    const json = onItsOwn(Buffer.from(JSON.stringify(answer)))
    return { json, version: versionOf(answer), packed: packedOnce(json) }
  }
  const give = async (reading: SharedWork<CachedAnswer>, number: string): Promise<CachedAnswer> => {
    const answer = await reading.result()
    // A change meanwhile ends the cached answer, and may be in the new one already.
    const isWrong = async () => !answer.json.equals((await read()).json) && (await readChangeNumber(ctx)) === number
    if (checkAnswers && (await isWrong())) {
      throw new Error(`The cached answer of ${endpoint.method} ${endpoint.path} is not what is stored`)
    }
    return answer
  }
  const known = answers.find(key, asOf(changeNumber))
  if (known) return give(known, changeNumber)
  // A forecast that is stored raises the number.
  if (caching === 'afterForecast') await awaitForecast(caller)
  const number = await readChangeNumber(ctx)
  const since = answers.find(key, asOf(number))
  return since ? give(since, number) : answers.read(key, asOf(number), read).result()
}
