import type { ShopMessage } from '../scheduling/send-shop.ts'
import type { ForecastPart, FoundReasons, WantedReasons } from './forecast-parts.ts'

/** To the thread: the shop in parts, then what it asks for. */
export type ForecastRequest =
  | ShopMessage
  | { readonly kind: 'go' }
  | { readonly kind: 'reasons'; readonly found: FoundReasons }

/** From the thread: what it needs to know, then the rows one part after the other. */
export type ForecastReply =
  | { readonly kind: 'wanted'; readonly wanted: WantedReasons }
  | { readonly kind: 'part'; readonly part: ForecastPart }
  | { readonly kind: 'done'; readonly operationCount: number; readonly comparedWithMs: number }
  | { readonly kind: 'failed'; readonly message: string }
