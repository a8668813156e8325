import type { OpenDatabase, Tx } from '#server/db/database.ts'

export interface Timing {
  /** Duration from its begin, without the time in the queue. */
  readonly ms: number
  /** The service or job that started it. */
  readonly by: string
}

/** A database that times every transaction under the name of the service that started it. */
export const timed = (db: OpenDatabase, timings: Timing[]): OpenDatabase => {
  const watch = async <T>(work: (begun: () => void) => Promise<T>): Promise<T> => {
    const by = /(?:services|jobs)\/(?:[a-z-]+\/)?([a-z-]+)\.ts/.exec(new Error().stack ?? '')?.[1] ?? 'other'
    let begunAtMs = performance.now()
    const begun = () => {
      begunAtMs = performance.now()
    }
    return work(begun).finally(() => timings.push({ ms: performance.now() - begunAtMs, by }))
  }
  const begunWith =
    <T>(begun: () => void, work: (tx: Tx) => Promise<T>) =>
    (tx: Tx): Promise<T> => {
      begun()
      return work(tx)
    }
  return {
    ...db,
    withTenant: (ctx, work, turn) => watch((begun) => db.withTenant(ctx, begunWith(begun, work), turn)),
    readTenant: (ctx, work, turn) => watch((begun) => db.readTenant(ctx, begunWith(begun, work), turn)),
  }
}

/** The services with the largest total transaction times, and the longest transaction of each. */
export const whereTimeWent = (timings: readonly Timing[], most = 6): string =>
  [...Map.groupBy(timings, ({ by }) => by)]
    .map(([by, all]) => ({
      by,
      count: all.length,
      sum: all.reduce((sum, { ms }) => sum + ms, 0),
      longest: Math.max(...all.map(({ ms }) => ms)),
    }))
    .sort((one, other) => other.sum - one.sum)
    .slice(0, most)
    .map(
      ({ by, count, sum, longest }) =>
        `${by} ${count} x ${(sum / 1_000).toFixed(2)} s (longest ${Math.round(longest)} ms)`,
    )
    .join(', ')
