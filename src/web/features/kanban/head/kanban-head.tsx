import { ListFilter, Rows2, Rows3, SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useCallback } from 'react'
import type { Category } from '#contract/categories.ts'
import { columnsOf } from '#domain/kanban/kanban-columns.ts'
import { ColleaguesHere } from '#web/components/presence/colleagues-here.tsx'
import { formatNumber } from '#web/lib/format-number.ts'
import { useNarrow } from '#web/lib/use-narrow.ts'
import { useSearchText } from '#web/lib/use-search-text.ts'
import { useRefusal } from '#web/stores/actor.ts'
import { Button } from '#web/ui/button.tsx'
import { CountBadge } from '#web/ui/count-badge.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { PageTitle } from '#web/ui/page-title.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import type { KanbanSearch, OnKanbanSearch } from '../kanban-search.ts'
import { KanbanFilters } from './kanban-filters.tsx'

const views = [
  { value: 'project', label: 'Projects' },
  { value: 'operation', label: 'Operations' },
] as const
const groupings = [
  { value: 'phase', label: 'By phase' },
  { value: 'status', label: 'By status' },
] as const
const densities = [
  { value: 'comfortable', label: 'Comfortable', icon: <Rows2 />, hideLabel: true },
  { value: 'compact', label: 'Compact', icon: <Rows3 />, hideLabel: true },
] as const

type KanbanHeadProps = {
  search: KanbanSearch
  onSearch: OnKanbanSearch
  categories: readonly Category[]
  /** Number of cards on the board. */
  count: number
}

function BoardTitle({ search, count }: Pick<KanbanHeadProps, 'search' | 'count'>) {
  const refusal = useRefusal(search.view === 'project' ? 'planProjects' : 'reportWork')
  return (
    <div className="mr-auto min-w-0">
      <PageTitle className="truncate">
        {search.view === 'project' ? 'Project Lifecycle' : 'Operation Lifecycle'}
      </PageTitle>
      <p className="truncate text-ink-3 text-label">
        <span className="max-md:hidden">
          <span>{refusal ?? 'Drag and drop to update phases'}</span> ·{' '}
        </span>
        <span>
          {formatNumber(count)} {search.view === 'project' ? 'project(s)' : 'operation(s)'} across{' '}
          {columnsOf(search.view, search.group).length} {search.group === 'phase' ? 'phases' : 'statuses'}
        </span>
      </p>
    </div>
  )
}

/** Selects the records, the grouping and the density of the board. */
const BoardSwitches = ({ search, onSearch }: Pick<KanbanHeadProps, 'search' | 'onSearch'>) => (
  <>
    <SegmentedControl label="Show" value={search.view} segments={views} onChange={(view) => onSearch({ view })} />
    <SegmentedControl
      label="Group"
      value={search.group}
      segments={groupings}
      onChange={(group) => onSearch({ group })}
    />
    <SegmentedControl
      label="Density"
      value={search.density}
      segments={densities}
      onChange={(density) => onSearch({ density })}
    />
  </>
)

const FilterPopover = ({ search, children }: Pick<KanbanHeadProps, 'search'> & { children: ReactNode }) => {
  const chosen = search.category.length + search.priority.length + (search.late ? 1 : 0)
  return (
    <Popover
      label="Filters"
      align="end"
      className="w-100 p-4"
      trigger={
        <Button
          size="small"
          icon={<ListFilter />}
          aria-haspopup="dialog"
          end={chosen > 0 && <CountBadge count={chosen} tone="primary" label="set" />}
        >
          Filter
        </Button>
      }
    >
      {children}
    </Popover>
  )
}

/** Title, caption and count at the left; search, filters and board settings at the right. */
export function KanbanHead({ search, onSearch, categories, count }: KanbanHeadProps) {
  const narrow = useNarrow()
  const isTight = useNarrow(1024)
  const [text, setText] = useSearchText(
    search.q,
    useCallback((q: string) => onSearch({ q }), [onSearch]),
  )
  const searchField = (
    <SearchField
      label="Search cards"
      placeholder="Number or name"
      value={text}
      onChange={setText}
      className="md:w-50"
    />
  )
  const switches = <BoardSwitches search={search} onSearch={onSearch} />
  const filters = <KanbanFilters search={search} onSearch={onSearch} categories={categories} />
  return (
    <div className="flex min-h-16 shrink-0 items-center gap-2 px-5 py-2 max-md:px-4">
      <BoardTitle search={search} count={count} />
      <ColleaguesHere where={{ screen: 'kanban' }} />
      {!narrow && (
        <>
          {searchField}
          <FilterPopover search={search}>{filters}</FilterPopover>
        </>
      )}
      {isTight ? (
        <Popover
          label="Board settings"
          align="end"
          className="flex w-88 flex-col items-start gap-3 p-4"
          trigger={<IconButton label="Board settings" variant="default" icon={<SlidersHorizontal />} />}
        >
          {narrow && <div className="w-full">{searchField}</div>}
          {switches}
          {narrow && <div>{filters}</div>}
        </Popover>
      ) : (
        switches
      )}
    </div>
  )
}
