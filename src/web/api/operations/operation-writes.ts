import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import {
  moveOperations,
  type Operation,
  type OperationInput,
  type OperationMoves,
  postProgress,
  reorderOperations,
} from '#contract/operations.ts'
import type { HistorySource } from '#contract/vocabulary.ts'
import { replayOrder } from '#domain/kanban/replay-order.ts'
import { operationStatusOf } from '#domain/operations/apply-operation-change.ts'
import { sequenceAt } from '#domain/operations/renumbered.ts'
import { isUnknownCall } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { invalidateProjects } from '#web/api/projects/projects.mutations.ts'
import { versionSeen, type WriteKey, writesBefore } from '#web/api/record-writes.ts'
import { type FieldChange, finishAfter, isStale, saveOver } from '#web/api/save-over.ts'
import { orRead } from '#web/api/unknown-call.ts'
import { putFields } from './operations.mutations.ts'
import { operationQuery, projectOperationsQuery } from './operations.queries.ts'

/** The progress of an operation before a write. */
export interface OperationBefore {
  /** 0 to 100. */
  readonly progressPercentage: number
  readonly onHold: boolean
  /** Whether the work had started, with or without progress. */
  readonly begun: boolean
}

/** The progress of an operation, from its record. */
export const stateOf = (
  operation: Pick<Operation, 'progressPercentage' | 'onHold' | 'actualStartDate'>,
): OperationBefore => {
  const { progressPercentage, onHold, actualStartDate } = operation
  return { progressPercentage, onHold, begun: progressPercentage > 0 || actualStartDate !== null }
}

interface OperationFieldsWrite extends FieldChange<OperationInput> {
  readonly kind: 'fields'
  readonly projectId: string
  readonly operationId: string
  /** The version that the reader saw. */
  readonly version: number
  /** The progress that the reader saw. */
  readonly before: OperationBefore
  readonly source?: HistorySource
}

/** A move of one operation within the order of its project, with all ids in the old and in the new order. */
interface OrderWrite {
  readonly kind: 'order'
  readonly projectId: string
  readonly moved: string
  readonly seen: readonly string[]
  readonly wanted: readonly string[]
  readonly source?: HistorySource
}

/** Planned dates of an operation, as ISO instants. */
type Place = Pick<Operation, 'scheduledStartDate' | 'scheduledEndDate' | 'durationHours'>

/** New planned dates for one operation. */
export interface PlannedMove
  extends FieldChange<{
    scheduledStartDate: string
    scheduledEndDate: string
    categoryId?: string
    durationHours?: number
  }> {
  readonly projectId: string
  readonly operationId: string
  /** The version that the reader saw. */
  readonly version: number
  readonly seen: Place
  readonly pinned?: boolean
}

/**
 * Moves of operations: the dragged one first, then those that move with it and those that it pushes away, which may
 * belong to other projects. Either all are stored or none.
 */
interface PlacesWrite {
  readonly kind: 'places'
  /** The project of the dragged operation. */
  readonly projectId: string
  readonly moves: readonly PlannedMove[]
}

export type OperationWrite = OperationFieldsWrite | OrderWrite | PlacesWrite

/** The operations that a write changes. */
export const operationsOf = (write: OperationWrite): readonly string[] => {
  if (write.kind === 'fields') return [write.operationId]
  return write.kind === 'order' ? write.wanted : write.moves.map(({ operationId }) => operationId)
}

/** The expected fields of one of its operations after a write. */
export const foreseenFields = (write: OperationWrite, operationId: string): OperationInput => {
  if (write.kind === 'fields') return write.fields
  if (write.kind === 'order') return { sequence: sequenceAt(write.wanted.indexOf(operationId)) }
  return write.moves.find((move) => move.operationId === operationId)?.fields ?? {}
}

export const operationWrites: WriteKey<Operation, OperationWrite> = ['operations', 'write']

/** An update of progress or hold also sends the resulting status; 'Pending' by default. */
const withStatus = (fields: OperationInput, before: OperationBefore): OperationInput => {
  if (fields.status !== undefined || (fields.progressPercentage === undefined && fields.onHold === undefined)) {
    return fields
  }
  const { progressPercentage = before.progressPercentage, onHold = before.onHold } = fields
  const isReset = progressPercentage === 0 && before.progressPercentage > 0
  const begun = progressPercentage > 0 || (before.begun && !isReset)
  return { status: operationStatusOf(progressPercentage, { onHold, begun }), progressPercentage, ...fields }
}

/** Changes fields of one operation. A change of only the progress has its own call, which includes the start when the work begins. */
const saveFields = (client: QueryClient, write: OperationFieldsWrite): Promise<Operation | null> => {
  const { projectId, operationId, source } = write
  const params = { projectId, operationId }
  let { before } = write
  const read = () => client.fetchQuery({ ...operationQuery(projectId, operationId), staleTime: 0 })
  return saveOver<OperationInput, Operation, Operation>(write, {
    version: versionSeen(client, operationWrites, write.version, (saved) => saved.operationId === operationId),
    save: (fields, ifMatch) => {
      const { progressPercentage, ...others } = fields
      if (progressPercentage !== undefined && Object.keys(others).length === 0) {
        const begins = progressPercentage > 0 && !before.begun
        const body = { progressPercentage, ...(begins && { actualStartDate: new Date().toISOString() }) }
        return call(postProgress, { params, body }, { ifMatch, source }).catch(orRead(read))
      }
      return putFields(params, withStatus(fields, before), { ifMatch, source }).catch(orRead(read))
    },
    readAgain: async () => {
      void invalidateProjects(client)
      const theirs = await read()
      before = stateOf(theirs)
      return theirs
    },
  })
}

