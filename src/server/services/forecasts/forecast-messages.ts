import type { ShopMessage } from '../scheduling/send-shop.ts'
import type { ForecastPart, FoundReasons, WantedReasons } from './forecast-parts.ts'

/** To where forecasts are computed: the shop or what differs of it, in parts, then what is wanted of it. */
export type ForecastRequest = { readonly job: number; readonly tenantId: string } & (
  | ShopMessage
  /** What follows is a whole shop. */
  | { readonly kind: 'anew' }
  | { readonly kind: 'go' }
  | { readonly kind: 'reasons'; readonly found: FoundReasons }
  | { readonly kind: 'forget' }
)

/** Back from there: what it needs to know, then the rows that differ, one part after the other. */
export type ForecastReply = { readonly job: number } & (
  | { readonly kind: 'wanted'; readonly wanted: WantedReasons }
  | { readonly kind: 'part'; readonly part: ForecastPart }
  | { readonly kind: 'done'; readonly operationCount: number; readonly comparedWithMs: number }
  | { readonly kind: 'failed'; readonly message: string }
)
