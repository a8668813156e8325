// @module-tag once
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Turn } from '../engine.ts'
import { Exclusive } from './exclusive.ts'

// The tests use fake timers: on a busy machine a moment may last long.
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Requests all turns while the resource is held, then releases it; returns the names in the order served. */
const order = async (asked: readonly (readonly [string, Turn])[], heldMs = 0): Promise<string[]> => {
  const exclusive = new Exclusive()
  const release = await exclusive.take(1_000)
  const served: string[] = []
  const turns = asked.map(async ([name, turn]) => {
    const done = await exclusive.take(5_000, turn)
    served.push(name)
    done()
  })
  vi.advanceTimersByTime(heldMs)
  release()
  await Promise.all(turns)
  return served
}

test('short work goes before long work, and each kind keeps its order', async () => {
  const asked = [
    ['list', 'long'],
    ['read', 'short'],
    ['plan', 'long'],
    ['write', 'short'],
  ] as const
  expect(await order(asked)).toEqual(['read', 'write', 'list', 'plan'])
})

test('long work that has waited takes every second turn', async () => {
  const asked = [
    ['list', 'long'],
    ['plan', 'long'],
    ...['a', 'b', 'c'].map((name) => [name, 'short'] as const),
  ] as const
  expect(await order(asked, 300)).toEqual(['list', 'a', 'plan', 'b', 'c'])
})

test('a caller that waits too long is refused, and the next caller is served', async () => {
  const exclusive = new Exclusive()
  const release = await exclusive.take(1_000)
  const late = expect(exclusive.take(10, 'long')).rejects.toMatchObject({ code: 'unavailable' })
  vi.advanceTimersByTime(10)
  await late
  const next = exclusive.take(1_000, 'long')
  release()
  release()
  expect(await next).toBeTypeOf('function')
})
