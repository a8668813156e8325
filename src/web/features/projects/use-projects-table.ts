import { functionalUpdate, type RowSelectionState, useTable } from '@tanstack/react-table'
import { useMemo, useState } from 'react'
import type { ListedProject } from '#contract/projects.ts'
import { columns, features } from './list/columns.tsx'
import { type OnProjectsSearch, optionalColumns, type ProjectsSearch, type SortColumn } from './projects-search.ts'

const getRowId = ({ projectId }: ListedProject) => projectId

/** The table over the projects that passed the filters; order and columns live in the URL, the selection here. */
export function useProjectsTable(data: ListedProject[], search: ProjectsSearch, onSearchChange: OnProjectsSearch) {
  const [rowSelection, onRowSelectionChange] = useState<RowSelectionState>({})
  const sorting = useMemo(() => [{ id: search.sort, desc: search.order === 'desc' }], [search.sort, search.order])
  const columnVisibility = useMemo(
    () => Object.fromEntries(optionalColumns.map((id) => [id, search.columns.includes(id)])),
    [search.columns],
  )
  return useTable({
    features,
    columns,
    data,
    getRowId,
    enableSortingRemoval: false,
    enableMultiSort: false,
    state: { sorting, columnVisibility, rowSelection },
    onRowSelectionChange,
    onSortingChange: (updater) => {
      const [next] = functionalUpdate(updater, sorting)
      if (next) onSearchChange({ sort: next.id as SortColumn, order: next.desc ? 'desc' : 'asc' })
    },
  })
}
