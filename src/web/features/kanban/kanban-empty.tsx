import { FolderKanban, ListChecks, ListFilter } from 'lucide-react'
import { useRefusal } from '#web/stores/actor.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { type KanbanSearch, noFilters, type OnKanbanSearch } from './kanban-search.ts'

type KanbanEmptyProps = {
  search: KanbanSearch
  onSearch: OnKanbanSearch
  /** True if there are cards, but the filters exclude all of them. */
  filtered: boolean
  onOpen: (path: string) => void
}

/** The empty board with the next step. */
export function KanbanEmpty({ search, onSearch, filtered, onOpen }: KanbanEmptyProps) {
  const { view } = search
  const refusal = useRefusal('planProjects')
  if (filtered) {
    return (
      <EmptyState
        role="status"
        icon={<ListFilter />}
        title={view === 'project' ? 'No project matches' : 'No operation matches'}
        className="grow"
        action={<Button onClick={() => onSearch(noFilters)}>Clear filters</Button>}
      >
        No card matches the search and the filters.
      </EmptyState>
    )
  }
  if (view === 'project') {
    return (
      <EmptyState
        icon={<FolderKanban />}
        title="No projects available"
        className="grow"
        action={
          <Button variant="primary" disabledReason={refusal} onClick={() => onOpen('/projects?edit=new')}>
            Create project
          </Button>
        }
      >
        Create a project to get started with the Kanban board.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<ListChecks />}
      title="No operations available"
      className="grow"
      action={<Button onClick={() => onOpen('/projects')}>Go to projects</Button>}
    >
      Add operations to your projects to see them here.
    </EmptyState>
  )
}
