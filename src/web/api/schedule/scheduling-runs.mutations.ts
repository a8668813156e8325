import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import type { BulkTarget } from '#contract/bulk-operations.ts'
import {
  cancelRun,
  endRunSearch,
  revertRun,
  type SchedulingRun,
  scheduleAll,
  scheduleProject,
  scheduleSelected,
} from '#contract/scheduling-runs.ts'
import type { RunEffort } from '#contract/vocabulary.ts'
import { call } from '#web/api/client.ts'
import { invalidateProjects } from '#web/api/projects/projects.mutations.ts'
import { tenantKey } from '#web/api/query-keys.ts'
import { runKey } from './scheduling-runs.queries.ts'

const keep = (client: QueryClient) => (run: SchedulingRun) => {
  client.setQueryData(runKey(run.runId), run)
  return client.invalidateQueries({ queryKey: tenantKey('runs', 'list') })
}

/** Starts a run over all projects, or over one. */
export const startRunMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({
      projectId,
      idempotencyKey,
      ...body
    }: {
      projectId?: string
      preview?: boolean
      effort?: RunEffort
      idempotencyKey?: string
    }) =>
      projectId === undefined
        ? call(scheduleAll, { body }, { idempotencyKey })
        : call(scheduleProject, { params: { id: projectId }, body }, { idempotencyKey }),
    onSuccess: keep(client),
  })

/** Starts a run over the projects of some operations. */
export const scheduleSelectedMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (target: BulkTarget) =>
      call(scheduleSelected, { body: { target } }, { idempotencyKey: crypto.randomUUID() }),
    onSuccess: ({ run }) => keep(client)(run),
  })

export const cancelRunMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (runId: string) => call(cancelRun, { params: { runId } }),
    onSuccess: keep(client),
  })

/** Ends the search of a run, which then uses the best plan found so far. */
export const endRunSearchMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (runId: string) => call(endRunSearch, { params: { runId } }),
    onSuccess: keep(client),
  })

/** Reverts a finished run; dates that were changed since then stay. */
export const revertRunMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (runId: string) => call(revertRun, { params: { runId } }),
    onSuccess: async ({ run }) => {
      await keep(client)(run)
      // The older plan may be outdated, and the organization record carries that flag.
      await Promise.all([invalidateProjects(client), client.invalidateQueries({ queryKey: tenantKey('organisation') })])
    },
  })
