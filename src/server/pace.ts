import { setImmediate } from 'node:timers/promises'

/** The longest piece of a computation on the thread that answers people. */
const mostMs = 10

/** For a computation in parts: await the result between them, and other requests run once the parts have taken 10 ms together. */
export const pacer = (): (() => Promise<void>) => {
  let sinceMs = performance.now()
  return async () => {
    if (performance.now() - sinceMs < mostMs) return
    await setImmediate()
    sinceMs = performance.now()
  }
}
