import type { QueryClient } from '@tanstack/react-query'
import { tenantSettingsQuery } from '#web/api/tenants/tenant-settings.queries.ts'

/**
 * Loads the data of the strips above a screen (`PlanStrips`, `SampleStrip`). Loaders await it, because a strip that
 * appears after the rows would move them under the pointer. After a failure the screen has no strips.
 */
export const loadPlanStrips = async (client: QueryClient): Promise<void> => {
  const settings = await client.ensureQueryData(tenantSettingsQuery()).catch(() => null)
  if (settings?.defaultShiftId !== null) return
  // Only organizations without a default pattern need them, so they are not part of the first load.
  const { shiftsQuery } = await import('#web/api/working-time/shifts.queries.ts')
  await client.ensureQueryData(shiftsQuery()).catch(() => null)
}
