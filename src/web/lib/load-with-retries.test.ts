import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadWithRetries } from './load-with-retries.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Fails the given number of times and then resolves to `the part`. */
const failing = (times: number) => {
  let tries = 0
  return vi.fn(async () => {
    tries += 1
    if (tries <= times) throw new Error(`failure ${tries}`)
    return 'the part'
  })
}

describe('loadWithRetries', () => {
  it('resolves at once if the code can be loaded', async () => {
    const load = failing(0)
    expect(await loadWithRetries(load)).toBe('the part')
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('retries every 2 s until the code is loaded', async () => {
    const load = failing(40)
    const part = loadWithRetries(load)
    await vi.advanceTimersByTimeAsync(79_999)
    expect(load).toHaveBeenCalledTimes(40)
    await vi.advanceTimersByTimeAsync(1)
    expect(await part).toBe('the part')
  })

  it('rejects with the last error when `isHopeless` says so', async () => {
    const load = failing(9)
    const part = loadWithRetries(load, (tries) => tries >= 3).catch((error: Error) => error.message)
    await vi.advanceTimersByTimeAsync(4_000)
    expect(await part).toBe('failure 3')
    expect(load).toHaveBeenCalledTimes(3)
  })
})
