import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { deleteWorker, listWorkers, postWorker, type WorkerInput } from '#contract/workers.ts'
import { call } from '#web/api/client.ts'
import { tenantScope } from '#web/api/query-keys.ts'

/** Key of the people on the floor; live events do not report them. */
const workersKey = () => [...tenantScope(), 'workers'] as const

/** The people on the shop floor with their codes; admins only. */
export const workersQuery = () =>
  queryOptions({
    queryKey: workersKey(),
    queryFn: ({ signal }) => call(listWorkers, {}, { signal }),
    staleTime: 0,
  })

/** Adds a person. The dialog shows errors. */
export const createWorkerMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (body: WorkerInput) => call(postWorker, { body }),
    onSettled: () => client.invalidateQueries({ queryKey: workersKey() }),
    meta: { handled: true },
  })

export const deleteWorkerMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (workerId: string) => call(deleteWorker, { params: { workerId } }),
    onSettled: () => client.invalidateQueries({ queryKey: workersKey() }),
  })
