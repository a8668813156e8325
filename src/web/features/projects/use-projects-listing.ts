import { useMemo } from 'react'
import type { ListedProject } from '#contract/projects.ts'
import { useListTable } from '#web/components/data-list/list-table.ts'
import { useClientRows } from '#web/components/data-list/row-source.ts'
import { useRowList } from '#web/components/data-list/use-row-list.ts'
import { columns } from './columns.tsx'
import type { OnProjectsSearch, OptionalColumn, ProjectsSearch, SortColumn } from './projects-search.ts'

const idOf = ({ projectId }: ListedProject) => projectId

/** The filtered projects in order, and the selection among them. The URL holds order and columns. */
export function useProjectsListing(
  projects: readonly ListedProject[],
  search: ProjectsSearch,
  shown: readonly OptionalColumn[],
  onSearchChange: OnProjectsSearch,
) {
  const table = useListTable({
    columns,
    rows: projects,
    idOf,
    shown: useMemo(() => new Set<string>(['number', 'name', ...shown, 'menu']), [shown]),
    sortBy: search.sort,
    descending: search.order === 'desc',
    onSort: (id, descending) => onSearchChange({ sort: id as SortColumn, order: descending ? 'desc' : 'asc' }),
  })
  const { rows } = table.getRowModel()
  const sorted = useMemo(() => rows.map(({ original }) => original), [rows])
  const list = useRowList(useClientRows(sorted, idOf))
  return { table, list }
}
export type ProjectsListing = ReturnType<typeof useProjectsListing>
