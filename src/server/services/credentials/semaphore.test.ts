import { expect, it } from 'vitest'
import { AppError } from '../../errors.ts'
import { CallerLeftError, computingFor } from '../../waiting-caller.ts'
import { maxRunning } from './password-hash.ts'
import { Semaphore } from './semaphore.ts'

const full = new AppError('unavailable', 'Full.')

/** A semaphore with jobs that end when they are told to. */
const held = (limits: { readonly running: number; readonly waiting: number }) => {
  const semaphore = new Semaphore(limits, full)
  const finish: (() => void)[] = []
  const started: number[] = []
  const add = (number: number): Promise<number> =>
    semaphore.run(() => {
      started.push(number)
      return new Promise((resolve) => finish.push(() => resolve(number)))
    })
  return { semaphore, finish, started, add }
}

it('passwords are hashed at most two at once', () => {
  expect(maxRunning).toBeLessThanOrEqual(2)
})

it('a semaphore runs two jobs at once, lets fifty wait in order, and refuses the rest with one error object', async () => {
  const { semaphore, finish, started, add } = held({ running: 2, waiting: 50 })
  const outcomes = Promise.allSettled(Array.from({ length: 60 }, (_, number) => add(number)))
  for (let done = 0; done < 52; done += 1) {
    await expect.poll(() => finish.length).toBeGreaterThan(done)
    expect(started.length - done).toBeLessThanOrEqual(2)
    finish[done]?.()
  }
  const finished = await outcomes
  expect(started).toEqual(Array.from({ length: 52 }, (_, number) => number))
  expect(finished.slice(52).map((one) => one.status === 'rejected' && one.reason)).toEqual(Array(8).fill(full))
  await expect(semaphore.run(async () => 'free again')).resolves.toBe('free again')
})

it('a job whose caller leaves gives up its place in the queue, and the next one runs', async () => {
  const { semaphore, finish, started, add } = held({ running: 1, waiting: 2 })
  const first = add(1)
  const caller = new AbortController()
  const left = computingFor(caller.signal, () => add(2)).catch((error: unknown) => error)
  const next = add(3)
  expect(semaphore.waiting).toBe(2)
  caller.abort()
  expect(await left).toBeInstanceOf(CallerLeftError)
  expect(semaphore.waiting).toBe(1)
  finish[0]?.()
  await expect(first).resolves.toBe(1)
  await expect.poll(() => started).toEqual([1, 3])
  finish[1]?.()
  await expect(next).resolves.toBe(3)
})
