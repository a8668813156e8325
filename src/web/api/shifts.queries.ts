import { queryOptions } from '@tanstack/react-query'
import { listShifts } from '#contract/shifts.ts'
import { call } from './client.ts'
import { tenantKey } from './query-keys.ts'

/** Shift patterns of the organization. */
export const shiftsQuery = () =>
  queryOptions({ queryKey: tenantKey('shifts'), queryFn: ({ signal }) => call(listShifts, {}, { signal }) })
