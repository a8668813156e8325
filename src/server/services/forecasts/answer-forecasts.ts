import { learnPaces } from '#domain/learned/learn-paces.ts'
import type { LearnedDurations } from '#domain/odds/duration-model.ts'
import { paceDrift } from '#domain/odds/pace-drift.ts'
import { shopOdds } from '#domain/odds/shop-odds.ts'
import { computeMoves } from '#domain/operations/compute-moves.ts'
import { promiseOdds } from '#domain/promise-date/promise-odds.ts'
import { compareMoves } from '#domain/proposals/compare-moves.ts'
import type { ShopSnapshot } from '#domain/scheduling/shop-snapshot.ts'
import { type ShouldStop, StoppedError } from '#domain/scheduling/stopped.ts'
import { ShopReceiver } from '../scheduling/send-shop.ts'
import { findRemedies } from './find-remedies.ts'
import type { ForecastReply, ForecastRequest, LastReply, OddsWanted, ShopQuestion } from './forecast-messages.ts'
import { type FoundReasons, forecastParts, type KnownProject } from './forecast-parts.ts'
import { oddsParts } from './odds-parts.ts'
import { computedPromises } from './promise-plan.ts'
import { repairPlan } from './repair-plan.ts'

/** A shop kept between two forecasts, with what the first one has found. */
interface KeptShop {
  readonly received: ShopReceiver
  readonly known: Map<string, KnownProject>
  reasonsAsOf: string
  /** Receives the reasons that the current forecast has requested. */
  onReasons: (found: FoundReasons) => void
}

const newShop = (): KeptShop => ({
  received: new ShopReceiver(),
  known: new Map(),
  reasonsAsOf: '',
  onReasons: () => undefined,
})

const isQuestion = (request: { kind: string }): request is ShopQuestion =>
  ['go', 'propose', 'help', 'promise', 'compare', 'odds', 'promiseOdds'].includes(request.kind)

const learnedFrom = ({ finished, asOfMs }: Pick<OddsWanted, 'finished' | 'asOfMs'>): LearnedDurations => ({
  paces: learnPaces(finished, asOfMs),
  drift: paceDrift(finished, asOfMs),
})

const answerQuestion = (
  snapshot: ShopSnapshot,
  question: Exclude<ShopQuestion, { kind: 'go' }>,
  shouldStop: ShouldStop,
): LastReply => {
  switch (question.kind) {
    case 'propose':
      return { kind: 'proposed', plan: repairPlan(snapshot, question, shouldStop) }
    case 'help':
      return { kind: 'helped', found: findRemedies(snapshot, question, shouldStop) }
    case 'promise':
      return { kind: 'promised', promises: computedPromises(snapshot, question, shouldStop) }
    case 'compare':
      return { kind: 'compared', compared: compareMoves(snapshot, question.moves, shouldStop) }
    case 'odds':
      return {
        kind: 'drawn',
        odds: oddsParts(shopOdds(snapshot, learnedFrom(question), { shouldStop }), snapshot.nowMs),
      }
    case 'promiseOdds':
      return { kind: 'promisedOdds', odds: promiseOdds(snapshot, question, learnedFrom(question), shouldStop) }
  }
}

/** Computes on shops, each of which is sent whole once, and then only with its changes. `isStopped`: whether a job is to end. */
export const answerForecasts = (
  reply: (message: ForecastReply) => void,
  isStopped: (job: number) => boolean,
): ((request: ForecastRequest) => void) => {
  const shops = new Map<string, KeptShop>()

  const compute = async (job: number, shop: KeptShop, snapshot: ShopSnapshot, reasonsAsOf: string): Promise<void> => {
    if (shop.reasonsAsOf !== reasonsAsOf) for (const { reasons } of shop.known.values()) reasons.clear()
    shop.reasonsAsOf = reasonsAsOf
    const { parts, ...rest } = await forecastParts(
      snapshot,
      (wanted) =>
        new Promise((resolve) => {
          shop.onReasons = resolve
          reply({ job, kind: 'wanted', wanted })
        }),
      shop.known,
    )
    for (const part of parts) reply({ job, kind: 'part', part })
    reply({ job, kind: 'done', ...rest })
  }

  const answer = async (job: number, work: (shouldStop: ShouldStop) => LastReply | Promise<void>): Promise<void> => {
    const shouldStop = () => isStopped(job)
    try {
      if (shouldStop()) throw new StoppedError()
      const last = await work(shouldStop)
      if (last) reply({ job, ...last })
    } catch (error) {
      if (error instanceof StoppedError) reply({ job, kind: 'stopped' })
      else reply({ job, kind: 'failed', message: String(error) })
    }
  }

  return ({ job, shopKey, ...request }) => {
    if (request.kind === 'forget') {
      shops.delete(shopKey)
      return
    }
    if (request.kind === 'move') {
      void answer(job, (shouldStop) => ({ kind: 'moved', moves: computeMoves(request.wanted, shouldStop) }))
      return
    }
    if (request.kind === 'anew') shops.set(shopKey, newShop())
    const shop = shops.get(shopKey)
    if (!shop) reply({ job, kind: 'failed', message: 'There is no such shop' })
    else if (request.kind === 'reasons') shop.onReasons(request.found)
    else if (isQuestion(request)) {
      void answer(job, (shouldStop) => {
        const snapshot = shop.received.snapshot()
        if (!snapshot) throw new Error('There is no shop to compute')
        if (request.kind === 'go') return compute(job, shop, snapshot, request.reasonsAsOf)
        return answerQuestion(snapshot, request, shouldStop)
      })
    } else if (request.kind !== 'anew') {
      shop.received.take(request)
      if (request.kind === 'gone') for (const id of request.projectIds) shop.known.delete(id)
      if (request.kind === 'projects') for (const { projectId } of request.projects) shop.known.delete(projectId)
    }
  }
}
