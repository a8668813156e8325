// @module-tag once
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Listener, OpenDatabase } from '../db/database.ts'
import { everything, type ListeningJob, listeningJob } from './listening-job.ts'

type Options = Parameters<typeof listeningJob>[2]

const log = { info: vi.fn(), error: vi.fn() }
let opened: ListeningJob[] = []
beforeEach(() => {
  vi.useFakeTimers()
  log.error.mockReset()
})
afterEach(async () => {
  const closing = Promise.all(opened.map((job) => job.close()))
  await pass(10_000)
  await closing
  opened = []
  vi.useRealTimers()
})

/** Lets everything happen that is due within this time. */
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** A job on a channel of its own, with the work that it has begun; each work lasts until the test ends it, or `workMs`. */
const started = async (options: Partial<Options> = {}, { workMs = 0, listens = true } = {}) => {
  let listener: Listener | null = null
  const stopListening = vi.fn(async () => undefined)
  const listen = async (_channel: string, one: Listener) => {
    if (!listens) throw new Error('no channel')
    listener = one
    return stopListening
  }
  const begun: string[] = []
  const signals: AbortSignal[] = []
  let atOnce = 0
  const work = async (key: string, signal: AbortSignal): Promise<void> => {
    begun.push(key)
    signals.push(signal)
    atOnce += 1
    expect(atOnce).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, workMs))
    atOnce -= 1
  }
  const job = listeningJob({ db: { listen } as unknown as OpenDatabase }, log, {
    name: 'test',
    channel: 'news',
    everyMs: 60_000,
    round: async () => [],
    work,
    ...options,
  })
  opened.push(job)
  await pass(0)
  return {
    job,
    begun,
    signals,
    stopListening,
    tell: (message: string) => listener?.onMessage(message),
    reconnect: () => listener?.onGap?.(),
  }
}

describe('a message', () => {
  it('begins its work after the quiet time, once for a burst, which does not delay it', async () => {
    const { begun, tell } = await started({ quietMs: 100 })
    tell('north')
    await pass(80)
    tell('north')
    tell('south')
    expect(begun).toEqual([])
    await pass(20)
    expect(begun).toEqual(['north'])
    await pass(80)
    expect(begun).toEqual(['north', 'south'])
  })

  it('starts the quiet time again if the work waits for the last one', async () => {
    const { begun, tell } = await started({ quietMs: 100, waitsForLast: true })
    tell('north')
    await pass(80)
    tell('north')
    await pass(99)
    expect(begun).toEqual([])
    await pass(1)
    expect(begun).toEqual(['north'])
  })

  it('that comes during its own work aborts the signal of the work, and leads to another one', async () => {
    const { begun, signals, tell } = await started({}, { workMs: 50 })
    tell('north')
    await pass(10)
    tell('south')
    await pass(10)
    expect(signals.map(({ aborted }) => aborted)).toEqual([false])
    tell('north')
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    await pass(150)
    expect(begun).toEqual(['north', 'south', 'north'])
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false, false])
  })

  it('that comes while its work waits behind other work leads to no further work', async () => {
    const { begun, tell } = await started({}, { workMs: 50 })
    tell('north')
    await pass(10)
    for (let count = 0; count < 5; count++) {
      tell('south')
      await pass(5)
    }
    await pass(200)
    expect(begun).toEqual(['north', 'south'])
  })

  it('that asks for no work begins none', async () => {
    const heard: string[] = []
    const { begun, tell } = await started({
      hear: (message) => {
        heard.push(message)
        return message === 'work' ? 'north' : null
      },
    })
    tell('stop')
    tell('work')
    await pass(10)
    expect([heard, begun]).toEqual([['stop', 'work'], ['north']])
  })
})

