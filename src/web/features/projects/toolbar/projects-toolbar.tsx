import { ListFilter, Rows2, Rows3 } from 'lucide-react'
import { type Ref, useCallback } from 'react'
import { useSearchText } from '#web/lib/use-search-text.ts'
import { Button } from '#web/ui/button.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import { Toolbar } from '#web/ui/toolbar.tsx'
import type { OnProjectsSearch, ProjectsSearch } from '../projects-search.ts'
import { ColumnsChooser } from './columns-chooser.tsx'
import { FilterChips } from './filter-chips.tsx'
import { FilterPopover } from './filter-popover.tsx'

const densities = [
  { value: 'comfortable', label: 'Comfortable', icon: <Rows2 /> },
  { value: 'compact', label: 'Compact', icon: <Rows3 /> },
] as const

type ProjectsToolbarProps = {
  search: ProjectsSearch
  onSearchChange: OnProjectsSearch
  searchRef: Ref<HTMLInputElement>
  /** No columns and no density on a narrow screen. */
  narrow: boolean
}

/** Search and filters at the left, columns and density at the right. */
export function ProjectsToolbar({ search, onSearchChange, searchRef, narrow }: ProjectsToolbarProps) {
  const [text, setText] = useSearchText(
    search.q,
    useCallback((q: string) => onSearchChange({ q }), [onSearchChange]),
  )
  return (
    <Toolbar
      className="border-line-2 border-b"
      end={
        !narrow && (
          <>
            <ColumnsChooser {...{ search, onSearchChange }} />
            <SegmentedControl
              label="Density"
              value={search.density}
              segments={densities}
              onChange={(density) => onSearchChange({ density })}
            />
          </>
        )
      }
    >
      <SearchField
        ref={searchRef}
        label="Search projects"
        placeholder="Number, name, customer"
        shortcut={narrow ? undefined : '/'}
        value={text}
        onChange={setText}
        className="w-56 max-md:w-0 max-md:grow"
      />
      <FilterPopover
        {...{ search, onSearchChange }}
        trigger={
          <Button size="small" icon={<ListFilter />} aria-haspopup="dialog">
            Filter
          </Button>
        }
      />
      <FilterChips {...{ search, onSearchChange }} />
    </Toolbar>
  )
}
