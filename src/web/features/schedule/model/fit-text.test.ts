import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitText } from './fit-text.ts'

// Node cannot measure text, so that every letter is as wide as 0.6 of the size.
const letter = 0.6

describe('fitting a text into a width', () => {
  it('leaves a text that fits as it is', () => {
    expect(fitText('Weld frame', 6.0)).toBe('Weld frame')
  })
  it('cuts a text that is too long and shows that', () => {
    expect(fitText('Weld frame', 5.9)).toBe('Weld fra…')
    expect(fitText('Weld frame', 4.0)).toBe('Weld…')
  })
  it('does not cut a letter of two places in half', () => {
    expect(fitText('Weld 🔥 frame', 4.2)).toBe('Weld…')
    expect(fitText('Weld 🔥 frame', 4.8)).toBe('Weld 🔥…')
  })
  it('shows nothing where less than two letters fit', () => {
    expect(fitText('Weld frame', 1.8)).toBe('We…')
    expect(fitText('Weld frame', 1.7)).toBe('')
    expect(fitText('Weld frame', -0.5)).toBe('')
  })
  it('never is wider than the room, and never shorter than it could be', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), fc.double({ min: 0, max: 30, noNaN: true }), (text, room) => {
        const shown = fitText(text, room)
        expect(shown.length * letter).toBeLessThanOrEqual(room)
        if (shown === text) return
        // One letter more would be too wide; a space before the ellipsis is left out.
        const letters = shown === '' ? 1 : shown.length - 1
        expect(text.startsWith(shown.slice(0, letters)) || shown === '').toBe(true)
        expect(`${text.slice(0, letters + 1)}…`.trimEnd().length * letter > room || text[letters] === ' ').toBe(true)
      }),
    )
  })
})
