import { describe, expect, it } from 'vitest'
import { ViewSearch } from '#contract/saved-views.ts'
import { knownSearch } from '../model/known-search.ts'
import { defaultScheduleSearch, ScheduleSearch } from '../schedule-search.ts'
import { openedView, viewOf } from './schedule-views.tsx'

const center = 'b7a1d0a2-0000-4000-8000-000000000001'

describe('a view of the schedule', () => {
  it('contains what differs from the defaults, but neither the selected operation nor a proposal', () => {
    const read = (search: object) => knownSearch(ScheduleSearch.parse(search))
    const search = read({ zoom: 'weeks', center, done: true, operation: center, proposal: center })
    expect(viewOf(search)).toEqual({ zoom: 'weeks', center, done: true })
    expect(viewOf(read({}))).toEqual({})
  })

  it('is accepted by the server and opens unchanged', () => {
    const every = {
      ...defaultScheduleSearch,
      view: 'timeline',
      zoom: 'hours',
      q: '1042',
      show: 'late',
      center,
      only: 'overload',
      color: 'center',
      links: false,
      done: true,
      critical: true,
      forecast: true,
      baseline: 'last',
      columns: ['hours'],
      group: 'center',
    } as const
    const saved = ViewSearch.parse(viewOf(knownSearch(ScheduleSearch.parse(every))))
    expect(openedView(saved)).toEqual(every)
  })

  it('opens with the defaults for everything that it does not name, or names incorrectly', () => {
    expect(openedView({ zoom: 'years', done: true })).toEqual({ ...defaultScheduleSearch, done: true })
    const wrong = { center: 'mill', baseline: 'first', color: 7, columns: ['end', 'weight'], group: 'customer' }
    expect(openedView(wrong)).toEqual({ ...defaultScheduleSearch, columns: ['end'] })
  })
})
