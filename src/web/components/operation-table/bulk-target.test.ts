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

describe('a selection', () => {
  it('of single rows is sent with the versions that the reader has seen', () => {
    const two = withRows(nothingSelected, [row('a', 3), row('b', unseenVersion)], true)
    expect(selectedCount(two, 10)).toBe(2)
    expect(targetOf(two, query, 10)).toEqual({
      operations: [{ operationId: 'a', expectedVersion: 3 }, { operationId: 'b' }],
    })
    expect(selectedCount(withRows(two, [row('a')], false), 10)).toBe(1)
  })

  it('of all matching rows is sent as the filter and the deselected rows', () => {
    const most = withRows(allSelected, [row('a'), row('b')], false)
    expect(isSelected(most, 'a')).toBe(false)
    expect(isSelected(most, 'never seen')).toBe(true)
    expect(targetOf(withRows(most, [row('b')], true), query, 10)).toEqual({
      filter: { tab: 'overdue' },
      except: ['a'],
      expectedTotal: 9,
    })
  })

  it('is refused when it has more rows than one action allows', () => {
    expect(tooMany(allSelected, maxBulkRows)).toBeNull()
    expect(tooMany(allSelected, maxBulkRows + 1)).toBe('At most 2,000 operations at once')
  })
})
