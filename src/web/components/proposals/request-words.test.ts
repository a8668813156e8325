import { describe, expect, it } from 'vitest'
import { askedWords, decidersWords } from './request-words.ts'

describe('the words of a request to apply a proposal', () => {
  it.each([
    [[], 0, 'no active member may apply it'],
    [['Ana Ruiz'], 1, 'Ana Ruiz may apply it'],
    [['Ana Ruiz', 'Ben'], 2, 'Ana Ruiz and Ben may apply it'],
    [['Ana Ruiz', 'Ben', 'Cem'], 3, 'Ana Ruiz and 2 others may apply it'],
    [['Ana Ruiz', 'Ben', 'Cem'], 12, 'Ana Ruiz and 11 others may apply it'],
  ])('name %j of %d people: %s', (names, count, words) => {
    expect(decidersWords({ names, count })).toBe(words)
  })

  it('the words name the person who asked, and how long ago', () => {
    const request = { askedBy: 'Ben', askedAt: '2026-11-18T09:00:00.000Z', note: '' }
    expect(askedWords(request, 'UTC', Date.parse('2026-11-18T09:03:10Z'))).toBe('Asked by Ben, 3 min ago')
  })
})
