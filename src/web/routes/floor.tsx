import { createFileRoute } from '@tanstack/react-router'
import { FloorScreen } from '#web/features/floor/floor-screen.tsx'

/** Outside of everything that needs a person: a device signs in with a code. */
export const Route = createFileRoute('/floor')({ component: FloorScreen })
