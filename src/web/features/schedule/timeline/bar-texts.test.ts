import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { textsOn } from './bar-texts.ts'

// Node cannot measure text, so that every letter of 10 px is 6 px wide, and a bold one 6.48 px.
const on = (barWidth: number, width = barWidth) => textsOn({ barWidth, width, textPx: 10 }, '1042', 'Press frame')

describe('the texts on a bar of the Timeline', () => {
  it('are the number and the name where both fit', () => {
    expect(on(120)).toEqual({ isWide: true, number: '1042', name: 'Press frame' })
  })
  it('are the number and the beginning of the name on a bar that is less wide', () => {
    expect(on(90)).toEqual({ isWide: true, number: '1042', name: 'Press…' })
  })
  it('are the number alone on a narrow bar, and nothing where a part of the number would be out of the bar', () => {
    expect(on(40)).toEqual({ isWide: false, number: '1042', name: '' })
    expect(on(33)).toEqual({ isWide: false, number: '', name: '' })
  })
  it('leave out the number where only the end of a wide bar is in sight', () => {
    expect(on(200, 40)).toEqual({ isWide: true, number: '', name: 'Pre…' })
  })
  it('are never wider than the bar, and never a part of the number', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300 }),
        fc.stringMatching(/^[A-Z]?\d{1,9}$/),
        fc.string(),
        (px, number, name) => {
          const texts = textsOn({ barWidth: px, width: px, textPx: 10 }, number, name)
          expect(['', number]).toContain(texts.number)
          const gap = texts.number && texts.name ? 6 : 0
          if (texts.number || texts.name)
            expect(texts.number.length * 6.48 + gap + texts.name.length * 6).toBeLessThanOrEqual(px - 8 + 1e-9)
        },
      ),
    )
  })
})
