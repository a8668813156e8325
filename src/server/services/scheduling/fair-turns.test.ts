import { describe, expect, it } from 'vitest'
import { type Asker, FairTurns } from './fair-turns.ts'

const never = new AbortController().signal

/** Asks in the name of `person@organization`; `begun` lists the questions that began, in this order. */
const queue = (places: number) => {
  const turns = new FairTurns(places)
  const begun: string[] = []
  const giveBack = new Map<string, () => void>()
  const ask = async (name: string, signal = never): Promise<void> => {
    const [userId = '', tenantId = ''] = (name.split(' ')[0] ?? '').split('@')
    const asker: Asker = { tenantId, userId }
    giveBack.set(name, await turns.take(asker, signal))
    begun.push(name)
  }
  /** Ends the one that began last or is named, and lets the next one begin. */
  const end = async (name = begun.at(-1) ?? ''): Promise<void> => {
    giveBack.get(name)?.()
    await Promise.resolve()
    await Promise.resolve()
  }
  return { turns, begun, ask, end }
}

describe('fair turns', () => {
  it('questions of an organization begin one at a time, and another organization does not wait for them', async () => {
    const { begun, ask, end, turns } = queue(2)
    for (const name of ['ann@east 1', 'bob@east 1', 'eve@west 1', 'kim@north 1']) void ask(name)
    await end('')
    expect(begun).toEqual(['ann@east 1', 'eve@west 1'])
    await end('eve@west 1')
    expect(begun.slice(2)).toEqual(['kim@north 1'])
    await end('ann@east 1')
    expect(begun.slice(3)).toEqual(['bob@east 1'])
    expect(turns.waiting).toBe(0)
  })

  it('the people of an organization take turns, however many questions one of them has', async () => {
    const { begun, ask, end } = queue(1)
    for (let number = 1; number <= 8; number += 1) void ask(`ann@east ${number}`)
    void ask('bob@east 1')
    void ask('kim@east 1')
    await end('')
    for (let ended = 0; ended < 9; ended += 1) await end()
    expect(begun.slice(0, 5)).toEqual(['ann@east 1', 'bob@east 1', 'kim@east 1', 'ann@east 2', 'ann@east 3'])
    expect(begun).toHaveLength(10)
  })

  it('organizations take turns', async () => {
    const { begun, ask, end } = queue(1)
    for (const name of ['ann@east 1', 'ann@east 2', 'bob@east 1', 'eve@west 1', 'kim@north 1']) void ask(name)
    await end('')
    for (let ended = 0; ended < 4; ended += 1) await end()
    expect(begun).toEqual(['ann@east 1', 'eve@west 1', 'kim@north 1', 'bob@east 1', 'ann@east 2'])
  })

  it('a waiting question whose caller leaves does not begin, and keeps no place', async () => {
    const { begun, ask, end, turns } = queue(1)
    const left = new AbortController()
    void ask('ann@east 1')
    const waiting = ask('bob@east 1', left.signal)
    void ask('kim@east 1')
    const reason = new Error('left')
    left.abort(reason)
    await expect(waiting).rejects.toBe(reason)
    expect(turns.waiting).toBe(1)
    await expect(ask('bob@east 2', left.signal)).rejects.toBe(reason)
    await end('ann@east 1')
    expect(begun).toEqual(['ann@east 1', 'kim@east 1'])
    await end('kim@east 1')
    void ask('bob@east 3')
    await end('')
    expect(begun.at(-1)).toBe('bob@east 3')
  })
})