/**
 * Saves an order if the stored one is still the order that the reader saw. If another user has saved a different order that does
 * not conflict with the move, the move is repeated on theirs; otherwise theirs stays. Throws ApiError ('stale').
 */
const saveOrder = async (
  client: QueryClient,
  { projectId, moved, source, ...orders }: OrderWrite,
): Promise<Operation[]> => {
  let { seen, wanted } = orders
  for (;;) {
    try {
      const body = { operationIds: [...wanted], expectedOperationIds: [...seen] }
      return await call(reorderOperations, { params: { projectId }, body }, { source })
    } catch (error) {
      if (!isStale(error)) throw error
      const operations = await client.fetchQuery({ ...projectOperationsQuery(projectId), staleTime: 0 })
      const theirs = operations.map(({ operationId }) => operationId)
      const replayed = replayOrder(moved, { seen, wanted, theirs })
      if (!replayed) throw error
      seen = theirs
      wanted = replayed
    }
  }
}

const instant = (date: string | null) => date && new Date(date).toISOString()

/** The moves that can be sent again after another user has saved some of the operations; none if the dragged one is gone. */
const finishMoves = async (
  write: PlacesWrite,
  moves: readonly PlannedMove[],
  now: readonly Operation[],
): Promise<PlannedMove[]> => {
  const remaining: PlannedMove[] = []
  for (const move of moves) {
    const record = now.find(({ operationId }) => operationId === move.operationId)
    if (record) {
      const { version, modifiedBy, name, durationHours } = record
      const scheduledStartDate = instant(record.startDate)
      const scheduledEndDate = instant(record.endDate)
      const place = { scheduledStartDate, scheduledEndDate, durationHours }
      const fields = await finishAfter(write, { ...move, subject: name }, { ...place, version, modifiedBy })
      const dates = {
        scheduledStartDate: fields?.scheduledStartDate ?? scheduledStartDate ?? move.fields.scheduledStartDate,
        scheduledEndDate: fields?.scheduledEndDate ?? scheduledEndDate ?? move.fields.scheduledEndDate,
      }
      if (fields) remaining.push({ ...move, version, fields: { ...move.fields, ...dates }, seen: place })
    }
    if (remaining.length === 0) return []
  }
  return remaining
}

/** Stores one move as two dates. */
const storeMove = (client: QueryClient, { projectId, operationId, fields, version }: PlannedMove): Promise<Operation> =>
  putFields({ projectId, operationId }, fields, { source: 'drag', ifMatch: version }).catch(
    orRead(() => client.fetchQuery({ ...operationQuery(projectId, operationId), staleTime: 0 })),
  )

/** Stores several moves one after another, for a server that cannot store them together. */
const storeOneByOne = async (client: QueryClient, moves: readonly PlannedMove[]): Promise<Operation[]> => {
  const stored: Operation[] = []
  for (const move of moves) stored.push(await storeMove(client, move))
  return stored
}

/** Moves in the format of the request. */
export const sentMoves = (moves: readonly PlannedMove[]): OperationMoves =>
  moves.map(({ operationId, version, fields, pinned }) => ({
    operationId,
    ...fields,
    pinned,
    expectedVersion: version,
  }))

/** Stores moves in the plan: a single move as two dates, several moves all or nothing. */
const storeMoves = async (client: QueryClient, moves: readonly PlannedMove[]): Promise<Operation[]> => {
  const [only, ...others] = moves
  if (only && others.length === 0 && only.pinned === undefined) return [await storeMove(client, only)]
  return call(moveOperations, { body: { moves: sentMoves(moves) } }, { source: 'drag' }).catch((error: unknown) => {
    // One of the operations may have been deleted.
    if (!isUnknownCall(error)) throw error
    return storeOneByOne(client, moves)
  })
}

/** Reads the current operations of the projects that the moves belong to. */
const readMoved = async (client: QueryClient, moves: readonly PlannedMove[]): Promise<Operation[]> => {
  const projectIds = [...new Set(moves.map(({ projectId }) => projectId))]
  const read = (id: string) => client.fetchQuery({ ...projectOperationsQuery(id), staleTime: 0 })
  return (await Promise.all(projectIds.map(read))).flat()
}

const savePlaces = async (client: QueryClient, write: PlacesWrite): Promise<Operation[]> => {
  // Writes to the other projects may still be pending.
  await writesBefore(client, operationWrites, write, (other) => {
    const own = new Set(operationsOf(write))
    return operationsOf(other).some((operationId) => own.has(operationId))
  })
  let moves = write.moves.map((move) => ({
    ...move,
    version: versionSeen(client, operationWrites, move.version, (saved) => saved.operationId === move.operationId),
  }))
  while (moves.length > 0) {
    try {
      return await storeMoves(client, moves)
    } catch (error) {
      if (!isStale(error)) throw error
      void invalidateProjects(client)
      moves = await finishMoves(write, moves, await readMoved(client, moves))
    }
  }
  return []
}

/** A quick change of fields, of the order or of planned dates. Its answer is empty if the other user's record stays. */
export const writeOperationMutation = (client: QueryClient) =>
  mutationOptions({
    mutationKey: operationWrites,
    mutationFn: async (write: OperationWrite): Promise<Operation[]> => {
      if (write.kind === 'order') return saveOrder(client, write)
      if (write.kind === 'places') return savePlaces(client, write)
      const saved = await saveFields(client, write)
      return saved ? [saved] : []
    },
    // Not awaited: until the lists are read, the screen shows the answer.
    onSettled: () => void invalidateProjects(client),
    meta: { handled: true },
  })
