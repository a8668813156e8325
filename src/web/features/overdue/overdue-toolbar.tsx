import { ChevronDown, ChevronUp, ListFilter, Settings2 } from 'lucide-react'
import { type RefObject, useCallback } from 'react'
import type { OperationSort } from '#contract/operation-filter.ts'
import {
  type ListSearch,
  type ListView,
  type OnListSearch,
  type OnRawSearch,
  type RawSearch,
  setFilters,
} from '#web/components/operation-table/list-search.ts'
import { SavedViewsMenu } from '#web/components/operation-table/saved-views-menu.tsx'
import { useTableScene } from '#web/components/operation-table/table-scene.ts'
import { ColumnsChooser } from '#web/components/operation-table/toolbar/columns-chooser.tsx'
import { DensityControl } from '#web/components/operation-table/toolbar/density-control.tsx'
import { FilterChips } from '#web/components/operation-table/toolbar/filter-chips.tsx'
import type { ChoiceFilter } from '#web/components/operation-table/toolbar/filter-options.ts'
import { FilterPopover } from '#web/components/operation-table/toolbar/filter-popover.tsx'
import { GroupMenu, SortMenu } from '#web/components/operation-table/toolbar/order-menus.tsx'
import { useFilterGroups } from '#web/components/operation-table/toolbar/use-filter-groups.ts'
import type { OperationList } from '#web/components/operation-table/use-operation-list.ts'
import { useSearchText } from '#web/lib/use-search-text.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Toolbar } from '#web/ui/toolbar.tsx'
import { overdueChoices, usualColumns } from './overdue-columns.tsx'
import { defaultOverdueSearch, type OverdueTab } from './overdue-search.ts'

/** Specification 2.10, in its order. */
const sortKeys: readonly OperationSort[] = ['daysOverdue', 'projectName', 'progress', 'priority', 'dueDate']
const filterKeys: readonly ChoiceFilter[] = ['severities', 'priorities', 'flagged', 'categoryIds', 'statuses', 'phases']

type OverdueToolbarProps = {
  search: ListSearch
  onSearchChange: OnListSearch
  address: RawSearch
  onAddress: OnRawSearch
  list: OperationList
  tab: OverdueTab
  view: ListView
  columns: readonly string[]
  narrow: boolean
  searchField: RefObject<HTMLInputElement | null>
}

/** Search, groups, order and filters at the left; views, columns and density at the right. */
export function OverdueToolbar(props: OverdueToolbarProps) {
  const { search, onSearchChange, address, onAddress, list, tab, view, columns, narrow, searchField } = props
  const { dates } = useTableScene()
  const groups = useFilterGroups(filterKeys)
  const [text, setText] = useSearchText(
    search.search ?? '',
    useCallback((words: string) => onSearchChange({ search: words || undefined }), [onSearchChange]),
  )
  const grouped = list.data.groups !== null && view !== 'kanban'
  const allClosed = grouped && list.closed.size >= (list.data.groups?.length ?? 0)
  const filters = setFilters(search, defaultOverdueSearch).filter((key) => key !== 'search').length
  return (
    <Toolbar
      className="border-line-2 border-b"
      end={
        <>
          {grouped && (
            <Button
              size="small"
              variant="ghost"
              icon={allClosed ? <ChevronDown /> : <ChevronUp />}
              onClick={allClosed ? list.openAll : list.closeAll}
            >
              <span className="max-xl:sr-only">{allClosed ? 'Expand all' : 'Collapse all'}</span>
            </Button>
          )}
          <SavedViewsMenu screen="overdue" search={address} onOpen={(next) => onAddress(next, 'push')} />
          {view === 'list' && !narrow && (
            <ColumnsChooser
              choices={overdueChoices}
              shown={columns}
              usual={usualColumns[tab]}
              onChange={(next) => onSearchChange({ columns: next === usualColumns[tab] ? undefined : [...next] })}
            />
          )}
          <Menu trigger={<IconButton size="small" variant="default" icon={<Settings2 />} label="What is shown" />}>
            <MenuItem
              checked={search.dependencies ?? true}
              onSelect={() => onSearchChange({ dependencies: !search.dependencies })}
            >
              Dependencies
            </MenuItem>
            <MenuItem checked={search.metrics ?? true} onSelect={() => onSearchChange({ metrics: !search.metrics })}>
              Metrics
            </MenuItem>
          </Menu>
          {!narrow && <DensityControl value={search.density} onChange={(density) => onSearchChange({ density })} />}
        </>
      }
    >
      <SearchField
        ref={searchField}
        label="Search operations"
        placeholder="Operation or project"
        shortcut={narrow ? undefined : '/'}
        value={text}
        onChange={setText}
        className="w-52 max-md:w-full"
      />
      {view !== 'kanban' && <GroupMenu {...{ search, onSearchChange }} />}
      <SortMenu {...{ search, onSearchChange }} keys={sortKeys} />
      <FilterPopover
        {...{ search, onSearchChange, groups }}
        defaults={defaultOverdueSearch}
        forTriage
        trigger={
          <Button size="small" icon={<ListFilter />} aria-haspopup="dialog">
            Filter
            {narrow && filters > 0 && ` (${filters})`}
          </Button>
        }
      />
      {!narrow && <FilterChips {...{ search, onSearchChange, groups, dates }} defaults={defaultOverdueSearch} />}
    </Toolbar>
  )
}
