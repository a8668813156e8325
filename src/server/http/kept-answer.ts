import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { mintTenantContext, type TenantContext } from '../context.ts'
import { forEverybody } from '../waiting-caller.ts'
import { callerOf, sessionOf } from './caller.ts'
import { checkAnswer } from './check-answer.ts'
import type { readCall } from './read-call.ts'
import type { Call, ContextByAccess, Keeping, ServedRoute } from './serve.ts'

/** An answer as it is sent. */
export interface JsonAnswer {
  readonly json: Buffer
  /** What If-Match will name; null = none. */
  readonly version: number | null
  /** The same for a browser, packed once for all who are given it. */
  readonly packed?: () => Promise<Buffer>
}

/** As for what is packed on its way out: more takes longer than it saves. */
const packing = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } }
/** Smaller ones are sent as they are. */
const leastPackedBytes = 1_024

const packedOnce = (json: Buffer): JsonAnswer['packed'] => {
  if (json.length < leastPackedBytes) return undefined
  let packed: Promise<Buffer> | undefined
  return () => {
    packed ??= promisify(zlib.brotliCompress)(json, packing)
    return packed
  }
}

interface Asking {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly input: ReturnType<typeof readCall>
  /** For tests: every answer is compared with the contract, and every kept one with one read anew. */
  readonly checkAnswers: boolean
}

export const versionOf = (answer: unknown): number | null => {
  const { version } = (answer ?? {}) as { version?: unknown }
  return Number.isInteger(version) ? (version as number) : null
}

const isTenantContext = (ctx: ContextByAccess[keyof ContextByAccess]): ctx is TenantContext => 'source' in ctx

/** The same caller by a clock that stands at its last full step, so that a kept answer is the one that reading now would give. */
const atStep = (ctx: TenantContext, { stepMs }: Keeping) => {
  const stepAtMs = Math.floor(ctx.app.now().getTime() / stepMs) * stepMs
  return { stepAtMs, ctx: mintTenantContext({ ...ctx, app: { ...ctx.app, now: () => new Date(stepAtMs) } }) }
}

/** Everything that an answer depends on beside what is stored. */
const keyOf = ({ method, path }: Endpoint, { tenantId }: TenantContext, rest: unknown): string => {
  if (!tenantId) throw new Error('A kept answer belongs to an organization')
  return `${tenantId} ${method} ${path} ${JSON.stringify(rest)}`
}

/**
 * The answer to a GET of an organization's records, read once until something changes: whoever asks at the same state of the
 * database (`LiveSession.at`, or the same of the organization, looked up with the session for this request) gets the same bytes, and whoever asks while it
 * is read waits for it. Who asks has been established before, as for every request.
 */
export const keptAnswer = async (
  { endpoint, handle, keeping }: ServedRoute,
  { request, reply, input, checkAnswers }: Asking,
): Promise<JsonAnswer> => {
  const caller = callerOf(request).ctx
  if (!keeping || !isTenantContext(caller)) throw new Error(`${endpoint.path} is nothing to be kept`)
  const { ctx, stepAtMs } = atStep(caller, keeping)
  const { kept } = ctx.app.db
  const asked = sessionOf(request).at[keeping.endsWith]
  const key = keyOf(endpoint, ctx, [input.params ?? null, input.query ?? null, stepAtMs])
  const read = async (): Promise<JsonAnswer> => {
    const answer = await handle({ ...input, ctx, request, reply } as Call<Endpoint>)
    if (checkAnswers) checkAnswer(endpoint, answer)
    const json = Buffer.from(JSON.stringify(answer))
    return { json, version: versionOf(answer), packed: packedOnce(json) }
  }
  const give = async (known: Promise<JsonAnswer>): Promise<JsonAnswer> => {
    // Whoever read it may have been cut off; then everybody reads for himself.
    const answer = await known.catch(read)
    if (checkAnswers && !answer.json.equals((await read()).json) && kept.find(key, kept.now())) {
      throw new Error(`The kept answer of ${endpoint.method} ${endpoint.path} is not what is stored`)
    }
    return answer
  }
  const known = kept.find<JsonAnswer>(key, asked)
  if (known) return give(known)
  await keeping.before?.(ctx)
  // Where others write too, it is not known what was stored meanwhile.
  const at = kept.now() ?? asked
  const since = kept.find<JsonAnswer>(key, at)
  if (since) return give(since)
  const answer = forEverybody(read)
  kept.keep({ key, at, about: [ctx.tenantId] }, answer, ({ json }) => 2 * json.length + 2 * key.length)
  return answer
}
