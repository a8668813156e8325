import { useQuery } from '@tanstack/react-query'
import { tenantSettingsQuery } from '#web/api/tenant-settings.queries.ts'

/** First day of the organization's weeks, 1 = Monday (until it is known) ... 7 = Sunday. */
export const useWeekStartsOn = (): number =>
  useQuery({ ...tenantSettingsQuery(), select: ({ weekStartsOn }) => weekStartsOn }).data ?? 1
