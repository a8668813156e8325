import { describe, expect, it } from 'vitest'
import { edgeScroll, restMs } from './edge-scroll.ts'

const view = { left: 0, right: 1440 }
/** Seven columns of 312 px with gaps of 12 px, after `scrolled` pixels: the fifth is cut off by the right edge. */
const columnsAt = (scrolled: number) =>
  Array.from({ length: 7 }, (_, index) => {
    const left = 20 + index * 324 - scrolled
    return { left, right: left + 312 }
  })
const wanted = (pointerX: number, scrolled = 0, restedMs = 0) =>
  edgeScroll({ view, columns: columnsAt(scrolled), pointerX, restedMs })

describe('edgeScroll', () => {
  it('a cut-off column under the pointer comes into full view and not a pixel further', () => {
    expect(wanted(1400)).toBe(188)
    expect(wanted(1400, 188)).toBe(0)
    expect(wanted(40, 200)).toBe(-180)
  })

  it('a column in full view stays under the pointer, even near the edge', () => {
    expect(wanted(1000)).toBe(0)
    expect(wanted(1400, 188, 60_000)).toBe(0)
    expect(wanted(1435, 188, restMs - 1)).toBe(0)
  })

  it('a pointer that waits in the very edge brings in the next column', () => {
    expect(wanted(1435, 188, restMs)).toBe(324)
    expect(wanted(5, 20, restMs)).toBe(0)
    expect(wanted(5, 344, restMs)).toBe(-324)
  })

  it('nothing scrolls at the end of the board, nor for a pointer that has left it', () => {
    expect(wanted(1435, 836, restMs)).toBe(0)
    expect(wanted(-5, 188, restMs)).toBe(0)
    expect(wanted(1500, 0, restMs)).toBe(0)
  })
})
