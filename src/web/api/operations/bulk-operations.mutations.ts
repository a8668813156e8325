import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import {
  type BulkAction,
  type BulkTarget,
  bulkChangeOperations,
  listOwnOperations,
  type PlanBasis,
  previewMove,
  snoozeOperations,
  unsnoozeOperations,
} from '#contract/bulk-operations.ts'
import { retryComputing } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { invalidateProjects } from '#web/api/projects/projects.mutations.ts'
import { tenantKey } from '#web/api/query-keys.ts'

export interface BulkChange {
  body: { target: BulkTarget; action: BulkAction; basis?: PlanBasis }
  /** The same key is used when the request is sent again after a lost answer, so that a note is not added twice. */
  idempotencyKey: string
}

/** Changes many operations at once: one request, one transaction, one undo. The answer names those that failed. */
export const bulkChangeMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ body, idempotencyKey }: BulkChange) =>
      call(bulkChangeOperations, { body }, { source: 'bulk', idempotencyKey }),
    onSettled: () => invalidateProjects(client),
  })

/** The effect of a move; computed again whenever the plan changes, and dropped when its dialog closes. */
export const movePreviewQuery = (target: BulkTarget, action: BulkAction | null) =>
  queryOptions({
    queryKey: tenantKey('operations', 'movePreview', target, action),
    queryFn: ({ signal }) =>
      call(previewMove, { body: { target, action: action ?? { kind: 'nextFreeSlot' } } }, { signal }),
    enabled: action !== null,
    retry: retryComputing,
    gcTime: 0,
    staleTime: 0,
  })

/** Which of the operations are at the reader's own work centers; read again when operations change. */
export const ownOperationsQuery = (target: BulkTarget) =>
  queryOptions({
    queryKey: tenantKey('operations', 'own', target),
    queryFn: ({ signal }) => call(listOwnOperations, { body: { target } }, { signal }),
    gcTime: 0,
  })

const invalidateLists = (client: QueryClient) => client.invalidateQueries({ queryKey: tenantKey('operations') })

/** Hides operations from the overdue lists until a given day begins. */
export const snoozeMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (body: { target: BulkTarget; untilDate: string; reason: string }) => call(snoozeOperations, { body }),
    onSettled: () => invalidateLists(client),
  })

export const unsnoozeMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (target: BulkTarget) => call(unsnoozeOperations, { body: { target } }),
    onSettled: () => invalidateLists(client),
  })
