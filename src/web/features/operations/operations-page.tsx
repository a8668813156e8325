import type { OnRawSearch, RawSearch } from '#web/components/operation-table/list-search.ts'
import { useListSearch } from '#web/components/operation-table/use-list-search.ts'
import { OperationsScreen } from './operations-screen.tsx'
import { defaultOperationsSearch } from './operations-search.ts'

/** The operations screen with its state from the URL. */
export function OperationsPage({ search, onSearch }: { search: RawSearch; onSearch: OnRawSearch }) {
  const address = useListSearch('operations', search, onSearch, defaultOperationsSearch)
  return <OperationsScreen {...address} onAddress={onSearch} />
}
