import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import {
  deleteWorker,
  listWorkerNames,
  listWorkers,
  postWorker,
  putWorker,
  type WorkerInput,
} from '#contract/workers.ts'
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

/** The names of the people on the shop floor; planners only. */
export const workerNamesQuery = () =>
  queryOptions({
    queryKey: [...workersKey(), 'names'],
    queryFn: ({ signal }) => call(listWorkerNames, {}, { signal }),
    staleTime: 0,
  })

/** Adds a person, or changes one when `workerId` is given with the version read. The dialog shows errors. */
export const saveWorkerMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ workerId, version, ...body }: WorkerInput & { workerId?: string; version?: number }) =>
      workerId === undefined
        ? call(postWorker, { body })
        : call(putWorker, { params: { workerId }, body }, { ifMatch: version }),
    onSettled: () => client.invalidateQueries({ queryKey: workersKey() }),
    meta: { handled: true },
  })

export const deleteWorkerMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (workerId: string) => call(deleteWorker, { params: { workerId } }),
    onSettled: () => client.invalidateQueries({ queryKey: workersKey() }),
  })
