import { describe, expect, it } from 'vitest'
import { edgeScroll, restMs } from './edge-scroll.ts'

const view = { left: 0, right: 1440 }
/** Seven columns of 312 px with gaps of 12 px, scrolled by `scrolled` px. At 0, the right edge cuts off the fifth. */
const columnsAt = (scrolled: number) =>
  Array.from({ length: 7 }, (_, index) => {
    const left = 20 + index * 324 - scrolled
    return { left, right: left + 312 }
  })
const wanted = (pointerX: number, scrolled = 0, restedMs = 0) =>
  edgeScroll({ view, columns: columnsAt(scrolled), pointerX, restedMs })

describe('edgeScroll', () => {
  it('scrolls a cut-off column under the pointer into full view and no further', () => {
    expect(wanted(1400)).toBe(188)
    expect(wanted(1400, 188)).toBe(0)
    expect(wanted(40, 200)).toBe(-180)
  })

  it('does not scroll while the pointer is over a column in full view, even near the edge', () => {
    expect(wanted(1000)).toBe(0)
    expect(wanted(1400, 188, 60_000)).toBe(0)
    expect(wanted(1435, 188, restMs - 1)).toBe(0)
  })

  it('scrolls to the next column when the pointer rests at the edge', () => {
    expect(wanted(1435, 188, restMs)).toBe(324)
    expect(wanted(5, 20, restMs)).toBe(0)
    expect(wanted(5, 344, restMs)).toBe(-324)
  })

  it('does not scroll at the end of the board or when the pointer has left it', () => {
    expect(wanted(1435, 836, restMs)).toBe(0)
    expect(wanted(-5, 188, restMs)).toBe(0)
    expect(wanted(1500, 0, restMs)).toBe(0)
  })
})
