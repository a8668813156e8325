import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { savedViewsQuery } from '#web/api/overview/saved-views.queries.ts'
import { SavedViewsMenu } from '#web/components/saved-views/saved-views-menu.tsx'
import { type KnownSearch, knownSearch } from '../model/known-search.ts'
import { defaultScheduleSearch, ScheduleSearch } from '../schedule-search.ts'

const defaults: Readonly<Record<string, unknown>> = defaultScheduleSearch

/** What a view stores of the URL: everything that differs from the defaults, without the selected operation and the proposal. */
export const viewOf = ({
  operation: _,
  proposal: __,
  date: ___,
  unchanged: ____,
  ...search
}: ScheduleSearch): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(search).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(defaults[key])),
  )

/** The change that opens a saved view; everything that it does not name gets its default. */
export const openedView = (view: Readonly<Record<string, unknown>>): Partial<KnownSearch> => {
  const { operation: _, proposal: __, date: ___, unchanged: ____, ...search } = knownSearch(ScheduleSearch.parse(view))
  return search
}

interface ScheduleViewsProps {
  readonly search: KnownSearch
  readonly onSearch: (change: Partial<KnownSearch>) => void
}

/** The saved views of the schedule. The reader's default view opens if the URL has no parameters. */
export function ScheduleViews({ search, onSearch }: ScheduleViewsProps) {
  const views = useQuery(savedViewsQuery('schedule')).data
  const shown = viewOf(search)
  const { operation, proposal, date } = search
  const isPlain = [...Object.keys(shown), operation, proposal, date].every((asked) => asked === undefined)
  const undecided = useRef(isPlain)
  useEffect(() => {
    if (!undecided.current || !views) return
    undecided.current = false
    const start = views.find(({ isDefault }) => isDefault)
    if (start && isPlain) onSearch(openedView(start.search))
  }, [views, isPlain, onSearch])
  return <SavedViewsMenu compact screen="schedule" search={shown} onOpen={(view) => onSearch(openedView(view))} />
}
