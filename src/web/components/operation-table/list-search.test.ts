import { describe, expect, it } from 'vitest'
import { filterOf, type ListSearch, queryOf, readListSearch, setFilters, writeListSearch } from './list-search.ts'

const defaults: ListSearch = { tab: 'overdue', sortBy: 'daysOverdue', groupBy: 'project', dependencies: true }

describe('the address of a list', () => {
  it('holds only what differs from the defaults, and reads back as it was', () => {
    const search: ListSearch = {
      ...defaults,
      search: '1042',
      severities: ['critical'],
      statuses: [],
      dependencies: false,
    }
    const address = writeListSearch(search, defaults)
    expect(address).toEqual({ search: '1042', severities: ['critical'], dependencies: false })
    expect(readListSearch(address, defaults)).toEqual({ ...defaults, ...address })
    expect(writeListSearch(defaults, defaults)).toEqual({})
  })

  it('falls back field by field; a number typed as search stays what was typed', () => {
    const raw = {
      search: 1042,
      sortBy: 'nonsense',
      severities: 'critical',
      view: 7,
      minDaysOverdue: '3',
      strange: true,
    }
    expect(readListSearch(raw, defaults)).toEqual({
      ...defaults,
      search: '1042',
      severities: ['critical'],
      minDaysOverdue: 3,
    })
  })

  it('asks the server for filters and order, not for looks', () => {
    const query = queryOf({ ...defaults, search: '', view: 'cards', density: 'compact', onHold: false })
    expect(query).toEqual({ tab: 'overdue', sortBy: 'daysOverdue', groupBy: 'project', onHold: false })
    expect(filterOf(query)).toEqual({ tab: 'overdue', onHold: false })
    expect(setFilters({ ...defaults, search: 'x', priorities: [] }, defaults)).toEqual(['search'])
  })
})
