import { createFileRoute } from '@tanstack/react-router'
import { tenantSettingsQuery } from '#web/api/tenants/tenant-settings.queries.ts'
import { requireTenant } from '#web/app/guards/guards.ts'
import { TenantLayout } from '#web/app/tenant-layout.tsx'

export const Route = createFileRoute('/_authenticated/_tenant')({
  beforeLoad: requireTenant,
  // Requested with the data of the page, but not awaited, so that the strips above the screen appear with it.
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(tenantSettingsQuery())
  },
  component: TenantLayout,
})
