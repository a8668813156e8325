import type { QueryClient } from '@tanstack/react-query'
import { tenantSettingsQuery } from '#web/api/tenants/tenant-settings.queries.ts'

/**
 * Loads what the strips above a screen say (`PlanStrips`, `SampleStrip`). The loaders of their screens await it: a strip that came
 * after the rows would move them under the pointer. A failure leaves the screen as it is, without strips.
 */
export const loadPlanStrips = async (client: QueryClient): Promise<void> => {
  const settings = await client.ensureQueryData(tenantSettingsQuery()).catch(() => null)
  if (settings?.defaultShiftId !== null) return
  // Only organizations without a default pattern need them, so they are no part of the first load.
  const { shiftsQuery } = await import('#web/api/working-time/shifts.queries.ts')
  await client.ensureQueryData(shiftsQuery()).catch(() => null)
}
