import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ViewScreen } from '#contract/saved-views.ts'
import { savedViewsQuery } from '#web/api/overview/saved-views.queries.ts'
import { type ListSearch, type OnListSearch, openedView, writeListSearch } from './list-search.ts'

/**
 * Opens the reader's default view if the URL has no search on arrival. `saved`: what a saved view leaves out, if that
 * differs from what the URL leaves out.
 */
export function useDefaultView(
  screen: ViewScreen,
  search: ListSearch,
  onChange: OnListSearch,
  defaults: ListSearch,
  saved = defaults,
) {
  const views = useQuery(savedViewsQuery(screen)).data
  const isPlain = Object.keys(writeListSearch(search, defaults)).length === 0
  const undecided = useRef(isPlain)
  useEffect(() => {
    if (!undecided.current || !views) return
    undecided.current = false
    const start = views.find(({ isDefault }) => isDefault)
    if (start && isPlain) onChange(openedView(start.search, saved), 'replace')
  }, [views, isPlain, onChange, saved])
}
