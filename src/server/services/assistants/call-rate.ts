import { minuteMs } from '#domain/time/units.ts'
import type { AppServices } from '../../context.ts'
import { RateLimitedError } from '../../errors.ts'
import { PersonLimit } from '../../person-limit.ts'
import { oncePerServer } from '../../server-caches.ts'

/** Messages of one token in a minute, and at a time, on one server. */
export const assistantRate = { perMinute: 300, atOnce: 4 } as const

const ratesOf = oncePerServer(() => ({
  /** The minute that is counted. */
  minute: 0,
  /** Messages in that minute by token id. The next minute begins with none, which bounds it. */
  counts: new Map<string, number>(),
  underWay: new PersonLimit(
    assistantRate.atOnce,
    `At most ${assistantRate.atOnce} messages at a time. Send the next one after an answer.`,
  ),
}))

/** Counts a message of a token until the returned function is called. Throws 429. */
export const enterCall = (app: AppServices, tokenId: string): (() => void) => {
  const rates = ratesOf(app)
  const nowMs = app.now().getTime()
  const minute = Math.floor(nowMs / minuteMs)
  if (minute !== rates.minute) {
    rates.minute = minute
    rates.counts.clear()
  }
  const count = (rates.counts.get(tokenId) ?? 0) + 1
  if (count > assistantRate.perMinute) {
    const wait = Math.ceil(((minute + 1) * minuteMs - nowMs) / 1_000)
    throw new RateLimitedError(wait, `At most ${assistantRate.perMinute} messages a minute. Try again in ${wait} s.`)
  }
  rates.counts.set(tokenId, count)
  return rates.underWay.enter(tokenId)
}
