import { createFileRoute } from '@tanstack/react-router'
import { tenantSettingsQuery } from '#web/api/tenants/tenant-settings.queries.ts'
import { requireTenant } from '#web/app/guards/guards.ts'
import { TenantLayout } from '#web/app/tenant-layout.tsx'

export const Route = createFileRoute('/_authenticated/_tenant')({
  beforeLoad: requireTenant,
  // Begun with the data of the page, without waiting: what the strips above the screens say should be there with them.
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(tenantSettingsQuery())
  },
  component: TenantLayout,
})
