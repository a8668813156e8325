import { FileUp, FolderPlus, Plus, SearchX } from 'lucide-react'
import { NothingMatches } from '#web/components/data-list/nothing-matches.tsx'
import { AddSampleButton } from '#web/components/sample-shop/add-sample-button.tsx'
import { useRefusal } from '#web/stores/actor.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { viewTitles } from './project-views.ts'
import { isFiltered, type ProjectsSearch } from './projects-search.ts'

/** The empty state of an organization without projects. */
export const NoProjects = ({ onNew, onImport }: { onNew: () => void; onImport: () => void }) => (
  <EmptyState
    className="grow border-line-2 border-t bg-surface"
    icon={<FolderPlus />}
    title="No projects yet"
    action={
      <>
        <Button variant="primary" icon={<Plus />} disabledReason={useRefusal('planProjects')} onClick={onNew}>
          New project
        </Button>
        <Button icon={<FileUp />} disabledReason={useRefusal('importWork')} onClick={onImport}>
          Import
        </Button>
        <AddSampleButton />
      </>
    }
  >
    Create the first one and add its operations, import them from a spreadsheet or MS Project, or try things out with a
    sample shop. Then press Schedule all.
  </EmptyState>
)

/** The empty state if no project matches the filters or the view. */
export const NothingFound = ({ search, onClear }: { search: ProjectsSearch; onClear: () => void }) =>
  isFiltered(search) ? (
    <NothingMatches title="No project matches" onClear={onClear}>
      Remove a filter, or look in another view.
    </NothingMatches>
  ) : (
    <EmptyState
      role="status"
      className="grow bg-surface"
      icon={<SearchX />}
      title={`Nothing in "${viewTitles[search.view]}"`}
    >
      Other views may contain projects.
    </EmptyState>
  )
