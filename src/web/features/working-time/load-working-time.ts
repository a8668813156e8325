import type { QueryClient } from '@tanstack/react-query'
import { categoriesQuery } from '#web/api/categories/categories.queries.ts'
import { tenantSettingsQuery } from '#web/api/tenants/tenant-settings.queries.ts'
import { exceptionsQuery, holidaysQuery } from '#web/api/working-time/holidays.queries.ts'
import { shiftsQuery } from '#web/api/working-time/shifts.queries.ts'

/** Loads the data that all tabs of "Working time" show or count. */
export const loadWorkingTime = (client: QueryClient): Promise<unknown> =>
  Promise.all([
    client.ensureQueryData(shiftsQuery()),
    client.ensureQueryData(tenantSettingsQuery()),
    client.ensureQueryData(categoriesQuery()),
    client.ensureQueryData(holidaysQuery()),
    client.ensureQueryData(exceptionsQuery()),
  ])
