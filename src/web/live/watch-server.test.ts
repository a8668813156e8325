import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { watchServer } from './watch-server.ts'

type Server = 'there' | 'refusing' | 'silent'

let server: Server
let questions: number
let watch: ReturnType<typeof watchServer>
const onAway = vi.fn()
const onBack = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  server = 'there'
  questions = 0
  onAway.mockClear()
  onBack.mockClear()
  watch = watchServer({
    onAway,
    onBack,
    isThere: (signal) => {
      questions += 1
      if (server === 'there') return Promise.resolve(true)
      if (server === 'refusing') return Promise.reject(new TypeError('Failed to fetch'))
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('Aborted'))))
    },
  })
})
afterEach(() => {
  watch.end()
  vi.useRealTimers()
})

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('the watch over the server', () => {
  it.each(['refusing', 'silent'] as const)(
    'says within 5 s of the lost socket that a %s server is away',
    async (how) => {
      watch.socketOpen()
      await wait(60_000)
      expect(questions).toBe(0)
      server = how
      watch.socketLost()
      await wait(2_000)
      expect(onAway).not.toHaveBeenCalled()
      await wait(3_000)
      expect(onAway).toHaveBeenCalledTimes(1)
    },
  )

  it.each(['refusing', 'silent'] as const)(
    'says within 5 s that a %s server is back, and goes on watching',
    async (how) => {
      server = how
      watch.socketLost()
      await wait(60_000)
      expect(onAway).toHaveBeenCalledTimes(1)
      server = 'there'
      await wait(5_000)
      expect(onBack).toHaveBeenCalledTimes(1)
      server = how
      await wait(6_000)
      expect(onAway).toHaveBeenCalledTimes(2)
    },
  )

  it('takes an open socket for a sign of life and asks no more', async () => {
    server = 'refusing'
    watch.socketLost()
    await wait(10_000)
    watch.socketOpen()
    expect(onBack).toHaveBeenCalledTimes(1)
    const before = questions
    await wait(60_000)
    expect(questions).toBe(before)
  })

  it('keeps quiet about a socket that is lost for a second', async () => {
    watch.socketOpen()
    server = 'refusing'
    watch.socketLost()
    await wait(1_200)
    watch.socketOpen()
    await wait(10_000)
    expect(onAway).not.toHaveBeenCalled()
  })

  it('keeps quiet about one question that fails between two that are answered', async () => {
    watch.socketLost()
    await wait(2_000)
    server = 'refusing'
    await wait(2_500)
    server = 'there'
    await wait(10_000)
    expect(onAway).not.toHaveBeenCalled()
    expect(onBack).not.toHaveBeenCalled()
  })

  it('asks when the browser believes that it is offline, though the socket looks open', async () => {
    watch.socketOpen()
    watch.doubt()
    await wait(10_000)
    expect(questions).toBe(1)
    server = 'silent'
    watch.doubt()
    await wait(5_000)
    expect(onAway).toHaveBeenCalledTimes(1)
    server = 'there'
    await wait(5_000)
    expect(onBack).toHaveBeenCalledTimes(1)
  })
})
