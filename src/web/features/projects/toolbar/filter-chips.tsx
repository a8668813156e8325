import { formatDate } from '#web/lib/format-date.ts'
import { FilterChip } from '#web/ui/filter-chip.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { useListScene } from '../list/list-context.ts'
import type { OnProjectsSearch, ProjectsSearch } from '../projects-search.ts'
import { chosenWords, filterGroups } from './filter-options.ts'
import { FilterOptions, ShipBeforeField } from './filter-popover.tsx'

/** Active filters: each chip opens its choices, its cross takes it away. */
export function FilterChips({ search, onSearchChange }: { search: ProjectsSearch; onSearchChange: OnProjectsSearch }) {
  const { dates } = useListScene()
  const before = search.shipBefore
  const beforeWords = formatDate(`${before}T12:00:00Z`, { ...dates, zone: 'UTC' })
  return (
    <>
      {filterGroups
        .filter(({ key }) => search[key].length > 0)
        .map((group) => (
          <Popover
            key={group.key}
            label={group.title}
            className="p-4"
            trigger={
              <FilterChip
                label={`${group.title} is`}
                value={chosenWords(search, group)}
                onRemove={() => onSearchChange({ [group.key]: [] })}
              />
            }
          >
            <FilterOptions {...{ group, search, onSearchChange }} />
          </Popover>
        ))}
      {before && (
        <Popover
          label="Ship date"
          className="p-4"
          trigger={
            <FilterChip
              label="Ship date"
              value={`before ${beforeWords}`}
              onRemove={() => onSearchChange({ shipBefore: '' })}
            />
          }
        >
          <ShipBeforeField {...{ search, onSearchChange }} />
        </Popover>
      )}
    </>
  )
}
