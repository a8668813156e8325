import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import {
  askPromiseDate,
  createPromisedProject,
  type PromisedProject,
  type PromiseQuestion,
} from '#contract/promise-date.ts'
import { retryBusy } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { invalidateProjects } from '#web/api/projects/projects.mutations.ts'

/** Computes when new work could ship, without storing anything. The screen shows errors. */
export const askPromiseDateMutation = () =>
  mutationOptions({
    mutationFn: (body: PromiseQuestion) => call(askPromiseDate, { body }),
    retry: retryBusy,
    meta: { handled: true },
  })

/** Creates the promised project. The dialog shows errors. */
export const createPromisedProjectMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ idempotencyKey, ...body }: PromisedProject & { idempotencyKey: string }) =>
      call(createPromisedProject, { body }, { idempotencyKey }),
    onSuccess: () => invalidateProjects(client),
    meta: { handled: true },
  })
