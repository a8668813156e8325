import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { Operation } from '#contract/operations.ts'
import { type CompactSchedule, operationFlag } from '#contract/schedule.ts'
import { rowOfId } from '#domain/schedule/row-of-id.ts'
import { errorSentence } from '#web/api/api-error.ts'
import { loadMovesEffect } from '#web/api/operations/moves-effect.ts'
import {
  foreseenFields,
  type OperationWrite,
  operationsOf,
  operationWrites,
  writeOperationMutation,
} from '#web/api/operations/operation-writes.ts'
import { operationQuery } from '#web/api/operations/operations.queries.ts'
import { sendWrite, type WriteState } from '#web/api/record-writes.ts'
import { pick } from '#web/api/save-over.ts'
import { type Drawing, shownRecord } from '#web/components/record-writes/show-writes.ts'
import { useWrites } from '#web/components/record-writes/use-writes.ts'
import { undoAction } from '#web/components/undo/undo.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { announce } from '#web/ui/live-region.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { CenterMove, FieldsChange, OperationMove, Reschedule, ScheduleWrite } from '../schedule-write.ts'

/** The values of an operation in the plan that writes can change. Times in epoch ms, 0 if none. */
interface PlanRow {
  readonly operationId: string
  readonly version: number
  readonly startMs: number
  readonly endMs: number
  readonly flags: number
  readonly durationHours: number
  readonly progressPercentage: number
}

const withFlag = (flags: number, flag: number, set: boolean | undefined): number => {
  if (set === undefined) return flags
  return set ? flags | flag : flags & ~flag
}

const placed = (row: PlanRow, { pinned, onHold, ...at }: Partial<Operation>): PlanRow => ({
  ...row,
  startMs: at.startDate ? Date.parse(at.startDate) : row.startMs,
  endMs: at.endDate ? Date.parse(at.endDate) : row.endMs,
  flags: withFlag(withFlag(row.flags, operationFlag.pinned, pinned), operationFlag.onHold, onHold),
  durationHours: at.durationHours ?? row.durationHours,
  progressPercentage: at.progressPercentage ?? row.progressPercentage,
})

const planDrawing: Drawing<PlanRow, Operation, OperationWrite> = {
  idOf: ({ operationId }) => operationId,
  idsOf: operationsOf,
  foresee: (row, write) => {
    const { scheduledStartDate, scheduledEndDate, ...others } = foreseenFields(write, row.operationId)
    const { pinned, onHold, durationHours, progressPercentage } = others
    const dates = { startDate: scheduledStartDate, endDate: scheduledEndDate }
    return placed(row, { ...dates, pinned, onHold, durationHours, progressPercentage })
  },
  accept: (row, answer) => ({ ...placed(row, answer), version: answer.version }),
}

/** The plan with pending writes applied; the same object if they change nothing. */
const writtenPlan = (
  plan: CompactSchedule,
  writes: readonly WriteState<Operation, OperationWrite>[],
): CompactSchedule => {
  const { operations } = plan
  const { versions, startMs, endMs, flags, durationHours, progressPercentage } = operations
  const before = { versions, startMs, endMs, flags, durationHours, progressPercentage }
  const columns = { ...before }
  const set = (name: keyof typeof columns, at: number, value: number) => {
    if (columns[name][at] === value) return
    if (columns[name] === before[name]) columns[name] = before[name].slice()
    columns[name][at] = value
  }
  const writesOf = Map.groupBy(
    writes.flatMap((write) => operationsOf(write.variables).map((operationId) => ({ operationId, write }))),
    ({ operationId }) => operationId,
  )
  for (const [operationId, ofOperation] of writesOf) {
    const at = rowOfId(operations.ids, operationId)
    if (at < 0) continue
    const read = (column: readonly number[]): number => column[at] ?? 0
    const listed = {
      operationId,
      version: read(columns.versions),
      startMs: read(columns.startMs),
      endMs: read(columns.endMs),
      flags: read(columns.flags),
      durationHours: read(columns.durationHours),
      progressPercentage: read(columns.progressPercentage),
    }
    const own = ofOperation.map(({ write }) => write)
    const shown = shownRecord(listed, own, planDrawing)
    set('versions', at, shown.version)
    set('startMs', at, shown.startMs)
    set('endMs', at, shown.endMs)
    set('flags', at, shown.flags)
    set('durationHours', at, shown.durationHours)
    set('progressPercentage', at, shown.progressPercentage)
  }
  const isSame = Object.entries(before).every(([name, column]) => columns[name as keyof typeof columns] === column)
  return isSame ? plan : { ...plan, operations: { ...operations, ...columns } }
}

