import { projectRemediesOf } from '#domain/remedies/project-remedies.ts'
import type { ShopSnapshot } from '#domain/scheduling/shop-snapshot.ts'
import { ShopReceiver } from '../scheduling/send-shop.ts'
import type { ForecastReply, ForecastRequest, PromiseWanted, RemediesWanted } from './forecast-messages.ts'
import { type FoundReasons, forecastParts, type KnownProject } from './forecast-parts.ts'
import { computedPromises } from './promise-plan.ts'
import { type RepairWanted, repairPlan } from './repair-plan.ts'

/** A shop kept between two forecasts, with what the first one has found. */
interface KeptShop {
  readonly received: ShopReceiver
  readonly known: Map<string, KnownProject>
  reasonsAsOf: string
  /** Receives the reasons that the current forecast has requested. */
  onReasons: (found: FoundReasons) => void
}

/** Computes forecasts in a thread or in place. A shop is sent whole once, and then only its changes. */
export const answerForecasts = (reply: (message: ForecastReply) => void): ((request: ForecastRequest) => void) => {
  const shops = new Map<string, KeptShop>()

  const snapshotOf = ({ received }: KeptShop): ShopSnapshot => {
    const snapshot = received.snapshot()
    if (!snapshot) throw new Error('There is no shop to compute')
    return snapshot
  }

  const compute = async (job: number, shop: KeptShop, reasonsAsOf: string): Promise<void> => {
    if (shop.reasonsAsOf !== reasonsAsOf) for (const { placements } of shop.known.values()) placements.clear()
    shop.reasonsAsOf = reasonsAsOf
    const snapshot = snapshotOf(shop)
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

  const propose = async (job: number, shop: KeptShop, wanted: RepairWanted): Promise<void> =>
    reply({ job, kind: 'proposed', plan: repairPlan(snapshotOf(shop), wanted) })
  const help = async (job: number, shop: KeptShop, { projectId, parts }: RemediesWanted): Promise<void> =>
    reply({ job, kind: 'helped', remedies: projectRemediesOf(snapshotOf(shop), projectId, parts) })
  const promise = async (job: number, shop: KeptShop, wanted: PromiseWanted): Promise<void> =>
    reply({ job, kind: 'promised', promises: computedPromises(snapshotOf(shop), wanted) })

  return ({ job, tenantId, ...request }) => {
    const fail = (error: unknown): void => reply({ job, kind: 'failed', message: String(error) })
    if (request.kind === 'forget') {
      shops.delete(tenantId)
      return
    }
    if (request.kind === 'anew')
      shops.set(tenantId, {
        received: new ShopReceiver(),
        known: new Map(),
        reasonsAsOf: '',
        onReasons: () => undefined,
      })
    const shop = shops.get(tenantId)
    if (!shop) fail('There is no such shop')
    else if (request.kind === 'reasons') shop.onReasons(request.found)
    else if (request.kind === 'go') compute(job, shop, request.reasonsAsOf).catch(fail)
    else if (request.kind === 'propose') propose(job, shop, request).catch(fail)
    else if (request.kind === 'help') help(job, shop, request).catch(fail)
    else if (request.kind === 'promise') promise(job, shop, request).catch(fail)
    else if (request.kind !== 'anew') {
      shop.received.take(request)
      if (request.kind === 'gone') for (const id of request.projectIds) shop.known.delete(id)
      if (request.kind === 'projects') for (const { projectId } of request.projects) shop.known.delete(projectId)
    }
  }
}
