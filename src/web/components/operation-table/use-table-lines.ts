import type { RefObject } from 'react'
import { useListLines } from '#web/components/data-list/use-list-lines.ts'
import { rowHeightPx } from '#web/lib/row-height.ts'
import type { ListSearch } from './list-search.ts'
import { useActionKeys } from './use-action-keys.ts'
import type { OperationList } from './use-operation-list.ts'

/** The lines of a list of operations, with keyboard shortcuts for its actions. */
export function useTableLines(
  list: OperationList,
  { density }: ListSearch,
  searchField: RefObject<HTMLInputElement | null>,
) {
  const lines = useListLines({
    list,
    rowPx: rowHeightPx(density),
    listKey: JSON.stringify(list.query),
    onSearch: () => searchField.current?.focus(),
  })
  useActionKeys(list, () => lines.activeRow)
  return lines
}
