import { describe, expect, it } from 'vitest'
import { idleSince } from './idle-since.ts'

const started = { startMs: 10, isCompleted: false, onHold: false, intervals: [] }
const since = (work: Partial<Parameters<typeof idleSince>[0]>) => idleSince({ ...started, ...work }, 100)

describe('the end of the last work on a started operation', () => {
  it('it is the end of the last interval, or the start without intervals', () => {
    expect(since({})).toBe(10)
    const intervals = [
      { startMs: 10, endMs: 40 },
      { startMs: 20, endMs: 30 },
    ]
    expect(since({ intervals })).toBe(40)
  })

  it('work that runs, is on hold, is done, has not begun or begins later is not idle', () => {
    expect(since({ intervals: [{ startMs: 10, endMs: null }] })).toBeNull()
    expect(since({ onHold: true })).toBeNull()
    expect(since({ isCompleted: true })).toBeNull()
    expect(since({ startMs: null })).toBeNull()
    expect(since({ startMs: 120 })).toBeNull()
  })
})
