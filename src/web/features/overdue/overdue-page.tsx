import type { OnRawSearch, RawSearch } from '#web/components/operation-table/list-search.ts'
import { useListSearch } from '#web/components/operation-table/use-list-search.ts'
import { OverdueScreen } from './overdue-screen.tsx'
import { defaultOverdueSearch } from './overdue-search.ts'

/** The overdue screen with its state from the URL. */
export function OverduePage({ search, onSearch }: { search: RawSearch; onSearch: OnRawSearch }) {
  const address = useListSearch('overdue', search, onSearch, defaultOverdueSearch)
  return <OverdueScreen {...address} onAddress={onSearch} />
}
