import { DataTable } from '#web/components/data-list/data-table.tsx'
import { useListLines } from '#web/components/data-list/use-list-lines.ts'
import { rowHeightPx } from '#web/lib/row-height.ts'
import { useListScene } from './list-scene.ts'
import type { ProjectsListing } from './use-projects-listing.ts'

type ProjectsTableProps = ProjectsListing & {
  density: 'comfortable' | 'compact'
  listKey: string
  onSearch: () => void
}

/** The planner's table of projects. A click on a row opens the project. */
export function ProjectsTable({ table, list, density, listKey, onSearch }: ProjectsTableProps) {
  const lines = useListLines({ list, rowPx: rowHeightPx(density), listKey, opens: true, onSearch })
  return (
    <DataTable
      {...{ list, table, lines }}
      label="Projects"
      scene={useListScene()}
      selectAllLabel="Select all projects shown"
      selectLabel={({ projectNumber }) => `Select project #${projectNumber}`}
    />
  )
}
