import { expect, it } from 'vitest'
import { withHashGate } from './hash-gate.ts'

it('lets two hashes run at once, fifty wait in order, and refuses the rest with 503 (must-hold 22)', async () => {
  const finish: (() => void)[] = []
  const started: number[] = []
  const work = (number: number) =>
    withHashGate(() => {
      started.push(number)
      return new Promise<number>((resolve) => finish.push(() => resolve(number)))
    })
  const all = Array.from({ length: 60 }, (_, number) => work(number))
  const outcomes = Promise.allSettled(all)
  for (let done = 0; done < 52; done += 1) {
    await Promise.resolve()
    await expect.poll(() => finish.length).toBeGreaterThan(done)
    expect(started.length - done).toBeLessThanOrEqual(2)
    finish[done]?.()
  }
  const settled = await outcomes
  expect(started).toEqual(Array.from({ length: 52 }, (_, number) => number))
  expect(settled.slice(52).map((one) => one.status === 'rejected' && one.reason.status)).toEqual(Array(8).fill(503))
  await expect(withHashGate(async () => 'free again')).resolves.toBe('free again')
})
