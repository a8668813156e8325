import { useMemo } from 'react'
import type { ListedProject } from '#contract/projects.ts'
import { useListTable } from '#web/components/data-list/list-table.ts'
import { useClientRows } from '#web/components/data-list/row-source.ts'
import { useRowList } from '#web/components/data-list/use-row-list.ts'
import { useNarrow } from '#web/lib/use-narrow.ts'
import { columns } from './columns.tsx'
import type { OnProjectsSearch, ProjectsSearch, SortColumn } from './projects-search.ts'
import { columnsOf } from './shown-columns.ts'

const idOf = ({ projectId }: ListedProject) => projectId

/** The filtered projects in order, their selection, and the visible columns. Order and columns are stored in the URL. */
export function useProjectsListing(
  projects: readonly ListedProject[],
  search: ProjectsSearch,
  onSearchChange: OnProjectsSearch,
) {
  const chosen = columnsOf(search, useNarrow(1280))
  const shown = useMemo(() => new Set<string>(['number', 'name', ...chosen, 'menu']), [chosen])
  const table = useListTable({
    columns,
    rows: projects,
    idOf,
    shown,
    sortBy: search.sort,
    descending: search.order === 'desc',
    onSort: (id, descending) => onSearchChange({ sort: id as SortColumn, order: descending ? 'desc' : 'asc' }),
  })
  const { rows } = table.getRowModel()
  const sorted = useMemo(() => rows.map(({ original }) => original), [rows])
  const list = useRowList(useClientRows(sorted, idOf))
  return { table, list, columns: chosen, shown }
}
export type ProjectsListing = ReturnType<typeof useProjectsListing>
