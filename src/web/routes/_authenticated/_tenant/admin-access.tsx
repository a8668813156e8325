import { createFileRoute } from '@tanstack/react-router'
import { AccessScreen } from '#web/features/admin-access/access-screen.tsx'

export const Route = createFileRoute('/_authenticated/_tenant/admin-access')({ component: AccessScreen })
