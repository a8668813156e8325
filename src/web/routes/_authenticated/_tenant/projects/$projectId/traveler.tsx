import { createFileRoute } from '@tanstack/react-router'
import { ProjectError } from '#web/components/error-screens/project-missing.tsx'
import { loadTraveler } from '#web/features/traveler/load-traveler.ts'
import { TravelerScreen } from '#web/features/traveler/traveler-screen.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

export const Route = createFileRoute('/_authenticated/_tenant/projects/$projectId/traveler')({
  staticData: { transition: 'slideLeft' },
  loader: ({ context, params }) => loadTraveler(context.queryClient, params.projectId),
  component: TravelerPage,
  pendingComponent: () => <SkeletonRows columns="96px 1fr 128px 128px 64px 1fr" rows={8} label="Loading traveler" />,
  errorComponent: ProjectError,
})

function TravelerPage() {
  const { projectId } = Route.useParams()
  return <TravelerScreen key={projectId} projectId={projectId} />
}
