import { describe, expect, it } from 'vitest'
import type { SinceQuery } from '#contract/since.ts'
import { keepUp } from './keep-up.ts'

interface Held {
  readonly change: number
  readonly ids: readonly string[]
}
interface Answer {
  readonly change: number
  readonly touched: readonly string[] | null
  readonly rest: string | null
}

const takeIn = (held: Held | null, { change, touched }: Answer): Held | null => {
  if (touched === null) return { change, ids: ['everything'] }
  return held && !touched.includes('misfit') ? { change, ids: [...held.ids, ...touched] } : null
}

/** Reads with these answers; returns the requests, what was shown in between, and the result. */
const readWith = async (held: Held | null, answers: readonly Answer[]) => {
  const asked: SinceQuery[] = []
  const shown: Held[] = []
  const ask = async (query: SinceQuery): Promise<Answer> => {
    const answer = answers[asked.length]
    asked.push(query)
    if (!answer) throw new Error('Nothing more was expected to be asked')
    return answer
  }
  const result = await keepUp(held, { ask, takeIn: async () => takeIn, show: (part) => shown.push(part) })
  return { asked, shown, result }
}

const held: Held = { change: 4, ids: ['a'] }

describe('incrementally updated data', () => {
  it('is shown after each part of the changes until the last part has arrived', async () => {
    const parts = [
      { change: 4, touched: ['b'], rest: 'after b' },
      { change: 4, touched: ['c'], rest: 'after c' },
      { change: 9, touched: ['d'], rest: null },
    ]
    const { asked, shown, result } = await readWith(held, parts)
    expect(asked).toEqual([{ since: 4 }, { since: 4, rest: 'after b' }, { since: 4, rest: 'after c' }])
    expect(shown.map(({ ids }) => ids.join(''))).toEqual(['ab', 'abc'])
    expect(result).toEqual({ change: 9, ids: ['a', 'b', 'c', 'd'] })
  })

  it('is read again completely when a part does not fit', async () => {
    const parts = [
      { change: 4, touched: ['b'], rest: 'after b' },
      { change: 4, touched: ['misfit'], rest: 'after c' },
      { change: 9, touched: null, rest: null },
    ]
    const { asked, result } = await readWith(held, parts)
    expect(asked.at(-1)).toEqual({})
    expect(result).toEqual({ change: 9, ids: ['everything'] })
  })

  it('fails when even the complete answer cannot be read', async () => {
    await expect(readWith(null, [{ change: 4, touched: [], rest: null }])).rejects.toThrow('could not be read')
  })
})
