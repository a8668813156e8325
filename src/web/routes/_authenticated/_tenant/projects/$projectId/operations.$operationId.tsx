import { createFileRoute } from '@tanstack/react-router'
import { PageSkeleton } from '#web/components/error-screens/page-skeleton.tsx'

export const Route = createFileRoute('/_authenticated/_tenant/projects/$projectId/operations/$operationId')({
  staticData: { transition: 'slideLeft' },
  component: PageSkeleton,
})
