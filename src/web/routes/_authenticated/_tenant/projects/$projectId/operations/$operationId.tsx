import { createFileRoute } from '@tanstack/react-router'
import { OperationError } from '#web/components/error-screens/project-missing.tsx'
import { loadOperation } from '#web/features/operation-details/load-operation.ts'
import { OperationDetailsScreen } from '#web/features/operation-details/operation-details-screen.tsx'
import { OperationSearch } from '#web/features/operation-details/operation-search.ts'
import { OperationSkeleton } from '#web/features/operation-details/operation-skeleton.tsx'

export const Route = createFileRoute('/_authenticated/_tenant/projects/$projectId/operations/$operationId')({
  staticData: { transition: 'slideLeft' },
  validateSearch: OperationSearch,
  loader: ({ context, params }) => loadOperation(context.queryClient, params),
  component: OperationPage,
  pendingComponent: OperationSkeleton,
  errorComponent: OperationError,
})

function OperationPage() {
  const params = Route.useParams()
  const navigate = Route.useNavigate()
  const change = (search: OperationSearch) => void navigate({ search, replace: true })
  const leave = () => void navigate({ to: '/projects/$projectId', params: { projectId: params.projectId } })
  const shared = { ...params, search: Route.useSearch(), onSearch: change, onRemoved: leave }
  return <OperationDetailsScreen key={params.operationId} {...shared} />
}
