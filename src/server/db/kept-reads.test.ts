// @module-tag bothEngines
import { describe, expect, it } from 'vitest'
import { ChangeClock } from './change-clock.ts'
import { KeptReads, type StateMark } from './kept-reads.ts'

const mb = 1024 * 1024
const read = async (kept: KeptReads, key: string, at: StateMark, about: readonly string[], bytes = 10) => {
  kept.keep({ key, at, about }, Promise.resolve(key), () => bytes)
  await Promise.resolve()
}

describe('a read kept on the embedded database', () => {
  it.each([
    ['its own organization', 'north', null],
    ['another organization', 'south', 'kept'],
    ['the system’s own records', undefined, null],
  ])('after a commit about %s (%s) is found as %s', async (_, subject, left) => {
    const clock = new ChangeClock()
    const kept = new KeptReads(clock)
    await read(kept, 'list', kept.now(), ['north'])
    const committed = clock.committing(subject)
    // Until the commit is confirmed, nobody knows which state is in force.
    expect(kept.find('list', kept.now()) && 'kept').toBe(left)
    await read(kept, 'meanwhile', kept.now(), ['north'])
    committed()
    for (const key of ['list', 'meanwhile']) expect(kept.find(key, kept.now()) && 'kept').toBe(left)
  })

  it('is not kept when a commit happened between reading and keeping', async () => {
    const clock = new ChangeClock()
    const kept = new KeptReads(clock)
    const at = kept.now()
    clock.committing('north')()
    await read(kept, 'list', at, ['north'])
    expect(kept.find('list', kept.now())).toBeNull()
  })

  it('is current only after every commit under way ends, and forgotten subjects make older reads stale', async () => {
    const clock = new ChangeClock()
    const [first, second] = [clock.committing('north'), clock.committing('north')]
    first()
    expect(clock.isUnchanged(['north'], clock.now())).toBe(false)
    second()
    expect(clock.isUnchanged(['north'], clock.now())).toBe(true)
    const before = clock.now()
    clock.committing('south')()
    for (let n = 0; n < 20_001; n += 1) clock.committing(`${n}`)()
    expect(clock.isUnchanged(['south'], before)).toBe(false)
    expect(clock.isUnchanged(['east'], before)).toBe(false)
    expect(clock.isUnchanged(['east'], clock.now())).toBe(true)
  })
})

describe('a read kept on PostgreSQL', () => {
  it('is returned only for the same state of the database', async () => {
    const kept = new KeptReads(null)
    expect(kept.now()).toBeNull()
    await read(kept, 'list', '10:12:11', ['north'])
    expect(kept.find('list', '10:12:')).toBeNull()
    expect(kept.find('list', null)).toBeNull()
    expect(await kept.find('list', '10:12:11')).toBe('list')
    await read(kept, 'unknown', null, ['north'])
    expect(kept.find('unknown', null)).toBeNull()
  })
})

describe('the store of kept reads', () => {
  it('stays within 16 MB and drops the least recently used reads first', async () => {
    const kept = new KeptReads(new ChangeClock())
    for (let n = 0; n < 5; n += 1) await read(kept, `${n}`, 0, [], 3 * mb)
    expect(kept.find('0', 0)).not.toBeNull()
    for (let n = 5; n < 7; n += 1) await read(kept, `${n}`, 0, [], 3 * mb)
    expect(kept.bytes).toBeLessThan(16 * mb)
    const left = Array.from({ length: 7 }, (_, n) => `${n}`).filter((key) => kept.find(key, 0))
    expect(left).toEqual(['0', '3', '4', '5', '6'])
    await read(kept, 'huge', 0, [], 5 * mb)
    expect(kept.find('huge', 0)).toBeNull()
    expect(left.every((key) => kept.find(key, 0))).toBe(true)
    await read(kept, '6', 0, [], 10)
    expect(kept.bytes).toBeLessThan(13 * mb)
  })

  it('does not keep a read that failed', async () => {
    const kept = new KeptReads(new ChangeClock())
    const failing = Promise.reject(new Error('cut off'))
    kept.keep({ key: 'list', at: 0, about: [] }, failing, () => 1)
    await expect(failing).rejects.toThrow('cut off')
    expect(kept.find('list', 0)).toBeNull()
    expect(kept.bytes).toBe(0)
  })
})
