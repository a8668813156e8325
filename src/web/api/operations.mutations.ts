import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import {
  addOperation,
  deleteOperation,
  moveOperations,
  type Operation,
  type OperationInput,
  postProgress,
  putOperation,
  reorderOperations,
} from '#contract/operations.ts'
import type { HistoryDoor } from '#contract/vocabulary.ts'
import { callForChange } from './call-for-change.ts'
import { type CallOptions, call } from './client.ts'
import { invalidateProjects } from './projects.mutations.ts'

interface Subject {
  projectId: string
  operationId: string
  /** Version that the reader saw; another one on the server refuses the write (412). */
  version?: number
  door?: HistoryDoor
}

interface Edit {
  fields: OperationInput
  whole?: Operation
}

interface AddedOperation {
  projectId: string
  operationId: string
  fields: OperationInput
}

/** The variant of an operation's update that sends nothing but its dates, which the specification words by itself. */
const putOperationDates = { ...putOperation, failed: 'Failed to update operation dates', failedAgain: undefined }

const isDatesOnly = (fields: OperationInput): boolean =>
  Object.keys(fields).every((name) => name === 'scheduledStartDate' || name === 'scheduledEndDate')

const putFields = (params: Pick<Subject, 'projectId' | 'operationId'>, body: OperationInput, options: CallOptions) =>
  call(isDatesOnly(body) ? putOperationDates : putOperation, { params, body }, options)

/** What an operation waits for first, under the name that the specification gives it as well. */
const withFirstDependency = (fields: OperationInput): OperationInput =>
  fields.dependencies ? { ...fields, dependsOnOperationId: fields.dependencies[0] ?? null } : fields

/** Adds an operation under an id that its form gave it, so that sending it twice adds it once. */
export const createOperationMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ projectId, operationId, fields }: AddedOperation) =>
      call(addOperation, { params: { projectId, operationId }, body: withFirstDependency(fields) }),
    onSuccess: () => invalidateProjects(client),
    meta: { handled: true },
  })

/**
 * The whole operation as the interface's update sends it, with what is changed in it; other fields are sent
 * when they change. Where nothing but its dates changes, the two dates alone: such a move is meant to stay.
 */
const wholeOperation = (operation: Operation, fields: OperationInput) => {
  const { scheduledStartDate, scheduledEndDate } = operation
  const dates = { scheduledStartDate, scheduledEndDate }
  if (isDatesOnly(fields)) return { ...dates, ...fields }
  // What goes back to nothing has not started.
  const isReset = fields.progressPercentage === 0 && operation.progressPercentage > 0
  return {
    projectId: operation.projectId,
    operationId: operation.operationId,
    status: operation.status ?? 'Pending',
    progressPercentage: operation.progressPercentage,
    durationHours: operation.durationHours,
    ...dates,
    actualStartDate: isReset ? null : operation.actualStartDate,
    actualEndDate: isReset ? null : operation.actualEndDate,
    dependsOnOperationId: operation.dependsOnOperationId,
    ...withFirstDependency(fields),
  }
}

/** The form and single fields of a list; the screen handles a stale write itself. With `whole`, the record that was read, all of it is sent. */
export const saveOperationMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ projectId, operationId, fields, version, door, whole }: Subject & Edit) => {
      const body = whole ? wholeOperation(whole, fields) : fields
      return putFields({ projectId, operationId }, body, { ifMatch: version, door })
    },
    onSuccess: () => invalidateProjects(client),
    meta: { handled: true },
  })

/** One quick change: hold, pin, notes, dates by drag. A failure is told in a toast and the screen shows what holds. */
export const patchOperationMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ projectId, operationId, fields, version, door }: Subject & { fields: OperationInput }) =>
      putFields({ projectId, operationId }, fields, { ifMatch: version, door }),
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
    mutationFn: ({ projectId, operationId }: Subject) =>
      callForChange(deleteOperation, { params: { projectId, operationId } }),
    onSettled: () => invalidateProjects(client),
  })

interface Move {
  operationId: string
  scheduledStartDate: string
  scheduledEndDate: string
  pinned?: boolean
  expectedVersion: number
}

/** An operation dragged in the plan: its two dates alone where nothing gives way to it, else all together or not at all. */
export const moveOperationsMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ projectId, moves }: { projectId: string; moves: Move[] }): Promise<Operation | Operation[]> => {
      const [only, ...others] = moves
      if (!only || others.length > 0 || only.pinned !== undefined) {
        return call(moveOperations, { params: { projectId }, body: { moves } }, { door: 'drag' })
      }
      const { operationId, expectedVersion, scheduledStartDate, scheduledEndDate } = only
      const body = { scheduledStartDate, scheduledEndDate }
      return putFields({ projectId, operationId }, body, { door: 'drag', ifMatch: expectedVersion })
    },
    onSettled: () => invalidateProjects(client),
  })
