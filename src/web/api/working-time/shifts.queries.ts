import { queryOptions } from '@tanstack/react-query'
import { listShifts } from '#contract/shifts.ts'
import { call } from '#web/api/client.ts'
import { tenantKey } from '#web/api/query-keys.ts'

/** Shift patterns of the organization. */
export const shiftsQuery = () =>
  queryOptions({ queryKey: tenantKey('shifts'), queryFn: ({ signal }) => call(listShifts, {}, { signal }) })
