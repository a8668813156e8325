import { describe, expect, it } from 'vitest'
import { compareRecords, mergeRecords, type RecordField } from './merge-records.ts'

interface Record {
  name: string
  priority: string
  dependencies: string[]
}

const fields: RecordField<Record>[] = [
  { key: 'name', label: 'Name', format: ({ name }) => name },
  { key: 'priority', label: 'Priority', format: ({ priority }) => priority },
  { key: 'dependencies', label: 'Depends on', format: ({ dependencies }) => dependencies.join(', ') },
]
const base: Record = { name: 'Frame', priority: '50', dependencies: ['a'] }
const keysOf = (list: RecordField<Record>[]) => list.map(({ key }) => key)

describe('compareRecords', () => {
  it('separates fields that both sides changed from fields that only one side changed', () => {
    const yours = { name: 'Frame A', priority: '80', dependencies: ['a'] }
    const theirs = { name: 'Frame B', priority: '50', dependencies: ['a', 'b'] }
    const found = compareRecords({ base, yours, theirs }, fields)
    expect(keysOf(found.clashes)).toEqual(['name'])
    expect(keysOf(found.yourChanges)).toEqual(['priority'])
    expect(keysOf(found.theirChanges)).toEqual(['dependencies'])
  })

  it('finds no difference when both sides made the same change', () => {
    const changed = { ...base, dependencies: ['b'] }
    const found = compareRecords({ base, yours: changed, theirs: structuredClone(changed) }, fields)
    expect(found).toEqual({ clashes: [], yourChanges: [], theirChanges: [] })
  })
})

describe('mergeRecords', () => {
  const yours = { name: 'Frame A', priority: '80', dependencies: ['a'] }
  const theirs = { name: 'Frame B', priority: '60', dependencies: ['a', 'b'] }

  it('keeps the other changes of the stored record and resolves conflicts by the choices', () => {
    expect(mergeRecords({ base, yours, theirs }, fields, { name: 'theirs', priority: 'yours' })).toEqual({
      name: 'Frame B',
      priority: '80',
      dependencies: ['a', 'b'],
    })
  })

  it('uses your values if there is no choice', () => {
    expect(mergeRecords({ base, yours, theirs }, fields, {})).toMatchObject({ name: 'Frame A', priority: '80' })
  })
})
