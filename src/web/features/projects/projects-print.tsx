import { ListPrint } from '#web/components/print/list-print.tsx'
import { columns } from './columns.tsx'
import { useListScene } from './list-scene.ts'
import { projectFilterWords } from './project-filters.tsx'
import type { ProjectsSearch } from './projects-search.ts'
import type { ProjectsListing } from './use-projects-listing.ts'

/** Prints the matching projects in their order. */
export function ProjectsPrint({ listing, search }: { listing: ProjectsListing; search: ProjectsSearch }) {
  const scene = useListScene()
  return (
    <ListPrint
      columns={columns}
      scene={scene}
      title="Projects"
      one="project"
      rows={listing.list.data}
      shown={listing.shown}
      filters={projectFilterWords(search, scene.dates)}
    />
  )
}
