import type { QueryClient } from '@tanstack/react-query'
import { isAdminRole } from '#domain/access/rights.ts'
import { categoriesQuery } from '#web/api/categories/categories.queries.ts'
import { floorDevicesQuery } from '#web/api/floor/floor-devices.queries.ts'
import { webhooksQuery } from '#web/api/integrations/webhooks.queries.ts'
import { auditQuery, overviewQuery } from '#web/api/tenants/admin.queries.ts'
import { tenantOverviewsQuery } from '#web/api/tenants/tenant-administration.queries.ts'
import { tenantSettingsQuery } from '#web/api/tenants/tenant-settings.queries.ts'
import { usersQuery } from '#web/api/users/users.queries.ts'
import { shiftsQuery } from '#web/api/working-time/shifts.queries.ts'
import { logFilterOf } from '#web/components/record-history/log-filter.ts'
import { currentActor } from '#web/stores/actor.ts'
import { type AdminSearch, shownTab } from './admin-search.ts'

/** Requests the data of the open tab without awaiting it, because each tab shows its own skeleton. */
export function loadAdmin(client: QueryClient, search: Omit<AdminSearch, 'find'>): void {
  const { role } = currentActor()
  if (!isAdminRole(role)) return
  const tab = shownTab(search, role)
  if (tab === 'overview') void client.prefetchQuery(overviewQuery())
  if (tab === 'users' || tab === 'audit') {
    void client.prefetchQuery(usersQuery())
    void client.prefetchQuery(categoriesQuery())
  }
  if (tab === 'audit') void client.prefetchInfiniteQuery(auditQuery(logFilterOf(search)))
  if (tab === 'organizations') void client.prefetchQuery(tenantOverviewsQuery())
  if (tab === 'settings') {
    void client.prefetchQuery(tenantSettingsQuery())
    void client.prefetchQuery(shiftsQuery())
    void client.prefetchQuery(floorDevicesQuery())
    void client.prefetchQuery(webhooksQuery())
  }
}
