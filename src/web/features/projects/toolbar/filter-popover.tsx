import type { ReactElement } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { isFiltered, noFilters, type OnProjectsSearch, type ProjectsSearch } from '../projects-search.ts'
import { type FilterGroup, filterGroups, toggleOption } from './filter-options.ts'

type FilterFieldProps = { search: ProjectsSearch; onSearchChange: OnProjectsSearch }

/** The choices of one filter. */
export function FilterOptions({ group, search, onSearchChange }: FilterFieldProps & { group: FilterGroup }) {
  const chosen: readonly string[] = search[group.key]
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 text-ink-3 text-label">{group.title}</legend>
      {group.options.map(({ value, label }) => (
        <Checkbox
          key={value}
          label={label}
          checked={chosen.includes(value)}
          onChange={() => onSearchChange(toggleOption(search, group, value))}
        />
      ))}
    </fieldset>
  )
}

export const ShipBeforeField = ({ search, onSearchChange }: FilterFieldProps) => (
  <DateField
    label="Ship date before"
    size="small"
    value={search.shipBefore}
    onChange={(event) => onSearchChange({ shipBefore: event.target.value })}
  />
)

/** Every filter of the list in one panel. */
export function FilterPopover({ search, onSearchChange, trigger }: FilterFieldProps & { trigger: ReactElement }) {
  return (
    <Popover trigger={trigger} label="Filters" className="w-120 p-4">
      <div className="grid grid-cols-3 gap-4 max-sm:grid-cols-2">
        {filterGroups.map((group) => (
          <FilterOptions key={group.key} {...{ group, search, onSearchChange }} />
        ))}
      </div>
      <div className="mt-4 flex items-end justify-between gap-4 border-line border-t pt-3">
        <ShipBeforeField {...{ search, onSearchChange }} />
        <Button
          size="small"
          variant="ghost"
          disabledReason={!isFiltered(search) && 'No filters set'}
          onClick={() => onSearchChange(noFilters)}
        >
          Clear filters
        </Button>
      </div>
    </Popover>
  )
}
