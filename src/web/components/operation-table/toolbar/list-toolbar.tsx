import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, Settings2 } from 'lucide-react'
import { type ComponentProps, memo, type RefObject, useCallback } from 'react'
import type { OperationSort } from '#contract/operation-filter.ts'
import type { ViewScreen } from '#contract/saved-views.ts'
import { poolsQuery } from '#web/api/categories/categories.queries.ts'
import { type ColumnChoice, ColumnsChooser } from '#web/components/data-list/columns-chooser.tsx'
import { DensityControl } from '#web/components/data-list/density-control.tsx'
import { CategoriesProblem } from '#web/components/loaded/categories-problem.tsx'
import { SavedViewsMenu } from '#web/components/saved-views/saved-views-menu.tsx'
import { useSearchText } from '#web/lib/use-search-text.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Toolbar } from '#web/ui/toolbar.tsx'
import { type ListSearch, type OnListSearch, openedView, setFilters, writeListSearch } from '../list-search.ts'
import { useTableScene } from '../table-scene.ts'
import type { GroupFolding } from '../use-operation-list.ts'
import { FilterChips } from './filter-chips.tsx'
import { type ChoiceFilter, useFilterGroups } from './filter-options.ts'
import { FilterPopover } from './filter-popover.tsx'
import { GroupMenu, SortMenu } from './order-menus.tsx'

/** The options of a screen's toolbar. */
export interface ListToolbarKind {
  screen: ViewScreen
  defaults: ListSearch
  /** What a saved view leaves out, if that differs from `defaults`. */
  saved?: ListSearch
  sortKeys: readonly OperationSort[]
  filterKeys: readonly ChoiceFilter[]
  /** Columns that can be hidden. */
  choices: readonly ColumnChoice[]
  /** True to offer filters for days overdue, trend and snoozed operations, and to show or hide dependencies and metrics. */
  forTriage: boolean
}

type ListToolbarProps = ListToolbarKind & {
  search: ListSearch
  onSearchChange: OnListSearch
  folding: GroupFolding
  columns: readonly string[]
  usual: readonly string[]
  /** False if the view has its own groups. */
  grouping?: boolean
  columnsShown: boolean
  narrow: boolean
  searchField: RefObject<HTMLInputElement | null>
}

/** The columns to choose from, without those for features that the organization does not use. */
function OfferedColumns({ choices, ...rest }: ComponentProps<typeof ColumnsChooser>) {
  const { usesMaterial } = useTableScene()
  const pools = useQuery(poolsQuery()).data ?? []
  const isOffered = ({ id }: ColumnChoice) => (id === 'material' ? usesMaterial : id !== 'pool' || pools.length > 0)
  return <ColumnsChooser choices={choices.filter(isOffered)} {...rest} />
}

/** Search, groups, order and filters at the left; views, columns and density at the right. It does not change with the selection. */
export const ListToolbar = memo(function ListToolbar(props: ListToolbarProps) {
  const { search, onSearchChange, folding, columns, usual, grouping = true, columnsShown } = props
  const { screen, defaults, saved = defaults, sortKeys, filterKeys, choices, forTriage, narrow, searchField } = props
  const { dates } = useTableScene()
  const groups = useFilterGroups(filterKeys, search)
  const [text, setText] = useSearchText(
    search.search ?? '',
    useCallback((words: string) => onSearchChange({ search: words || undefined }), [onSearchChange]),
  )
  const grouped = folding.groups > 0 && grouping
  const allClosed = grouped && folding.closed >= folding.groups
  const filters = setFilters(search, defaults).filter((key) => key !== 'search').length
  return (
    <>
      <Toolbar
        className="border-line-2 border-b"
        end={
          <>
            {grouped && !narrow && (
              <Button
                size="small"
                variant="ghost"
                icon={allClosed ? <ChevronDown /> : <ChevronUp />}
                onClick={allClosed ? folding.openAll : folding.closeAll}
              >
                <span className="max-xl:sr-only">{allClosed ? 'Expand all' : 'Collapse all'}</span>
              </Button>
            )}
            <SavedViewsMenu
              screen={screen}
              search={writeListSearch(search, saved)}
              onOpen={(view) => onSearchChange(openedView(view, saved), 'push')}
            />
            {columnsShown && !narrow && (
              <OfferedColumns
                choices={choices}
                shown={columns}
                usual={usual}
                onChange={(next) => onSearchChange({ columns: next === usual ? undefined : [...next] })}
              />
            )}
            {forTriage && (
              <Menu
                trigger={<IconButton size="small" variant="default" icon={<Settings2 />} label="Display options" />}
              >
                <MenuItem
                  checked={search.dependencies ?? true}
                  onSelect={() => onSearchChange({ dependencies: !search.dependencies })}
                >
                  Dependencies
                </MenuItem>
                <MenuItem
                  checked={search.metrics ?? true}
                  onSelect={() => onSearchChange({ metrics: !search.metrics })}
                >
                  Metrics
                </MenuItem>
              </Menu>
            )}
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
        {grouping && <GroupMenu search={search} onSearchChange={onSearchChange} />}
        <SortMenu search={search} onSearchChange={onSearchChange} keys={sortKeys} />
        <FilterPopover
          search={search}
          onSearchChange={onSearchChange}
          groups={groups}
          defaults={defaults}
          forTriage={forTriage}
          count={narrow ? filters : 0}
        />
        {!narrow && (
          <FilterChips
            search={search}
            onSearchChange={onSearchChange}
            groups={groups}
            dates={dates}
            defaults={defaults}
          />
        )}
      </Toolbar>
      <CategoriesProblem />
    </>
  )
})
