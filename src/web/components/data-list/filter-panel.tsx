import { ListFilter } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { type FilterGroupsProps, FilterOptions } from './filter-groups.tsx'

type FilterPanelProps<Key extends string> = FilterGroupsProps<Key> & {
  /** Fields of filters without a list of options. */
  fields: ReactNode
  /** Content beside the button that clears the filters. */
  children?: ReactNode
  /** Number of active filters, if the button should show it. */
  count?: number
  isFiltered: boolean
  onClear: () => void
}

/** All filters of a list in one panel, with the button that opens it. */
export const FilterPanel = <Key extends string>(props: FilterPanelProps<Key>) => {
  const { groups, chosenOf, onChoose, fields, children, count = 0, isFiltered, onClear } = props
  return (
    <Popover
      label="Filters"
      className="w-150 p-4"
      trigger={
        <Button size="small" icon={<ListFilter />} aria-haspopup="dialog">
          <span className="max-md:sr-only">Filter</span>
          {count > 0 && ` ${count}`}
        </Button>
      }
    >
      <div className="grid grid-cols-3 gap-4 max-sm:grid-cols-2">
        {groups.map((group) => (
          <FilterOptions key={group.key} group={group} chosenOf={chosenOf} onChoose={onChoose} />
        ))}
      </div>
      <div className="mt-4 grid grid-cols-3 items-end gap-4 border-line border-t pt-3 max-sm:grid-cols-2">{fields}</div>
      <div className="mt-4 flex flex-wrap items-center gap-2">
        {children}
        <Button
          size="small"
          variant="ghost"
          className="ml-auto"
          disabledReason={!isFiltered && 'No filters set'}
          onClick={onClear}
        >
          Clear filters
        </Button>
      </div>
    </Popover>
  )
}
