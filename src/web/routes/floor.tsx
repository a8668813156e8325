import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { z } from 'zod/mini'
import { ifReadable } from '#contract/lenient-fields.ts'
import { FloorScreen } from '#web/features/floor/floor-screen.tsx'

/** No guard, because a device signs in with a code instead of a user account. */
export const Route = createFileRoute('/floor')({
  // The code on a traveler names an operation.
  validateSearch: z.object({ operation: ifReadable(z.string()) }),
  component: FloorPage,
})

function FloorPage() {
  const { operation } = Route.useSearch()
  const navigate = Route.useNavigate()
  const asked = useMemo(() => {
    const onDone = () => void navigate({ search: {}, replace: true })
    return operation ? { operationId: operation, onDone } : null
  }, [operation, navigate])
  return <FloorScreen asked={asked} />
}
