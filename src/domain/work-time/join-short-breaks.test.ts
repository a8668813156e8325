import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '#testing/property-runs.ts'
import { joinShortBreaks } from './join-short-breaks.ts'

const span = (startMs: number, endMs: number | null) => ({ startMs, endMs })

describe('joining intervals with short breaks', () => {
  it('nothing is joined within the limit', () => {
    expect(joinShortBreaks([span(0, 5), span(6, 9)], 2)).toEqual([[0], [1]])
  })

  it('the shortest breaks go first, and several in a row become one interval', () => {
    const spans = [span(0, 5), span(6, 9), span(20, 25), span(27, 30), span(31, 40)]
    expect(joinShortBreaks(spans, 4)).toEqual([[0, 1], [2], [3], [4]])
    expect(joinShortBreaks(spans, 2)).toEqual([
      [0, 1],
      [2, 3, 4],
    ])
  })

  it('running and overlapping intervals stay alone', () => {
    expect(joinShortBreaks([span(0, 9), span(3, 5), span(6, null)], 1)).toEqual([[0], [1], [2]])
    // The first one still ran when the third began.
    expect(joinShortBreaks([span(0, 9), span(3, 5), span(6, 8)], 1)).toEqual([[0], [1], [2]])
  })

  it('each interval is in one group, and intervals apart never exceed the limit', () => {
    const gaps = fc.array(fc.tuple(fc.nat(9), fc.integer({ min: 1, max: 9 })), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(gaps, fc.integer({ min: 1, max: 40 }), (drawn, most) => {
        let now = 0
        const spans = drawn.map(([pause, length]) => {
          now += pause + length
          return span(now - length, now)
        })
        const groups = joinShortBreaks(spans, most)
        expect(groups.flat()).toEqual([...spans.keys()])
        expect(groups.length).toBe(Math.min(spans.length, most))
      }),
      { numRuns: propertyRuns(500) },
    )
  })
})
