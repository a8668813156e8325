import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import {
  type BulkAction,
  type BulkTarget,
  bulkChangeOperations,
  snoozeOperations,
  unsnoozeOperations,
} from '#contract/bulk-operations.ts'
import { call } from './client.ts'
import { invalidateProjects } from './projects.mutations.ts'
import { tenantKey } from './query-keys.ts'

/** Many operations at once: one request, one transaction, one undo. What could not be done is in the answer. */
export const bulkChangeMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (body: { target: BulkTarget; action: BulkAction }) =>
      call(bulkChangeOperations, { body }, { door: 'bulk', idempotencyKey: crypto.randomUUID() }),
    onSettled: () => invalidateProjects(client),
  })

const invalidateLists = (client: QueryClient) => client.invalidateQueries({ queryKey: tenantKey('operations') })

/** Hides operations from the overdue lists until a day begins. */
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
