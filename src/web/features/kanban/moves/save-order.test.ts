import { describe, expect, it } from 'vitest'
import { ApiError } from '#web/api/api-error.ts'
import { saveOrder } from './save-order.ts'

/** A server that holds an order and refuses what was made from another one. */
const serverWith = (order: string) => {
  const saved = [[...order]]
  const current = () => saved.at(-1) ?? []
  return {
    current: () => current().join(''),
    calls: {
      readOrder: async () => current(),
      reorder: async (_: string, ids: string[], expected: string[]) => {
        if (expected.join() !== current().join()) throw new ApiError('stale', 'Stale', { status: 412 })
        saved.push(ids)
        return []
      },
    },
  }
}
const move = { moved: 'B', seen: [...'ABCDE'], wanted: [...'ACBDE'] }

describe('an order that somebody else has changed meanwhile', () => {
  it('keeps theirs and makes the move in it where they do not meet', async () => {
    const { calls, current } = serverWith('ABCDEF')
    await saveOrder(calls, 'p', move)
    expect(current()).toBe('ACBDEF')
  })

  it('is left as it is where they do', async () => {
    const { calls, current } = serverWith('BACDE')
    await expect(saveOrder(calls, 'p', move)).rejects.toMatchObject({ code: 'stale' })
    expect(current()).toBe('BACDE')
  })
})
