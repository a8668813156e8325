import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallerLeftError } from '../../waiting-caller.ts'
import { type Comer, mostAtWork, SignInGate } from './sign-in-gate.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A gate whose places are taken. `next` ends the oldest sign-in at work, and returns the names of those that work or have worked. */
const busyGate = () => {
  const gate = new SignInGate()
  const begun: string[] = []
  const refused: string[] = []
  const ends: (() => void)[] = []
  const come = (name: string, { knownId = null, address = null, signal }: Partial<Comer> = {}): void => {
    const work = () => {
      begun.push(name)
      return new Promise<void>((resolve) => ends.push(resolve))
    }
    gate.pass({ knownId, address, signal }, work).catch((error: { code?: string }) => {
      refused.push(error instanceof CallerLeftError ? `${name} left` : `${name} ${error.code}`)
    })
  }
  for (let place = 0; place < mostAtWork; place += 1) come('first')
  begun.length = 0
  const next = async (times = 1): Promise<readonly string[]> => {
    for (let time = 0; time < times; time += 1) {
      ends.shift()?.()
      await vi.advanceTimersByTimeAsync(0)
    }
    return begun
  }
  return { gate, come, begun, refused, next }
}

describe('sign-ins that wait', () => {
  it('work one after another, a few at once, and leave the gate free', async () => {
    const { gate, come, begun, next } = busyGate()
    for (const name of ['a', 'b', 'c']) come(name)
    expect([begun.length, gate.isFree]).toEqual([0, false])
    expect(await next()).toEqual(['a'])
    expect(await next(2)).toEqual(['a', 'b', 'c'])
    await next(mostAtWork)
    expect(gate.isFree).toBe(true)
  })

  it('of known devices come first, and every third place belongs to others', async () => {
    const { come, next } = busyGate()
    for (const name of ['x', 'y']) come(name, { address: name })
    for (const name of ['a', 'b', 'c', 'd']) come(name, { knownId: name })
    expect(await next(6)).toEqual(['a', 'b', 'x', 'c', 'd', 'y'])
  })

  it('take one place of a known device at a time', async () => {
    const { come, next } = busyGate()
    come('x', { address: '10.0.0.1' })
    for (const name of ['a', 'again', 'and again']) come(name, { knownId: 'same', address: '10.0.0.2' })
    expect(await next(4)).toEqual(['a', 'x', 'again', 'and again'])
  })

  it('take turns by address, so that many from one address delay only each other', async () => {
    const { come, next } = busyGate()
    for (let count = 0; count < 50; count += 1) come(`guess ${count}`, { address: '203.0.113.9' })
    come('a', { address: '198.51.100.1' })
    come('b', { address: '198.51.100.2' })
    expect(await next(4)).toEqual(['guess 0', 'a', 'b', 'guess 1'])
  })

  it('are refused after 25 s, and those that come later are not', async () => {
    const { come, refused, next } = busyGate()
    come('a')
    come('known', { knownId: 'k' })
    await vi.advanceTimersByTimeAsync(20_000)
    come('b')
    await vi.advanceTimersByTimeAsync(4_999)
    expect(refused).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(refused).toEqual(['a unavailable', 'known unavailable'])
    expect(await next()).toEqual(['b'])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(refused).toHaveLength(2)
  })

  it('are skipped when their caller has left', async () => {
    const { come, refused, next } = busyGate()
    const left = new AbortController()
    come('a', { signal: left.signal })
    come('known', { knownId: 'k', signal: left.signal })
    come('b')
    left.abort()
    expect(await next()).toEqual(['b'])
    come('late', { signal: left.signal })
    await vi.advanceTimersByTimeAsync(0)
    expect(refused).toEqual(['a left', 'known left', 'late left'])
  })
})

describe('a gate at which 500 sign-ins wait', () => {
  const fullGate = (addressOf: (count: number) => string) => {
    const busy = busyGate()
    for (let count = 0; count < 500; count += 1) busy.come(`guess ${count}`, { address: addressOf(count) })
    return busy
  }

  it('refuses the next of the address that has most of them, and the last of these for any other address', async () => {
    const { come, refused, next } = fullGate(() => '203.0.113.9')
    come('guess 500', { address: '203.0.113.9' })
    come('honest', { address: '198.51.100.1' })
    await vi.advanceTimersByTimeAsync(0)
    expect(refused).toEqual(['guess 500 unavailable', 'guess 499 unavailable'])
    expect(await next(2)).toEqual(['guess 0', 'honest'])
  })

  it('takes a known device and refuses an unknown one, when each of them has an address of its own', async () => {
    const { come, refused, next } = fullGate((count) => `10.0.${count >> 8}.${count & 255}`)
    come('unknown', { address: '198.51.100.1' })
    come('known', { knownId: 'k', address: '198.51.100.1' })
    await vi.advanceTimersByTimeAsync(0)
    expect(refused).toEqual(['unknown unavailable', 'guess 0 unavailable'])
    expect(await next()).toEqual(['known'])
  })

  it('refuses all with one error object', async () => {
    const { gate } = fullGate(() => '203.0.113.9')
    const failed = await Promise.allSettled(
      [1, 2].map(() => gate.pass({ knownId: null, address: '203.0.113.9' }, async () => undefined)),
    )
    expect(new Set(failed.map((one) => one.status === 'rejected' && one.reason)).size).toBe(1)
  })
})
