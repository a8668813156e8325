import { expect, it } from 'vitest'
import { maxRunning, withHashGate } from './password-hash.ts'

it('the hash gate runs at most two hashes at once, lets fifty wait in order, and refuses the rest with 503', async () => {
  expect(maxRunning).toBeLessThanOrEqual(2)
  const finish: (() => void)[] = []
  const started: number[] = []
  const work = (number: number) =>
    withHashGate(() => {
      started.push(number)
      return new Promise<number>((resolve) => finish.push(() => resolve(number)))
    })
  const all = Array.from({ length: 60 }, (_, number) => work(number))
  const outcomes = Promise.allSettled(all)
  for (let done = 0; done < 50 + maxRunning; done += 1) {
    await Promise.resolve()
    await expect.poll(() => finish.length).toBeGreaterThan(done)
    expect(started.length - done).toBeLessThanOrEqual(maxRunning)
    finish[done]?.()
  }
  const finished = await outcomes
  expect(started).toEqual(Array.from({ length: 50 + maxRunning }, (_, number) => number))
  expect(finished.slice(50 + maxRunning).map((one) => one.status === 'rejected' && one.reason.status)).toEqual(
    Array(10 - maxRunning).fill(503),
  )
  // All refusals share one error object.
  expect(new Set(finished.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))).size).toBe(1)
  await expect(withHashGate(async () => 'free again')).resolves.toBe('free again')
})
