import { ShopReceiver } from '../scheduling/send-shop.ts'
import type { ForecastReply, ForecastRequest } from './forecast-messages.ts'
import { type FoundReasons, forecastParts, type StoredRows } from './forecast-parts.ts'

/** A shop between two forecasts, with the rows that the first of them has stored. */
interface KeptShop {
  readonly received: ShopReceiver
  readonly stored: StoredRows
  /** Hears the reasons that a forecast under way has asked for. */
  onReasons: (found: FoundReasons) => void
}

/** Computes forecasts of shops that are sent once, and then only what differs; in a thread or in place. */
export const answerForecasts = (reply: (message: ForecastReply) => void): ((request: ForecastRequest) => void) => {
  const shops = new Map<string, KeptShop>()

  const compute = async (job: number, shop: KeptShop): Promise<void> => {
    const snapshot = shop.received.snapshot()
    if (!snapshot) throw new Error('There is no shop to compute')
    const { parts, ...rest } = await forecastParts(
      snapshot,
      (wanted) =>
        new Promise((resolve) => {
          shop.onReasons = resolve
          reply({ job, kind: 'wanted', wanted })
        }),
      shop.stored,
    )
    for (const part of parts) reply({ job, kind: 'part', part })
    reply({ job, kind: 'done', ...rest })
  }

  return ({ job, tenantId, ...request }) => {
    if (request.kind === 'forget') {
      shops.delete(tenantId)
      return
    }
    if (request.kind === 'anew')
      shops.set(tenantId, { received: new ShopReceiver(), stored: new Map(), onReasons: () => undefined })
    const shop = shops.get(tenantId)
    if (!shop) reply({ job, kind: 'failed', message: 'There is no such shop' })
    else if (request.kind === 'reasons') shop.onReasons(request.found)
    else if (request.kind === 'go')
      compute(job, shop).catch((error: unknown) => reply({ job, kind: 'failed', message: String(error) }))
    else if (request.kind !== 'anew') {
      shop.received.take(request)
      // Of a project that is another, or whose stored rows are, nothing is known any more.
      if (request.kind === 'gone') for (const id of request.projectIds) shop.stored.delete(id)
      if (request.kind === 'projects') for (const { projectId } of request.projects) shop.stored.delete(projectId)
    }
  }
}
