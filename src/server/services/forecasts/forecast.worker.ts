import { parentPort } from 'node:worker_threads'
import { ShopReceiver } from '../scheduling/send-shop.ts'
import type { ForecastReply, ForecastRequest } from './forecast-messages.ts'
import { type FoundReasons, forecastParts, type WantedReasons } from './forecast-parts.ts'

const received = new ShopReceiver()
const reply = (message: ForecastReply) => parentPort?.postMessage(message)
let onReasons: (found: FoundReasons) => void = () => undefined

const readReasons = (wanted: WantedReasons): Promise<FoundReasons> =>
  new Promise((resolve) => {
    onReasons = resolve
    reply({ kind: 'wanted', wanted })
  })

const compute = async (): Promise<void> => {
  const snapshot = received.snapshot()
  if (!snapshot) return
  const { parts, ...rest } = await forecastParts(snapshot, readReasons)
  for (const part of parts) reply({ kind: 'part', part })
  reply({ kind: 'done', ...rest })
}

parentPort?.on('message', (request: ForecastRequest) => {
  if (request.kind === 'reasons') onReasons(request.found)
  else if (request.kind !== 'go') received.take(request)
  else compute().catch((error: unknown) => reply({ kind: 'failed', message: String(error) }))
})
