import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import {
  addOperation,
  deleteOperation,
  type Operation,
  type OperationInput,
  putOperation,
} from '#contract/operations.ts'
import { callForChange } from '#web/api/call-for-change.ts'
import { type CallOptions, call } from '#web/api/client.ts'
import { invalidateProjects } from '#web/api/projects/projects.mutations.ts'
import { orRead } from '#web/api/unknown-call.ts'
import { operationQuery } from './operations.queries.ts'

interface Subject {
  projectId: string
  operationId: string
}

interface Edit extends Subject {
  fields: OperationInput
  /** The version that the reader saw; the server refuses the write (412) if it has another one. */
  version: number
  whole: Operation
}

interface AddedOperation {
  projectId: string
  operationId: string
  fields: OperationInput
}

/** The operation update for dates only, which has its own failure sentence. */
const putOperationDates = { ...putOperation, failed: 'Failed to update operation dates', failedAgain: undefined }

const isDatesOnly = (fields: OperationInput): boolean =>
  Object.keys(fields).every((name) => name === 'scheduledStartDate' || name === 'scheduledEndDate')

/** Sends fields of one operation; if they are only dates, its two ids are sent as well. */
export const putFields = (params: Subject, fields: OperationInput, options: CallOptions) =>
  isDatesOnly(fields)
    ? call(putOperationDates, { params, body: fields }, options)
    : call(putOperation, { params, body: { ...params, ...fields } }, options)

/** Adds the first dependency under its second specified name. */
const withFirstDependency = (fields: OperationInput): OperationInput =>
  fields.dependencies ? { ...fields, dependsOnOperationId: fields.dependencies[0] ?? null } : fields

/** Adds an operation with an id from its form, so that a repeated request adds it only once. */
export const createOperationMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ projectId, operationId, fields }: AddedOperation) =>
      call(addOperation, { params: { projectId, operationId }, body: withFirstDependency(fields) }).catch(
        orRead(() => client.fetchQuery({ ...operationQuery(projectId, operationId), staleTime: 0 })),
      ),
    onSuccess: () => invalidateProjects(client),
    meta: { handled: true },
  })

/**
 * The whole operation with the changed fields, as the specified update sends it; other fields are sent only when they
 * change. If only dates change, only the two dates are sent, which marks the move as deliberate.
 */
const wholeOperation = (operation: Operation, fields: OperationInput) => {
  const { scheduledStartDate, scheduledEndDate } = operation
  const dates = { scheduledStartDate, scheduledEndDate }
  if (isDatesOnly(fields)) return { ...dates, ...fields }
  // Progress set to zero means that the operation has not started.
  const isReset = fields.progressPercentage === 0 && operation.progressPercentage > 0
  return {
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

/** Saves the whole record from the form. The screen handles a stale write itself. */
export const saveOperationMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ projectId, operationId, fields, version, whole }: Edit) =>
      putFields({ projectId, operationId }, wholeOperation(whole, fields), { ifMatch: version }).catch(
        orRead(() => client.fetchQuery({ ...operationQuery(projectId, operationId), staleTime: 0 })),
      ),
    onSuccess: () => invalidateProjects(client),
    meta: { handled: true },
  })

export const deleteOperationMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ projectId, operationId }: Subject) =>
      callForChange(deleteOperation, { params: { projectId, operationId } }),
    onSettled: () => invalidateProjects(client),
  })
