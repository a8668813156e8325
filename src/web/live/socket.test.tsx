import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LiveMessage } from '#contract/live-events.ts'
import { connectLive, reconnectDelayMs } from './socket.ts'

const presence: LiveMessage = { type: 'presence', projectId: null, screen: 'other' }

class FakeSocket {
  onopen: (() => void) | null = null
  onclose: (() => void) | null = null
  onerror: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  close = vi.fn()
  sent: string[] = []
  send = (text: string) => void this.sent.push(text)
}

describe('the live connection', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('is retried after 1, 2, 4, 8 and 16 s, and then replaced by polling', () => {
    expect([0, 1, 2, 3, 4, 5].map((attempt) => reconnectDelayMs(attempt, () => 0))).toEqual([
      1_000,
      2_000,
      4_000,
      8_000,
      16_000,
      null,
    ])
  })

  it.each([
    { title: 'Crane is free', message: 'Bay 2', type: 'info' },
    { Title: 'Crane is free', Message: 'Bay 2', Type: 'Info', Id: 'n1' },
    { title: 'Crane is free', message: 'Bay 2', is_read: false, time_stamp: 'soon' },
  ])('reads the bare notification %j', async (bare) => {
    const socket = new FakeSocket()
    const hooks = { onEvent: vi.fn(), onOpen: vi.fn(), onPoll: vi.fn(), heartbeat: () => presence }
    const connection = connectLive({ open: async () => socket as unknown as WebSocket, ...hooks })
    await vi.advanceTimersByTimeAsync(0)
    socket.onmessage?.({ data: JSON.stringify(bare) })
    const data = expect.objectContaining({ title: 'Crane is free', message: 'Bay 2', type: 'info', cause: null })
    expect(hooks.onEvent.mock.calls).toEqual([[{ type: 'notification', data }]])
    connection.end()
  })

  it('polls every 30 s without a socket, catches up when one opens, and then retries from 1 s again', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const sockets: FakeSocket[] = []
    let works = false
    const open = vi.fn(async () => {
      if (!works) throw new Error('refused')
      const socket = new FakeSocket()
      sockets.push(socket)
      return socket as unknown as WebSocket
    })
    const hooks = { onEvent: vi.fn(), onOpen: vi.fn(), onPoll: vi.fn(), heartbeat: () => presence }
    const connection = connectLive({ open, ...hooks })
    await vi.advanceTimersByTimeAsync(31_000)
    expect(open).toHaveBeenCalledTimes(6)
    expect(hooks.onPoll).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(hooks.onPoll).toHaveBeenCalledTimes(2)
    works = true
    await vi.advanceTimersByTimeAsync(30_000)
    sockets[0]?.onopen?.()
    expect(hooks.onOpen).toHaveBeenCalledTimes(1)
    sockets[0]?.onmessage?.({ data: '{"type":"session"}' })
    sockets[0]?.onmessage?.({ data: 'no json' })
    expect(hooks.onEvent.mock.calls).toEqual([[{ type: 'session' }]])
    const before = open.mock.calls.length
    sockets[0]?.onclose?.()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(open).toHaveBeenCalledTimes(before + 1)
    connection.end()
    sockets[1]?.onclose?.()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(open).toHaveBeenCalledTimes(before + 1)
  })

  it('replaces a silent socket, but only if the server has answered on it before', async () => {
    const sockets: FakeSocket[] = []
    const open = async () => {
      const socket = new FakeSocket()
      sockets.push(socket)
      return socket as unknown as WebSocket
    }
    const onState = vi.fn()
    const connection = connectLive({
      open,
      onState,
      heartbeat: () => presence,
      onEvent: vi.fn(),
      onOpen: vi.fn(),
      onPoll: vi.fn(),
    })
    await vi.advanceTimersByTimeAsync(0)
    sockets[0]?.onopen?.()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sockets).toHaveLength(1)
    expect(sockets[0]?.sent).toHaveLength(3)
    sockets[0]?.onmessage?.({ data: '{"type":"heard","id":null,"error":null}' })
    await vi.advanceTimersByTimeAsync(24_000)
    expect(onState.mock.lastCall).toEqual(['open'])
    await vi.advanceTimersByTimeAsync(12_000)
    expect(sockets).toHaveLength(2)
    // A socket that never opens is given up as well.
    await vi.advanceTimersByTimeAsync(13_000)
    expect(sockets).toHaveLength(3)
    connection.end()
  })
})
