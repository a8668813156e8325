import { QueryObserver, queryOptions } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, retryComputing, shouldRetry } from '#web/api/api-error.ts'
import { createQueryClient } from './query-client.ts'

it('a loader gets its data even if the screen that started the request is left in the meantime', async () => {
  const client = createQueryClient()
  let reads = 0
  const query = queryOptions({
    queryKey: ['read'],
    queryFn: ({ signal }) =>
      new Promise<number>((resolve, reject) => {
        const read = ++reads
        signal.addEventListener('abort', () => reject(signal.reason))
        setImmediate(() => resolve(read))
      }),
  })
  const leave = new QueryObserver(client, query).subscribe(() => undefined)
  const loaded = client.ensureQueryData(query)
  leave()
  expect(await loaded).toBe(2)
  client.clear()
})

it('a failed loader reports its error once', async () => {
  const client = createQueryClient()
  let reads = 0
  const refused = client.ensureQueryData({
    queryKey: ['refused'],
    queryFn: () => {
      reads++
      throw new Error('No')
    },
  })
  await expect(refused).rejects.toThrow('No')
  expect(reads).toBe(1)
})

describe('retries', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const busy = (retryAfterMs: number | null) =>
    new ApiError('rate_limited', 'Two of your calculations are still running.', { status: 429, retryAfterMs })
  const tooLong = () => new ApiError('unavailable', 'This takes too long.', { status: 503, retryAfterMs: 5_000 })

  /** Runs one query whose first answers are `errors`. Returns the times of its requests, in ms from the start. */
  const ask = async (errors: readonly Error[], retry: typeof shouldRetry = shouldRetry) => {
    const client = createQueryClient()
    const beganMs = Date.now()
    const askedAtMs: number[] = []
    const queryFn = async () => {
      askedAtMs.push(Date.now() - beganMs)
      const error = errors[askedAtMs.length - 1]
      if (error) throw error
      return 'answer'
    }
    const asked = client.fetchQuery({ queryKey: ['asked'], queryFn, retry }).catch((error: Error) => error.message)
    await vi.advanceTimersByTimeAsync(120_000)
    const outcome = await asked
    client.clear()
    return { outcome, askedAtMs }
  }

  it('a query is retried up to three times when the server is busy with other requests of the same user', async () => {
    expect(await ask([busy(2_000), busy(2_000)])).toEqual({ outcome: 'answer', askedAtMs: [0, 2_000, 4_000] })
    const { outcome, askedAtMs } = await ask(Array.from({ length: 9 }, () => busy(2_000)))
    expect([outcome, askedAtMs.length]).toEqual(['Two of your calculations are still running.', 4])
  })

  it('a query is not retried when the server asks to wait minutes, or gives no time', async () => {
    for (const error of [busy(900_000), busy(null)]) expect((await ask([error])).askedAtMs).toEqual([0])
  })

  it('a slow computed query that timed out is retried once, because each attempt costs the server as much', async () => {
    const { outcome, askedAtMs } = await ask([tooLong(), tooLong()], retryComputing)
    expect([outcome, askedAtMs]).toEqual(['This takes too long.', [0, 5_000]])
    expect((await ask([tooLong(), tooLong(), tooLong()])).askedAtMs).toHaveLength(4)
  })
})
