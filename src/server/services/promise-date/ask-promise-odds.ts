import type { PromiseOdds, PromiseOddsQuestion } from '#contract/promise-date.ts'
import type { TenantContext } from '../../context.ts'
import { readForecastState } from '../forecasts/current-forecast.ts'
import { mostOddsOperations } from '../forecasts/keep-odds.ts'
import { drawPromiseOdds } from '../forecasts/refresh-forecast.ts'
import { readPacedWork, readPaces } from '../learned/read-paces.ts'
import { draftOf, loadResources } from './draft-project.ts'

/** Ids that number what they identify. Draws depend on ids, and the same question must get the same dates. */
const numberedIds = (): (() => string) => {
  let last = 0
  return () => `00000000-0000-4000-8000-${String(++last).padStart(12, '0')}`
}

const isoOf = (ms: number): string => new Date(ms).toISOString()

/**
 * When the work of a question is done in 50, 80 and 90 % of the samples of the shop, if it is planned as one answer places it. Stores
 * nothing. 400, 422, 429 and 503 as `askPromiseDate`.
 */
export const askPromiseOdds = async (
  ctx: TenantContext,
  { question, kind }: PromiseOddsQuestion,
): Promise<PromiseOdds> => {
  const { draft } = draftOf(ctx, question, await loadResources(ctx), numberedIds())
  const { groups } = await readPaces(ctx)
  if (groups.length === 0) return { odds: null, reason: 'tooLittleKnown' }
  const { operationCount } = await readForecastState(ctx)
  if (operationCount > mostOddsOperations) return { odds: null, reason: 'shopTooLarge' }
  const drawn = await drawPromiseOdds(ctx, { draft, answer: kind, ...(await readPacedWork(ctx)) })
  if (!drawn) return { odds: null, reason: 'tooLittleKnown' }
  const { p50Ms, p80Ms, p90Ms } = drawn
  return { odds: { p50: isoOf(p50Ms), p80: isoOf(p80Ms), p90: isoOf(p90Ms) }, reason: null }
}
