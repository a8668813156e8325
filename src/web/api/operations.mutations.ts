import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import {
  addOperation,
  deleteOperation,
  type Operation,
  type OperationInput,
  putOperation,
} from '#contract/operations.ts'
import { callForChange } from './call-for-change.ts'
import { type CallOptions, call } from './client.ts'
import { invalidateProjects } from './projects.mutations.ts'

interface Subject {
  projectId: string
  operationId: string
}

interface Edit extends Subject {
  fields: OperationInput
  /** The version that the reader saw; another one on the server refuses the write (412). */
  version: number
  whole: Operation
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

/** Sends fields of one operation. */
export const putFields = (
  params: Pick<Subject, 'projectId' | 'operationId'>,
  body: OperationInput,
  options: CallOptions,
) =>
  isDatesOnly(body) ? call(putOperationDates, { params, body }, options) : call(putOperation, { params, body }, options)

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

/** The form: the whole record. Its screen handles a stale write itself. */
export const saveOperationMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ projectId, operationId, fields, version, whole }: Edit) =>
      putFields({ projectId, operationId }, wholeOperation(whole, fields), { ifMatch: version }),
    onSuccess: () => invalidateProjects(client),
    meta: { handled: true },
  })

export const deleteOperationMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ projectId, operationId }: Subject) =>
      callForChange(deleteOperation, { params: { projectId, operationId } }),
    onSettled: () => invalidateProjects(client),
  })
