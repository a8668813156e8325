import { renewEveryMs } from '../services/exchanges/held-claim.ts'

interface Held {
  /** Renews the claim; false = it is lost. */
  readonly renew: () => Promise<boolean>
  /** Why the work ends when the claim is lost. */
  readonly lostBecause: string
  /** Aborts when the server stops. */
  readonly stopping: AbortSignal
}

/** Keeps a claim until `stop`, which waits for the last renewal. `signal` aborts when the claim is lost, or with `stopping`. */
export const holdClaim = ({ renew, lostBecause, stopping }: Held) => {
  const lost = new AbortController()
  let renewing: Promise<void> | null = null
  const timer = setInterval(() => {
    renewing ??= renew()
      .then(
        (isHeld) => {
          if (!isHeld) lost.abort(new Error(lostBecause))
        },
        // The next renewal may work. If none does, the claim runs out.
        () => undefined,
      )
      .finally(() => {
        renewing = null
      })
  }, renewEveryMs)
  return {
    signal: AbortSignal.any([lost.signal, stopping]),
    stop: async (): Promise<void> => {
      clearInterval(timer)
      await renewing
    },
  }
}
