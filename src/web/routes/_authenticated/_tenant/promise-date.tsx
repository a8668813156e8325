import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { z } from 'zod'
import { PageSkeleton } from '#web/components/error-screens/page-skeleton.tsx'
import { loadPromiseDate } from '#web/features/promise-date/load-promise-date.ts'
import { PromiseDateScreen } from '#web/features/promise-date/promise-date-screen.tsx'

export const Route = createFileRoute('/_authenticated/_tenant/promise-date')({
  /** The project whose operations are copied. */
  validateSearch: z.object({ project: z.uuid().optional().catch(undefined) }),
  loaderDeps: ({ search: { project } }) => ({ project }),
  loader: ({ context, deps }) => loadPromiseDate(context.queryClient, deps.project),
  component: PromiseDateRoute,
  pendingComponent: PageSkeleton,
})

function PromiseDateRoute() {
  const navigate = Route.useNavigate()
  const { project } = Route.useSearch()
  const onProject = useCallback((id?: string) => void navigate({ search: { project: id }, replace: true }), [navigate])
  return <PromiseDateScreen key={project} projectId={project} onProject={onProject} />
}
