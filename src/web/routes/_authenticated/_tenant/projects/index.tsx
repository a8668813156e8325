import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { useCallback } from 'react'
import { projectsQuery } from '#web/api/projects/projects.queries.ts'
import { loadPlanStrips } from '#web/components/scheduling-run/load-plan-strips.ts'
import { ProjectsScreen } from '#web/features/projects/projects-screen.tsx'
import { defaultProjectsSearch, type OnProjectsSearch, ProjectsSearch } from '#web/features/projects/projects-search.ts'
import { ProjectsSkeleton } from '#web/features/projects/projects-skeleton.tsx'

export const Route = createFileRoute('/_authenticated/_tenant/projects/')({
  validateSearch: ProjectsSearch,
  search: { middlewares: [stripSearchParams(defaultProjectsSearch)] },
  loader: ({ context: { queryClient } }) =>
    Promise.all([queryClient.ensureQueryData(projectsQuery()), loadPlanStrips(queryClient)]),
  component: ProjectsRoute,
  pendingComponent: ProjectsSkeleton,
})

function ProjectsRoute() {
  const navigate = Route.useNavigate()
  const onSearchChange = useCallback<OnProjectsSearch>(
    (change, how) => void navigate({ search: (search) => ({ ...search, ...change }), replace: how !== 'push' }),
    [navigate],
  )
  return <ProjectsScreen search={Route.useSearch()} onSearchChange={onSearchChange} />
}
