import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { ViewScreen } from '#contract/saved-views.ts'
import { savedViewsQuery } from '#web/api/saved-views.queries.ts'
import {
  type ListSearch,
  type OnListSearch,
  type OnRawSearch,
  type RawSearch,
  readListSearch,
  writeListSearch,
} from './list-search.ts'

/**
 * The search of a list in the address of the screen. If the address has no search on arrival, the default view of the
 * reader is used.
 */
export function useListSearch(screen: ViewScreen, raw: RawSearch, onSearch: OnRawSearch, defaults: ListSearch) {
  const search = useMemo(() => readListSearch(raw, defaults), [raw, defaults])
  const address = useMemo(() => writeListSearch(search, defaults), [search, defaults])
  const latest = useRef(search)
  useEffect(() => {
    latest.current = search
  }, [search])
  const onSearchChange = useCallback<OnListSearch>(
    (change, how) => {
      // The second of two changes in the same turn is based on the first.
      latest.current = { ...latest.current, ...change }
      onSearch(writeListSearch(latest.current, defaults), how)
    },
    [onSearch, defaults],
  )

  const views = useQuery(savedViewsQuery(screen)).data
  const undecided = useRef(Object.keys(raw).length === 0)
  useEffect(() => {
    if (!undecided.current || !views) return
    undecided.current = false
    const start = views.find(({ isDefault }) => isDefault)
    if (start && Object.keys(address).length === 0) onSearch(start.search, 'replace')
  }, [views, address, onSearch])
  return { search, address, onSearchChange }
}
