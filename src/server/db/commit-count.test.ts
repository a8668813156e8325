import { describe, expect, it } from 'vitest'
import { CommitCount, UntilNextCommit } from './commit-count.ts'

describe('a value that was read from the database', () => {
  it('a stored value is used until the next commit is sent', () => {
    const [count, values] = [new CommitCount(), new UntilNextCommit<string>(10)]
    values.store('a session', count.now(), 'read')
    expect(values.find('a session', count.now())).toBe('read')
    expect(values.find('another one', count.now())).toBeUndefined()
    const done = count.begin()
    expect(values.find('a session', count.now())).toBeUndefined()
    done()
    expect(values.find('a session', count.now())).toBeUndefined()
  })

  it('is not stored if a commit was under way when its reading began, or ended meanwhile', () => {
    const [count, values] = [new CommitCount(), new UntilNextCommit<string>(10)]
    const [first, second] = [count.begin(), count.begin()]
    first()
    values.store('during a commit', count.now(), 'read')
    second()
    const asOf = count.now()
    count.begin()()
    values.store('before a commit', asOf, 'read')
    for (const key of ['during a commit', 'before a commit']) expect(values.find(key, count.now())).toBeUndefined()
    values.store('after it', count.now(), 'read')
    values.store('before a commit', asOf, 'read late')
    expect(values.find('after it', count.now())).toBe('read')
  })

  it('is dropped with all others when there are too many', () => {
    const [count, values] = [new CommitCount(), new UntilNextCommit<number>(2)]
    for (const n of [1, 2, 3]) values.store(`${n}`, count.now(), n)
    expect([1, 2, 3].map((n) => values.find(`${n}`, count.now()))).toEqual([undefined, undefined, 3])
  })
})
