import { describe, expect, it } from 'vitest'
import type { CompactSchedule } from '#contract/schedule.ts'
import { findOperation } from './find-operation.ts'

const plan = {
  projects: { ids: ['p', 'empty', 'q'], firstOperation: [0, 2, 2, 3] },
  operations: { ids: ['a', 'b', 'c'], versions: [1, 5, 9] },
} as unknown as CompactSchedule

describe('findOperation', () => {
  it.each([
    ['a', { projectId: 'p', version: 1 }],
    ['b', { projectId: 'p', version: 5 }],
    ['c', { projectId: 'q', version: 9 }],
    ['x', null],
  ])('finds project and version of operation %s, or null', (id, found) => {
    expect(findOperation(plan, id)).toEqual(found)
  })
})