describe('a round', () => {
  it('finds work at the start, after a lost connection, and after every interval', async () => {
    const missed = [['one'], ['two'], ['three'], []]
    const { begun, reconnect } = await started({ everyMs: 1_000, round: async () => missed.shift() ?? [] })
    await pass(10)
    expect(begun).toEqual(['one'])
    reconnect()
    await pass(10)
    expect(begun).toEqual(['one', 'two'])
    await pass(1_010)
    expect(begun).toEqual(['one', 'two', 'three'])
  })

  it('asks for all work if the work has no keys, and so does every message', async () => {
    const { begun, tell } = await started({ round: undefined, everyMs: 1_000 })
    await pass(0)
    tell('north')
    await pass(0)
    await pass(1_010)
    expect(begun).toEqual([everything, everything, everything])
  })

  it('neither delays nor repeats work that is asked for already', async () => {
    const { begun, signals, tell } = await started(
      { quietMs: 100, waitsForLast: true, everyMs: 50, round: async () => ['north'] },
      { workMs: 200 },
    )
    tell('north')
    await pass(299)
    expect(begun).toEqual(['north'])
    expect(signals.map(({ aborted }) => aborted)).toEqual([false])
  })

  it('goes on when the channel cannot be opened, which is logged once', async () => {
    const { begun } = await started({ everyMs: 1_000, round: async () => ['north'] }, { listens: false })
    await pass(1_010)
    expect(begun).toEqual(['north', 'north'])
    expect(log.error.mock.calls).toEqual([
      [{ job: 'test', err: new Error('no channel') }, 'A background job cannot listen; it looks for work every 1 s'],
    ])
  })
})

describe('work', () => {
  it('of different keys goes on one at a time, in the order of the messages', async () => {
    const { begun, tell } = await started({}, { workMs: 50 })
    for (const key of ['north', 'south', 'east']) tell(key)
    await pass(120)
    expect(begun).toEqual(['north', 'south', 'east'])
    await pass(1_000)
    expect(begun).toHaveLength(3)
  })

  it('rests as long as it wants before its next turn, while other work begins', async () => {
    const begun: string[] = []
    const work = async (key: string) => {
      begun.push(key)
      return { restMs: 500 }
    }
    const { tell } = await started({ work })
    tell('north')
    await pass(0)
    tell('north')
    tell('south')
    await pass(499)
    expect(begun).toEqual(['north', 'south'])
    await pass(1)
    expect(begun).toEqual(['north', 'south', 'north'])
  })

  it('that has more to do goes on after its rest without a message', async () => {
    const turns = [true, true, false]
    const work = vi.fn(async () => ({ restMs: 100, again: turns.shift() ?? false }))
    const { tell } = await started({ work })
    tell('north')
    await pass(1_000)
    expect(work).toHaveBeenCalledTimes(3)
  })

  it('that fails is logged, as is a round that fails, and the job goes on', async () => {
    const begun: string[] = []
    const work = async (key: string) => {
      begun.push(key)
      if (begun.length === 1) throw new Error('planted')
    }
    const round = vi.fn(async () => ['south']).mockRejectedValueOnce(new Error('no table'))
    const { tell } = await started({ work, round, everyMs: 1_000 })
    tell('north')
    await pass(0)
    tell('north')
    await pass(1_010)
    expect(begun).toEqual(['north', 'north', 'south'])
    expect(log.error.mock.calls).toEqual([
      [{ job: 'test', err: new Error('no table') }, 'A background job could not look for work'],
      [{ job: 'test', key: 'north', err: new Error('planted') }, 'A background job failed'],
    ])
  })
})

describe('closing a job', () => {
  it('aborts the signal of the work under way, waits for its end, and begins nothing more', async () => {
    const { job, begun, signals, tell, stopListening } = await started(
      { everyMs: 1_000, round: async () => ['east'] },
      { workMs: 50 },
    )
    await pass(100)
    tell('north')
    await pass(10)
    tell('south')
    await pass(10)
    const closed = vi.fn()
    const closing = job.close().then(closed)
    expect(signals.at(-1)?.aborted).toBe(true)
    await pass(29)
    expect(closed).not.toHaveBeenCalled()
    await pass(1)
    await closing
    expect(stopListening).toHaveBeenCalledTimes(1)
    tell('north')
    job.wake('north')
    await pass(10_000)
    expect(begun).toEqual(['east', 'north'])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('waits for the round under way, whose work does not begin', async () => {
    const found = Promise.withResolvers<string[]>()
    const { job, begun } = await started({ round: () => found.promise })
    const closed = vi.fn()
    const closing = job.close().then(closed)
    await pass(1_000)
    expect(closed).not.toHaveBeenCalled()
    found.resolve(['north'])
    await closing
    await pass(1_010)
    expect(begun).toEqual([])
  })
})
