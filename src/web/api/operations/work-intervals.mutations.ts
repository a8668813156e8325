import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import {
  addWorkInterval,
  changeWorkInterval,
  removeWorkInterval,
  reportWorkTime,
  type WorkInterval,
  type WorkIntervalChange,
  type WorkIntervalInput,
  type WorkReportInput,
} from '#contract/work-intervals.ts'
import { callForChange } from '#web/api/call-for-change.ts'
import { call } from '#web/api/client.ts'
import { invalidateProjects } from '#web/api/projects/projects.mutations.ts'

interface OperationPath {
  readonly projectId: string
  readonly operationId: string
}

/** Adds an interval. The form shows refusals. */
export const addIntervalMutation = (client: QueryClient, params: OperationPath) =>
  mutationOptions({
    meta: { handled: true },
    mutationFn: (body: WorkIntervalInput) => call(addWorkInterval, { params, body }),
    onSuccess: () => invalidateProjects(client),
  })

/** Corrects an interval in the version that was read. The form shows refusals. */
export const correctIntervalMutation = (client: QueryClient, params: OperationPath, of: WorkInterval) =>
  mutationOptions({
    meta: { handled: true },
    mutationFn: (body: WorkIntervalChange) =>
      call(changeWorkInterval, { params: { ...params, intervalId: of.intervalId }, body }, { ifMatch: of.version }),
    onSuccess: () => invalidateProjects(client),
  })

export const removeIntervalMutation = (client: QueryClient, params: OperationPath) =>
  mutationOptions({
    mutationFn: (intervalId: string) => callForChange(removeWorkInterval, { params: { ...params, intervalId } }),
    onSettled: () => invalidateProjects(client),
  })

export const reportWorkTimeMutation = (client: QueryClient, params: OperationPath) =>
  mutationOptions({
    mutationFn: (kind: WorkReportInput['kind']) => call(reportWorkTime, { params, body: { kind } }),
    onSettled: () => invalidateProjects(client),
  })
