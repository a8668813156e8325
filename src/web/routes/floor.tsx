import { createFileRoute } from '@tanstack/react-router'
import { FloorScreen } from '#web/features/floor/floor-screen.tsx'

/** No guard, because a device signs in with a code instead of a user account. */
export const Route = createFileRoute('/floor')({ component: FloorScreen })
