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

describe('the server watch', () => {
  it.each(['refusing', 'silent'] as const)('reports a %s server within 5 s after the socket is lost', async (how) => {
    watch.socketOpen()
    await wait(60_000)
    expect(questions).toBe(0)
    server = how
    watch.socketLost()
    await wait(2_000)
    expect(onAway).not.toHaveBeenCalled()
    await wait(3_000)
    expect(onAway).toHaveBeenCalledTimes(1)
  })

  it.each(['refusing', 'silent'] as const)(
    'reports within 5 s that a %s server is back, and continues to watch it',
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

  it('accepts an open socket as proof that the server is back, and stops its requests', async () => {
    server = 'refusing'
    watch.socketLost()
    await wait(10_000)
    watch.socketOpen()
    expect(onBack).toHaveBeenCalledTimes(1)
    const before = questions
    await wait(60_000)
    expect(questions).toBe(before)
  })

  it('reports nothing when the socket is lost for about a second', async () => {
    watch.socketOpen()
    server = 'refusing'
    watch.socketLost()
    await wait(1_200)
    watch.socketOpen()
    await wait(10_000)
    expect(onAway).not.toHaveBeenCalled()
  })

  it('reports nothing when one request fails between two that are answered', async () => {
    watch.socketLost()
    await wait(2_000)
    server = 'refusing'
    await wait(2_500)
    server = 'there'
    await wait(10_000)
    expect(onAway).not.toHaveBeenCalled()
    expect(onBack).not.toHaveBeenCalled()
  })

  it('sends a request when the browser believes it is offline, even if the socket looks open', async () => {
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
