import type { z } from 'zod/mini'
import type { readSourceSample as sampleCall } from '#contract/data-sources.ts'
import type { ReadTable } from '#contract/imports.ts'
import type { TenantContext } from '../../context.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { RuleError } from '../../errors.ts'
import { type ExchangedFile, fetchFile } from '../../exchange/call-address.ts'
import { ExchangeProblem } from '../../exchange/exchange-problem.ts'
import { readNewest } from '../../exchange/organization-folder.ts'
import { requireMine } from '../exchanges/exchange-author.ts'
import { openSecret, secretToStore } from '../exchanges/exchange-secret.ts'
import { readImport } from '../imports/read-import.ts'
import { asQuestion } from '../scheduling/ask-in-turn.ts'
import { addressOf, requireReachable } from './manage-data-sources.ts'
import { requireSource } from './source-rows.ts'

type Sample = z.output<NonNullable<(typeof sampleCall)['body']>>

/** Under 25 s, after which a browser hears that it takes too long. */
const fetchMs = 20_000

/** The secret for the address: the given one, or that of the source, which only its author and admins may use. 403, 404, 422. */
const secretFor = async (ctx: TenantContext, { origin, secret, sourceId }: Sample): Promise<string | null> => {
  const address = addressOf(origin)
  // A sample stores nothing. A secret that was typed before another origin was chosen may still come with it, and is not needed.
  if (address === null || address.signIn.kind === 'none') return null
  if (secret !== undefined) return secret
  const source = sourceId === undefined ? null : await readTenant(ctx, (tx) => requireSource(ctx, tx, sourceId))
  if (source) requireMine(ctx, source)
  const ownerId = source?.sourceId ?? ''
  const kept = source && { before: addressOf(source.origin), stored: source.secret }
  return openSecret(ctx.app, secretToStore(ctx.app, address, { given: undefined, kept, ownerId }), ownerId)
}

const fetchSample = async (ctx: TenantContext, sample: Sample): Promise<ExchangedFile> => {
  const { origin } = sample
  if (origin.kind === 'pushed') throw new RuleError('A program sends this file. Choose a sample of it instead.')
  await requireReachable(ctx, origin)
  try {
    if (origin.kind === 'folder')
      return await readNewest(ctx.app, ctx.tenantId, { pattern: origin.pattern, stillMs: 0, taskMs: fetchMs })
    const secret = await secretFor(ctx, sample)
    return await fetchFile(ctx.app, { url: origin.url, signIn: origin.signIn, secret, answerMs: fetchMs })
  } catch (error) {
    if (error instanceof ExchangeProblem) throw new RuleError(error.message)
    throw error
  }
}

/**
 * Fetches the file of a source that is being set up and reads its table; stores nothing. 422 with the reason if there is no file, 400 if
 * it has no table; 403 and 404 of the source whose secret is used; 429 and 503 as `askInTurn`.
 */
export const readSourceSample = (
  ctx: TenantContext,
  sample: Sample,
): Promise<{ readonly fileName: string; readonly table: ReadTable }> =>
  asQuestion(ctx, async () => {
    const { name, bytes } = await fetchSample(ctx, sample)
    const source = { fileName: name, base64: Buffer.from(bytes).toString('base64'), ...sample.choice }
    return { fileName: name, table: await readImport(ctx, { source }) }
  })
