import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { mintTenantContext, type TenantContext } from '../context.ts'
import { SharedWork } from '../waiting-caller.ts'
import { callerOf, stateOf } from './caller.ts'
import { checkAnswer } from './check-answer.ts'
import type { readCall } from './read-call.ts'
import type { Call, ContextByAccess, Keeping, ServedRoute } from './serve.ts'

/** An answer as it is sent. */
export interface JsonAnswer {
  readonly json: Buffer
  /** The value for If-Match; null = none. */
  readonly version: number | null
  /** The answer compressed with Brotli, once for all callers. */
  readonly packed?: () => Promise<Buffer>
}

/** The same quality as for other compressed answers: a higher one takes longer than it saves. */
const packing = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } }
/** Smaller answers are sent uncompressed. */
const leastPackedBytes = 1_024

/**
 * The same bytes in memory of their own. A small buffer of Node, and what zlib returns, is a part of 64 KB, all of which stay in memory
 * as long as one part is kept.
 */
const onItsOwn = (bytes: Buffer): Buffer => {
  const own = Buffer.allocUnsafeSlow(bytes.length)
  own.set(bytes)
  return own
}

const packedOnce = (json: Buffer): JsonAnswer['packed'] => {
  if (json.length < leastPackedBytes) return undefined
  let packed: Promise<Buffer> | undefined
  return () => {
    packed ??= promisify(zlib.brotliCompress)(json, packing).then(onItsOwn)
    return packed
  }
}

interface Asking {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly input: ReturnType<typeof readCall>
  /** For tests: every answer is compared with the contract, and every kept answer with a new reading. */
  readonly checkAnswers: boolean
}

export const versionOf = (answer: unknown): number | null => {
  const { version } = (answer ?? {}) as { version?: unknown }
  return Number.isInteger(version) ? (version as number) : null
}

const isTenantContext = (ctx: ContextByAccess[keyof ContextByAccess]): ctx is TenantContext => 'source' in ctx

/** The same caller with a clock that stands at its last full step, so that a kept answer equals a new one. */
const atStep = (ctx: TenantContext, { stepMs }: Keeping) => {
  const stepAtMs = Math.floor(ctx.app.now().getTime() / stepMs) * stepMs
  return { stepAtMs, ctx: mintTenantContext({ ...ctx, app: { ...ctx.app, now: () => new Date(stepAtMs) } }) }
}

/** Everything that an answer depends on besides the stored data. */
const keyOf = ({ method, path }: Endpoint, { tenantId }: TenantContext, rest: unknown): string => {
  if (!tenantId) throw new Error('A kept answer belongs to an organization')
  return `${tenantId} ${method} ${path} ${JSON.stringify(rest)}`
}

/** The readings that go on until their last caller has left, by their result. */
const sharedReadings = new WeakMap<Promise<JsonAnswer>, SharedWork<JsonAnswer>>()

/**
 * The answer to a GET of an organization's records, kept until something changes. All callers at the same state of the
 * database get the same bytes, and callers during the reading wait for it. The state is that in which the caller was
 * identified, or that of the organization. As for every request, the caller has been identified before.
 */
export const keptAnswer = async (
  { endpoint, handle, keeping }: ServedRoute,
  { request, reply, input, checkAnswers }: Asking,
): Promise<JsonAnswer> => {
  const caller = callerOf(request).ctx
  if (!keeping || !isTenantContext(caller)) throw new Error(`${endpoint.path} is nothing to be kept`)
  const { ctx, stepAtMs } = atStep(caller, keeping)
  const { kept } = ctx.app.db
  const asked = stateOf(request)[keeping.endsWith]
  const key = keyOf(endpoint, ctx, [input.params ?? null, input.query ?? null, stepAtMs])
  const read = async (): Promise<JsonAnswer> => {
    const answer = await handle({ ...input, ctx, request, reply } as Call<Endpoint>)
    if (checkAnswers) checkAnswer(endpoint, answer)
    const json = onItsOwn(Buffer.from(JSON.stringify(answer)))
    return { json, version: versionOf(answer), packed: packedOnce(json) }
  }
  const give = async (known: Promise<JsonAnswer>): Promise<JsonAnswer> => {
    // The reading of another caller may have been cut off; then each caller reads separately.
    const answer = await (sharedReadings.get(known)?.result() ?? known).catch(read)
    if (checkAnswers && !answer.json.equals((await read()).json) && kept.find(key, kept.now())) {
      throw new Error(`The kept answer of ${endpoint.method} ${endpoint.path} is not what is stored`)
    }
    return answer
  }
  const known = kept.find<JsonAnswer>(key, asked)
  if (known) return give(known)
  await keeping.before?.(ctx)
  // When other processes write too, the data stored meanwhile is not known.
  const at = kept.now() ?? asked
  const since = kept.find<JsonAnswer>(key, at)
  if (since) return give(since)
  const reading = new SharedWork(read)
  const answer = reading.result()
  sharedReadings.set(answer, reading)
  kept.keep({ key, at, about: [ctx.tenantId] }, answer, ({ json }) => 2 * json.length + 2 * key.length)
  return answer
}
