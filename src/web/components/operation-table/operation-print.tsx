import { ListPrint } from '#web/components/print/list-print.tsx'
import { groupWords } from './group-heading.tsx'
import type { ListSearch } from './list-search.ts'
import type { OperationColumn } from './operation-columns.tsx'
import { useTableScene } from './table-scene.ts'
import { useFilterWords } from './toolbar/filter-chips.tsx'
import type { ListToolbarKind } from './toolbar/list-toolbar.tsx'
import type { OperationList } from './use-operation-list.ts'

type OperationPrintProps = {
  title: string
  /** The tab of the screen, in words. */
  tab: string
  list: OperationList
  columns: readonly OperationColumn[]
  /** Ids of the visible columns. */
  shown: ReadonlySet<string>
  search: ListSearch
  toolbar: Pick<ListToolbarKind, 'defaults' | 'filterKeys'>
}

/** Prints the matching operations, independent of the view on screen. */
export function OperationPrint({ title, tab, list, columns, shown, search, toolbar }: OperationPrintProps) {
  const scene = useTableScene()
  const { groups } = list.data
  const filters = useFilterWords(search, toolbar.defaults, toolbar.filterKeys)
  return (
    <ListPrint
      title={title}
      columns={columns}
      shown={shown}
      scene={scene}
      one="operation"
      rows={list.data}
      filters={[tab, ...filters]}
      groupWords={(group) => groupWords(groups?.[group], scene.namesProject)}
    />
  )
}
