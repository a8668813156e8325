import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import {
  createOperation,
  deleteOperation,
  moveOperations,
  type OperationInput,
  postProgress,
  putOperation,
  reorderOperations,
} from '#contract/operations.ts'
import type { HistoryDoor } from '#contract/vocabulary.ts'
import { call } from './client.ts'
import { invalidateProjects } from './projects.mutations.ts'

interface Subject {
  projectId: string
  operationId: string
  /** Version that the reader saw; another one on the server refuses the write (412). */
  version?: number
  door?: HistoryDoor
}

export const createOperationMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({
      projectId,
      fields,
      idempotencyKey,
    }: {
      projectId: string
      fields: OperationInput
      idempotencyKey?: string
    }) => call(createOperation, { params: { projectId }, body: fields }, { idempotencyKey }),
    onSuccess: () => invalidateProjects(client),
    meta: { handled: true },
  })

/** The form; its screen handles a stale write itself. */
export const saveOperationMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ projectId, operationId, fields, version, door }: Subject & { fields: OperationInput }) =>
      call(putOperation, { params: { projectId, operationId }, body: fields }, { ifMatch: version, door }),
    onSuccess: () => invalidateProjects(client),
    meta: { handled: true },
  })

/** One quick change: hold, pin, notes, dates by drag. A failure is told in a toast and the screen shows what holds. */
export const patchOperationMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ projectId, operationId, fields, version, door }: Subject & { fields: OperationInput }) =>
      call(putOperation, { params: { projectId, operationId }, body: fields }, { ifMatch: version, door }),
    onSettled: () => invalidateProjects(client),
  })

export const reportProgressMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ projectId, operationId, version, progressPercentage }: Subject & { progressPercentage: number }) =>
      call(postProgress, { params: { projectId, operationId }, body: { progressPercentage } }, { ifMatch: version }),
    onSettled: () => invalidateProjects(client),
  })

export const reorderOperationsMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({
      projectId,
      ...body
    }: {
      projectId: string
      operationIds: string[]
      expectedOperationIds: string[]
    }) => call(reorderOperations, { params: { projectId }, body }),
    onSettled: () => invalidateProjects(client),
  })

export const deleteOperationMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ projectId, operationId }: Subject) => call(deleteOperation, { params: { projectId, operationId } }),
    onSettled: () => invalidateProjects(client),
  })

interface Move {
  operationId: string
  scheduledStartDate: string
  scheduledEndDate: string
  pinned?: boolean
  expectedVersion: number
}

/** An operation dragged in the plan, and what gives way to it: saved together or not at all. */
export const moveOperationsMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ projectId, moves }: { projectId: string; moves: Move[] }) =>
      call(moveOperations, { params: { projectId }, body: { moves } }, { door: 'drag' }),
    onSettled: () => invalidateProjects(client),
  })
