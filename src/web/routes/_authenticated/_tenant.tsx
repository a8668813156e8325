import { createFileRoute } from '@tanstack/react-router'
import { requireTenant } from '#web/app/guards/guards.ts'
import { TenantLayout } from '#web/app/tenant-layout.tsx'

export const Route = createFileRoute('/_authenticated/_tenant')({ beforeLoad: requireTenant, component: TenantLayout })
