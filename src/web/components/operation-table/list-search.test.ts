import { describe, expect, it } from 'vitest'
import {
  filterOf,
  type ListSearch,
  openedView,
  queryOf,
  readListSearch,
  setFilters,
  writeListSearch,
} from './list-search.ts'

const defaults: ListSearch = { tab: 'overdue', sortBy: 'daysOverdue', groupBy: 'project', dependencies: true }

describe('the URL of a list', () => {
  it('contains only values that differ from the defaults, and is read back without loss', () => {
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

  it('drops the previous search when a saved view is opened', () => {
    const before: ListSearch = { ...defaults, search: '1042', severities: ['critical'], dependencies: false }
    const after = { ...before, ...openedView({ statuses: ['Pending'] }, defaults) }
    expect(writeListSearch(after, defaults)).toEqual({ statuses: ['Pending'] })
  })

  it('is understood with old names of sort keys and columns, which saved views and links may still contain', () => {
    const raw = { sortBy: 'workCentre', columns: ['dueDate', 'workCentre'] }
    const names = { sortBy: 'workCenter', columns: ['shipDate', 'workCenter'] }
    expect(readListSearch(raw, defaults)).toMatchObject(names)
  })

  it('falls back to the default for each invalid field, and a number as search text stays text', () => {
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

  it('becomes a query with filters and order, without settings of the appearance', () => {
    const query = queryOf({ ...defaults, search: '', view: 'cards', density: 'compact', onHold: false })
    expect(query).toEqual({ tab: 'overdue', sortBy: 'daysOverdue', groupBy: 'project', onHold: false })
    expect(filterOf(query)).toEqual({ tab: 'overdue', onHold: false })
    expect(setFilters({ ...defaults, search: 'x', priorities: [] }, defaults)).toEqual(['search'])
  })
})