const iso = (ms: number) => new Date(ms).toISOString()

const plannedMove = ({ projectId, operationId, version, startMs, endMs, was }: OperationMove) => ({
  projectId,
  operationId,
  version,
  subject: operationId,
  seen: was,
  fields: { scheduledStartDate: iso(startMs), scheduledEndDate: iso(endMs) },
})

/** The moves of a change: the dragged operation first, those picked to move with it, then the followers. */
export const plannedMoves = ({ followers, others = [], categoryId, durationHours, ...moved }: Reschedule) => {
  const first = plannedMove(moved)
  const own = { ...(categoryId && { categoryId }), ...(durationHours !== undefined && { durationHours }) }
  const keeps = Object.keys(own).length > 0 || others.length > 0
  return [
    keeps ? { ...first, fields: { ...first.fields, ...own }, pinned: true } : first,
    ...others.map((other) => ({ ...plannedMove(other), pinned: true })),
    ...followers.map((next) => ({ ...plannedMove(next), pinned: false })),
  ]
}

/** An operation, and its duration at the work center to which it moves; undefined if it may not run there. */
const loadAlternative = async (client: QueryClient, { projectId, operationId, categoryId }: CenterMove) => {
  const operation = await client.fetchQuery({ ...operationQuery(projectId, operationId), staleTime: 0 })
  const alternative = operation.alternatives.find((other) => other.categoryId === categoryId)
  return { operation, hours: alternative?.durationHours }
}

/** The effect of a move on all projects; null if the operation may not run at the other work center. */
export const loadEffect = async (client: QueryClient, move: Reschedule | CenterMove, signal: AbortSignal) => {
  if (move.kind === 'move') return loadMovesEffect(plannedMoves(move), signal)
  const { hours } = await loadAlternative(client, move)
  return hours === undefined ? null : loadMovesEffect(plannedMoves(move.withHours(hours)), signal)
}

/** Stores a move and those of its followers. Later runs leave the moved operation in place, but may move the followers. */
const reschedule = async (client: QueryClient, change: Reschedule): Promise<void> => {
  const write = { kind: 'places', projectId: change.projectId, moves: plannedMoves(change) } as const
  try {
    const saved = await sendWrite(client, writeOperationMutation(client), write)
    const words = saved.length === 1 ? 'Operation' : formatCount(saved.length, 'operation')
    const done = `${words} ${change.durationHours === undefined ? 'moved' : 'changed'}`
    if (saved.length > 0) toast.success(done, undoAction(saved))
  } catch (error) {
    toast.error(errorSentence(error))
    announce('The move was not saved')
  }
}

const moveToCenter = async (client: QueryClient, move: CenterMove): Promise<void> => {
  try {
    const { operation, hours } = await loadAlternative(client, move)
    if (hours !== undefined) return await reschedule(client, move.withHours(hours))
    const center = move.centerName || 'that work center'
    toast.error(`${operation.name} may not run at ${center}. You can allow it when you edit the operation.`)
  } catch (error) {
    toast.error(errorSentence(error))
  }
}

/** Stores fields of an operation; with `done`, a toast describes the change and offers to undo it. */
const changeFields = async (client: QueryClient, { was, begun, done, ...change }: FieldsChange): Promise<void> => {
  const write = { ...change, before: { ...was, begun }, seen: pick(was, Object.keys(change.fields)), subject: '' }
  try {
    const saved = await sendWrite(client, writeOperationMutation(client), write)
    if (done && saved.length > 0) toast.success(done, undoAction(...saved))
  } catch (error) {
    toast.error(errorSentence(error))
  }
}

/** The rendered plan, and the function that stores a change of it. */
export function usePlanChanges(listed: CompactSchedule | undefined) {
  const client = useQueryClient()
  const writes = useWrites(operationWrites)
  const plan = useMemo(() => listed && writtenPlan(listed, writes), [listed, writes])
  const onWrite = useCallback(
    (change: ScheduleWrite) => {
      switch (change.kind) {
        case 'move':
          return void reschedule(client, change)
        case 'moveToCenter':
          return void moveToCenter(client, change)
        case 'fields':
          return void changeFields(client, change)
      }
    },
    [client],
  )
  return { plan, onWrite }
}
