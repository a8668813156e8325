import { describe, expect, it } from 'vitest'
import type { WorkInterval } from './apply-work-report.ts'
import { followOperation, notBegun, type WorkState } from './follow-operation.ts'

const nowMs = 100
const pending: WorkState = { startMs: null, endMs: null, onHold: false }
const started: WorkState = { startMs: 10, endMs: null, onHold: false }
const done: WorkState = { startMs: 10, endMs: 60, onHold: false }
const interval = (intervalId: string, startMs: number, endMs: number | null): WorkInterval => ({
  intervalId,
  operationId: 'weld',
  personId: null,
  time: 'both',
  startMs,
  endMs,
})
const follow = (intervals: readonly WorkInterval[], before: WorkState, after: WorkState) =>
  followOperation(intervals, { before, after, nowMs })

describe('a change of an operation', () => {
  it('a start begins an interval, unless it lies ahead, or its end is known too', () => {
    expect(follow([], pending, started)).toEqual({ changed: [], openedMs: 10 })
    expect(follow([], pending, { ...started, startMs: 120 }).openedMs).toBeNull()
    expect(follow([], pending, done).openedMs).toBeNull()
    expect(follow([], pending, { ...started, onHold: true }).openedMs).toBeNull()
    expect(follow([interval('a', 10, null)], pending, started)).toEqual({ changed: [], openedMs: null })
  })

  it('an operation that is created as started begins one, and an end that lies ahead ends it now', () => {
    expect(follow([], notBegun, started).openedMs).toBe(10)
    expect(follow([], notBegun, done).openedMs).toBeNull()
    const ahead = { ...done, endMs: 150 }
    expect(follow([interval('a', 10, null)], started, ahead).changed).toEqual([
      { intervalId: 'a', span: { startMs: 10, endMs: nowMs } },
    ])
  })

  it('a hold ends the running interval, and its end begins none', () => {
    const held = { ...started, onHold: true }
    const running = [interval('a', 10, null)]
    expect(follow(running, started, held).changed).toEqual([{ intervalId: 'a', span: { startMs: 10, endMs: nowMs } }])
    expect(follow([interval('a', 10, nowMs)], held, started)).toEqual({ changed: [], openedMs: null })
  })

  it('the end of the operation ends what is running, and reopening it begins nothing', () => {
    const [first, running] = [interval('a', 10, 20), interval('b', 40, null)]
    expect(follow([first, running], started, done).changed).toEqual([
      { intervalId: 'b', span: { startMs: 40, endMs: 60 } },
    ])
    expect(follow([first, interval('b', 40, 60)], done, started)).toEqual({ changed: [], openedMs: null })
  })

  it('corrected dates take along the intervals that began or ended at them', () => {
    const intervals = [interval('a', 10, 20), interval('b', 40, 60)]
    expect(follow(intervals, done, { ...done, startMs: 5, endMs: 70 }).changed).toEqual([
      { intervalId: 'a', span: { startMs: 5, endMs: 20 } },
      { intervalId: 'b', span: { startMs: 40, endMs: 70 } },
    ])
    expect(follow(intervals, done, { ...done, startMs: 30 }).changed).toEqual([{ intervalId: 'a', span: null }])
    // Earlier, the person may have worked on something else.
    const ofAna = [{ ...interval('a', 10, 20), personId: 'Ana' }]
    expect(follow(ofAna, done, { ...done, startMs: 5 }).changed).toEqual([])
  })

  it('work that never started has no intervals', () => {
    expect(follow([interval('a', 10, 20)], started, pending).changed).toEqual([{ intervalId: 'a', span: null }])
  })
})
