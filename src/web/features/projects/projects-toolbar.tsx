import { type Ref, useCallback } from 'react'
import { ColumnsChooser } from '#web/components/data-list/columns-chooser.tsx'
import { DensityControl } from '#web/components/data-list/density-control.tsx'
import { columnChoices } from '#web/components/data-list/list-table.ts'
import { useSearchText } from '#web/lib/use-search-text.ts'
import { SearchField } from '#web/ui/search-field.tsx'
import { Toolbar } from '#web/ui/toolbar.tsx'
import { columns } from './columns.tsx'
import { ProjectFilters } from './project-filters.tsx'
import {
  defaultProjectsSearch,
  type OnProjectsSearch,
  type OptionalColumn,
  optionalColumns,
  type ProjectsSearch,
} from './projects-search.ts'

const choices = columnChoices(columns, ['number', 'name', 'menu'])

type ProjectsToolbarProps = {
  search: ProjectsSearch
  /** The visible columns of the table. */
  columns: readonly OptionalColumn[]
  onSearchChange: OnProjectsSearch
  searchRef: Ref<HTMLInputElement>
  /** On narrow screens, the choice of columns and density is left out. */
  narrow: boolean
}

/** Search and filters at the left, columns and density at the right. */
export function ProjectsToolbar({ search, columns: shown, onSearchChange, searchRef, narrow }: ProjectsToolbarProps) {
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
            <ColumnsChooser
              choices={choices}
              shown={shown}
              usual={defaultProjectsSearch.columns}
              fixed={2}
              onChange={(next) => onSearchChange({ columns: optionalColumns.filter((id) => next.includes(id)) })}
            />
            <DensityControl value={search.density} onChange={(density) => onSearchChange({ density })} />
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
      <ProjectFilters search={search} onSearchChange={onSearchChange} />
    </Toolbar>
  )
}
