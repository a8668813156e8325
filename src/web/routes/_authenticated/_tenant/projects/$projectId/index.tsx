import { createFileRoute } from '@tanstack/react-router'
import { ProjectError } from '#web/components/error-screens/project-missing.tsx'
import { loadProject } from '#web/features/project-details/load-project.ts'
import { ProjectDetailsScreen } from '#web/features/project-details/project-details-screen.tsx'
import { ProjectSearch } from '#web/features/project-details/project-search.ts'
import { ProjectSkeleton } from '#web/features/project-details/project-skeleton.tsx'

export const Route = createFileRoute('/_authenticated/_tenant/projects/$projectId/')({
  staticData: { transition: 'slideLeft' },
  validateSearch: ProjectSearch,
  loader: ({ context, params }) => loadProject(context.queryClient, params.projectId),
  component: ProjectPage,
  pendingComponent: ProjectSkeleton,
  errorComponent: ProjectError,
})

function ProjectPage() {
  const { projectId } = Route.useParams()
  const navigate = Route.useNavigate()
  const change = (part: ProjectSearch) => void navigate({ search: (all) => ({ ...all, ...part }), replace: true })
  return <ProjectDetailsScreen key={projectId} projectId={projectId} search={Route.useSearch()} onSearch={change} />
}
