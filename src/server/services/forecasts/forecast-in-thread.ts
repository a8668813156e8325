import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { ShopSnapshot } from '#domain/scheduling/shop-snapshot.ts'
import { sendShop } from '../scheduling/send-shop.ts'
import type { ForecastReply, ForecastRequest } from './forecast-messages.ts'
import type { ForecastPart, ForecastParts, FoundReasons, WantedReasons } from './forecast-parts.ts'

const file = join(import.meta.dirname, 'forecast.worker.ts')

/** As `forecastParts`, in a thread of its own, so that nobody else has to wait meanwhile. Rejects when the thread fails or dies. */
export const forecastInThread = async (
  snapshot: ShopSnapshot,
  readReasons: (wanted: WantedReasons) => Promise<FoundReasons>,
): Promise<ForecastParts> => {
  // Flags of the parent (a test runner's loaders, say) are not for this thread.
  const worker = new Worker(file, { execArgv: [], name: 'forecast' })
  const post = (request: ForecastRequest) => worker.postMessage(request)
  const answer = new Promise<ForecastParts>((resolve, reject) => {
    const parts: ForecastPart[] = []
    worker.on('message', (reply: ForecastReply) => {
      if (reply.kind === 'wanted') readReasons(reply.wanted).then((found) => post({ kind: 'reasons', found }), reject)
      else if (reply.kind === 'part') parts.push(reply.part)
      else if (reply.kind === 'failed') reject(new Error(`The forecast failed: ${reply.message}`))
      else resolve({ parts, operationCount: reply.operationCount, comparedWithMs: reply.comparedWithMs })
    })
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('The forecast thread ended without an answer')))
  })
  try {
    const [forecast] = await Promise.all([answer, sendShop(snapshot, post).then(() => post({ kind: 'go' }))])
    return forecast
  } finally {
    await worker.terminate()
  }
}
