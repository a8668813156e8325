import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { z } from 'zod/mini'
import { ifReadable } from '#contract/lenient-fields.ts'
import { PageSkeleton } from '#web/components/error-screens/page-skeleton.tsx'
import { loadPromiseDate } from '#web/features/promise-date/load-promise-date.ts'
import { PromiseDateScreen } from '#web/features/promise-date/promise-date-screen.tsx'
import type { RoutingSource } from '#web/features/promise-date/routing-source-field.tsx'

export const Route = createFileRoute('/_authenticated/_tenant/promise-date')({
  /** The project or routing template whose operations are copied. */
  validateSearch: z.object({ project: ifReadable(z.uuid()), template: ifReadable(z.uuid()) }),
  loaderDeps: ({ search: { project } }) => ({ project }),
  loader: ({ context, deps }) => loadPromiseDate(context.queryClient, deps.project),
  component: PromiseDateRoute,
  pendingComponent: PageSkeleton,
})

function PromiseDateRoute() {
  const navigate = Route.useNavigate()
  const { project, template } = Route.useSearch()
  const onFrom = useCallback((from: RoutingSource) => void navigate({ search: from, replace: true }), [navigate])
  return <PromiseDateScreen from={{ project, template }} onFrom={onFrom} />
}
