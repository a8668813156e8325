import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod/mini'
import {
  getDelivery,
  getEstimateAccuracy,
  getLateCauses,
  getLearnedPaces,
  getLoadCell,
  getLoadMatrix,
  getPacedOperations,
  getProjectFlow,
} from '#contract/analytics.ts'
import { getTrackRecord } from '#contract/track-record.ts'
import { call } from '#web/api/client.ts'
import { tenantKey } from '#web/api/query-keys.ts'

/** These numbers look back over weeks, so they are read again after a run and when shown, but not after every change. */
const analyticsKey = (...parts: readonly unknown[]) => tenantKey('runs', 'analytics', ...parts)
const staleTime = 60_000

type Query<E extends { query?: z.ZodMiniType }> = z.output<NonNullable<E['query']>>

export const projectFlowQuery = (query: Query<typeof getProjectFlow>) =>
  queryOptions({
    queryKey: analyticsKey('flow', query),
    queryFn: ({ signal }) => call(getProjectFlow, { query }, { signal }),
    staleTime,
  })

export const deliveryQuery = (query: Query<typeof getDelivery>) =>
  queryOptions({
    queryKey: analyticsKey('delivery', query),
    queryFn: ({ signal }) => call(getDelivery, { query }, { signal }),
    staleTime,
  })

export const loadMatrixQuery = (query: Query<typeof getLoadMatrix>) =>
  queryOptions({
    queryKey: analyticsKey('load', query),
    queryFn: ({ signal }) => call(getLoadMatrix, { query }, { signal }),
    staleTime,
  })

export const loadCellQuery = (query: Query<typeof getLoadCell>) =>
  queryOptions({
    queryKey: analyticsKey('cell', query),
    queryFn: ({ signal }) => call(getLoadCell, { query }, { signal }),
    staleTime,
  })

export const lateCausesQuery = (query: Query<typeof getLateCauses>) =>
  queryOptions({
    queryKey: analyticsKey('causes', query),
    queryFn: ({ signal }) => call(getLateCauses, { query }, { signal }),
    staleTime,
  })

export const estimatesQuery = (query: Query<typeof getEstimateAccuracy>) =>
  queryOptions({
    queryKey: analyticsKey('estimates', query),
    queryFn: ({ signal }) => call(getEstimateAccuracy, { query }, { signal }),
    staleTime,
  })

export const learnedPacesQuery = () =>
  queryOptions({
    queryKey: analyticsKey('paces'),
    queryFn: ({ signal }) => call(getLearnedPaces, {}, { signal }),
    staleTime,
  })

export const trackRecordQuery = (query: Query<typeof getTrackRecord>) =>
  queryOptions({
    queryKey: analyticsKey('trackRecord', query),
    queryFn: ({ signal }) => call(getTrackRecord, { query }, { signal }),
    staleTime,
  })

/** Read when it is shown, because it is changed with the versions that it names. */
export const pacedOperationsQuery = (query: Query<typeof getPacedOperations>) =>
  queryOptions({
    queryKey: tenantKey('operations', 'paced', query),
    queryFn: ({ signal }) => call(getPacedOperations, { query }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
