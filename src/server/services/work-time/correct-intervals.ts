import { and, eq } from 'drizzle-orm'
import type { IntervalTime } from '#contract/vocabulary.ts'
import type { WorkInterval, WorkIntervalChange, WorkIntervalInput } from '#contract/work-intervals.ts'
import type { TenantContext } from '../../context.ts'
import { operations } from '../../db/tables/operations.table.ts'
import { projects } from '../../db/tables/projects.table.ts'
import { workIntervals } from '../../db/tables/work-intervals.table.ts'
import { NotFoundError, RuleError, ValidationError } from '../../errors.ts'
import { requireVersion, sentDate } from '../records/record-fields.ts'
import { type Write, writeTenant } from '../records/write-tenant.ts'
import { overlapsWith } from './find-overlaps.ts'
import { type OperationPath, selectWorked, showInterval } from './read-work-time.ts'
import { newInterval, separatesMachineTime, storeWithHours } from './record-work.ts'
import { type IntervalRow, selectIntervals } from './store-intervals.ts'
import { findPerson } from './worker-names.ts'

interface IntervalPath extends OperationPath {
  readonly intervalId: string
}

const longestMs = 31 * 86_400_000

const invalid = (path: string, message: string): never => {
  throw new ValidationError([{ path, message }])
}

/** 400 for an interval that is empty, very long, or in the future. */
const requireSpan = ({ startedAt, endedAt }: IntervalRow, now: Date): void => {
  if (startedAt > now) invalid('startedAt', 'Time on work cannot be in the future')
  if (endedAt === null) return
  if (endedAt > now) invalid('endedAt', 'Time on work cannot be in the future')
  if (endedAt <= startedAt) invalid('endedAt', 'The end must be after the start')
  if (endedAt.getTime() - startedAt.getTime() > longestMs) invalid('endedAt', 'At most 31 days')
}

/** 422 when the interval would overlap with another one of its person, on any operation. */
const requireFreePerson = async ({ ctx, tx }: Write, row: IntervalRow): Promise<void> => {
  const others = overlapsWith(row)
  if (!others) return
  const [other] = await tx
    .select({ name: operations.name, projectNumber: projects.projectNumber })
    .from(workIntervals)
    .innerJoin(
      operations,
      and(eq(operations.tenantId, workIntervals.tenantId), eq(operations.operationId, workIntervals.operationId)),
    )
    .innerJoin(
      projects,
      and(eq(projects.tenantId, workIntervals.tenantId), eq(projects.projectId, workIntervals.projectId)),
    )
    .where(and(eq(workIntervals.tenantId, ctx.tenantId), others))
    .limit(1)
  if (other) {
    const { name, projectNumber } = other
    throw new RuleError(`${row.workerName || 'This person'} already has time on ${name} of #${projectNumber} then.`)
  }
}

/** 400 for a kind of time that the organization does not tell apart; the present kind of an interval may stay. */
const requireTime = async (write: Write, time: IntervalTime, before: IntervalTime): Promise<void> => {
  if (time === before || time === 'both' || (await separatesMachineTime(write))) return
  invalid('time', 'This organization does not tell machine time apart')
}

/** The person after a correction. The same name, sent without an id, is the same person. */
const correctedPerson = async (write: Write, before: IntervalRow, { workerId, workerName }: WorkIntervalChange) => {
  const isSame = workerId ? workerId === before.workerId : workerName === undefined || workerName === before.workerName
  if (isSame) return {}
  const person = await findPerson(write, { workerId, workerName })
  return { workerId: person?.workerId ?? null, userId: null, workerName: person?.name ?? '' }
}

const save = async (write: Write, before: IntervalRow | null, after: IntervalRow): Promise<WorkInterval> => {
  requireSpan(after, write.ctx.app.now())
  await requireFreePerson(write, after)
  const { operationId, projectId } = after
  // Planners of other work centers may not correct it.
  write.record.touched({ entity: 'operation', entityId: operationId, projectId, action: 'update' })
  const [stored] = await storeWithHours(write, [{ before, after: { ...after, corrected: true } }])
  if (!stored) throw new Error('An interval that was stored is not there')
  return showInterval(write.ctx, write.tx, stored)
}

/** Adds an interval that was not reported. 400 for impossible times, 404, 422 when its person worked elsewhere then. */
export const addInterval = (
  ctx: TenantContext,
  { input, ...path }: OperationPath & { readonly input: WorkIntervalInput },
): Promise<WorkInterval> =>
  writeTenant(ctx, async (write) => {
    const operation = await selectWorked(ctx, write.tx, path)
    if (operation.actualStartDate === null) throw new RuleError('This operation has not started.')
    const { time = 'both' } = input
    await requireTime(write, time, 'both')
    const person = await findPerson(write, input)
    const [startedAt, endedAt] = [sentDate(input.startedAt), sentDate(input.endedAt)]
    if (!startedAt || !endedAt) return invalid(startedAt ? 'endedAt' : 'startedAt', 'Enter a date and a time')
    return save(write, null, newInterval(write, { operation, person, time }, { startedAt, endedAt }))
  })

/** The interval of an operation; 404 if there is none. */
const findInterval = async ({ ctx, tx }: Write, { intervalId, ...path }: IntervalPath): Promise<IntervalRow> => {
  await selectWorked(ctx, tx, path)
  const row = (await selectIntervals(ctx, tx, [path.operationId])).find((one) => one.intervalId === intervalId)
  if (!row) throw new NotFoundError()
  return row
}

interface Correction extends IntervalPath {
  readonly input: WorkIntervalChange
  readonly expectedVersion?: number | null
}

/** Corrects an interval. 400, 404, 412, 422 as for a new one. */
export const changeInterval = (
  ctx: TenantContext,
  { input, expectedVersion, ...path }: Correction,
): Promise<WorkInterval> =>
  writeTenant(ctx, async (write) => {
    const before = requireVersion(await findInterval(write, path), expectedVersion)
    const { time = before.time } = input
    await requireTime(write, time, before.time)
    return save(write, before, {
      ...before,
      ...(await correctedPerson(write, before, input)),
      time,
      startedAt: sentDate(input.startedAt) ?? before.startedAt,
      endedAt: sentDate(input.endedAt) ?? before.endedAt,
    })
  })

/** Removes an interval; 404 if there is none. */
export const removeInterval = (ctx: TenantContext, path: IntervalPath): Promise<void> =>
  writeTenant(ctx, async (write) => {
    const before = await findInterval(write, path)
    const { operationId, projectId } = before
    write.record.touched({ entity: 'operation', entityId: operationId, projectId, action: 'update' })
    await storeWithHours(write, [{ before, after: null }])
  })
