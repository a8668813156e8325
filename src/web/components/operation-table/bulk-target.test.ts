import { describe, expect, it } from 'vitest'
import { maxBulkRows } from '#contract/bulk-operations.ts'
import {
  allSelected,
  isSelected,
  nothingSelected,
  selectedCount,
  unseenVersion,
  withRows,
} from '#web/components/data-list/row-selection.ts'
import { targetOf, tooMany } from './bulk-target.ts'

const row = (id: string, version = 1) => ({ id, version })
const query = { tab: 'overdue', groupBy: 'project' } as const

describe('the target of a bulk action', () => {
  it('for single rows contains the versions that the reader has seen', () => {
    const two = withRows(nothingSelected, [row('a', 3), row('b', unseenVersion)], true)
    expect(selectedCount(two, 10)).toBe(2)
    expect(targetOf(two, query, 10)).toEqual({
      operations: [{ operationId: 'a', expectedVersion: 3 }, { operationId: 'b' }],
    })
    expect(selectedCount(withRows(two, [row('a')], false), 10)).toBe(1)
  })

  it('for all matching rows is the filter with the deselected rows', () => {
    const most = withRows(allSelected, [row('a'), row('b')], false)
    expect(isSelected(most, 'a')).toBe(false)
    expect(isSelected(most, 'never seen')).toBe(true)
    expect(targetOf(withRows(most, [row('b')], true), query, 10)).toEqual({
      filter: { tab: 'overdue' },
      except: ['a'],
      expectedTotal: 9,
    })
  })

  it('is refused if it has more rows than one action allows', () => {
    expect(tooMany(allSelected, maxBulkRows)).toBeNull()
    expect(tooMany(allSelected, maxBulkRows + 1)).toBe('At most 2,000 operations at once')
  })
})
