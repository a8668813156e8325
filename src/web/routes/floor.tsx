import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod/mini'
import { Id } from '#contract/fields.ts'
import { ifReadable } from '#contract/lenient-fields.ts'
import { FloorScreen } from '#web/features/floor/floor-screen.tsx'

/** No guard, because a device signs in with a code instead of a user account. `operation`: the code on a traveler was scanned. */
export const Route = createFileRoute('/floor')({
  component: FloorScreen,
  validateSearch: z.object({ operation: ifReadable(Id) }),
})
