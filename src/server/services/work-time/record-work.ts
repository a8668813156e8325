import { randomUUID } from 'node:crypto'
import { and, eq, gt, isNull, or } from 'drizzle-orm'
import type { IntervalTime } from '#contract/vocabulary.ts'
import { applyWorkReport, type WorkInterval } from '#domain/work-time/apply-work-report.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { workIntervals } from '../../db/tables/work-intervals.table.ts'
import { createdStamp } from '../records/record-fields.ts'
import type { Write } from '../records/write-tenant.ts'
import { withHours } from './center-hours.ts'
import { isOfPerson } from './find-overlaps.ts'
import { keepWithinLimit } from './keep-within-limit.ts'
import { type IntervalRow, type IntervalWrite, selectIntervals, storeIntervals } from './store-intervals.ts'

/** Who worked: a worker of the shop floor, or a member of the organization. */
export interface WorkPerson {
  readonly workerId: string | null
  readonly userId: string | null
  readonly name: string
}

/** A report about the time on an operation. */
export interface WorkReported {
  readonly operation: { readonly operationId: string; readonly projectId: string; readonly categoryId: string | null }
  /** A start also goes on after a pause. A pause ends the interval of the person, a stop ends all of the operation. */
  readonly kind: 'start' | 'pause' | 'stop'
  readonly at: Date
  /** null = not known. */
  readonly person: WorkPerson | null
  /** Counts only where the organization tells the time of machines and people apart. */
  readonly time?: IntervalTime | undefined
}

const personIdOf = ({ workerId, userId }: Pick<WorkPerson, 'workerId' | 'userId'>): string | null => workerId ?? userId

/** Whether the organization tells the time of machines and people apart. */
export const separatesMachineTime = async ({ ctx, tx }: Pick<Write, 'ctx' | 'tx'>): Promise<boolean> => {
  const [settings] = await tx
    .select({ separates: tenants.separatesMachineTime })
    .from(tenants)
    .where(eq(tenants.tenantId, ctx.tenantId))
  return settings?.separates ?? false
}

/** A stored interval as the rules see it. */
export const asWorkInterval = (row: IntervalRow): WorkInterval => ({
  intervalId: row.intervalId,
  operationId: row.operationId,
  personId: personIdOf(row),
  time: row.time,
  startMs: row.startedAt.getTime(),
  endMs: row.endedAt?.getTime() ?? null,
})

/** The intervals of a person that touch or follow an instant, those that a planner entered by name included. */
const selectOfPerson = async (
  { ctx, tx }: Pick<Write, 'ctx' | 'tx'>,
  { workerId, userId, name }: WorkPerson,
  from: Date,
): Promise<IntervalRow[]> => {
  const theirs = isOfPerson({ workerId, userId, workerName: name })
  if (theirs === null) return []
  return tx
    .select()
    .from(workIntervals)
    .where(
      and(
        eq(workIntervals.tenantId, ctx.tenantId),
        theirs,
        or(isNull(workIntervals.endedAt), gt(workIntervals.endedAt, from)),
      ),
    )
}

/** A new interval of the caller's report. */
export const newInterval = (
  { ctx }: Pick<Write, 'ctx'>,
  { operation, person, time = 'both' }: Pick<WorkReported, 'operation' | 'person' | 'time'>,
  span: { readonly startedAt: Date; readonly endedAt: Date | null },
): IntervalRow => ({
  tenantId: ctx.tenantId,
  intervalId: randomUUID(),
  operationId: operation.operationId,
  projectId: operation.projectId,
  categoryId: operation.categoryId,
  ...span,
  workedHours: null,
  workerId: person?.workerId ?? null,
  userId: person?.userId ?? null,
  workerName: person?.name ?? '',
  reportedBy: ctx.userName,
  time,
  corrected: false,
  ...createdStamp(ctx),
})

/** Stores intervals with the hours that they have now. No operation gets more of them than the limit. */
export const storeWithHours = async (
  write: Write,
  writes: readonly IntervalWrite[],
): Promise<(IntervalRow | null)[]> => {
  const kept = await withHours(
    write.ctx,
    write.tx,
    writes.flatMap(({ after }) => after ?? []),
  )
  const after = kept.values()
  const stored = await storeIntervals(
    write,
    writes.map((one) => ({ before: one.before, after: one.after && (after.next().value ?? null) })),
  )
  const made = writes.flatMap((one) => (one.before === null ? (one.after?.operationId ?? []) : []))
  await keepWithinLimit(write, made)
  return stored
}

/** What a report is time of. Where machine time is not told apart, no report is refused: its time is that of both. */
const reportedTime = async (write: Write, { kind, time = 'both' }: WorkReported): Promise<IntervalTime> =>
  kind === 'start' && time !== 'both' && (await separatesMachineTime(write)) ? time : 'both'

/**
 * Records that work on an operation starts, pauses or stops. Call it in the transaction of the report, before the change of the operation:
 * what that change implies then finds the interval. Reports that change nothing, such as a second start, are accepted.
 */
export const recordWork = async (write: Write, report: WorkReported): Promise<void> => {
  const { ctx, tx } = write
  const { operation, kind, at, person } = report
  const time = await reportedTime(write, report)
  const own = await selectIntervals(ctx, tx, [operation.operationId])
  const ofPerson = person ? await selectOfPerson(write, person, at) : []
  const rows = new Map([...own, ...ofPerson].map((row) => [row.intervalId, row]))
  const { operationId } = operation
  const personId = person && personIdOf(person)
  const theirs = new Set(ofPerson.map(({ intervalId }) => intervalId))
  // An interval that names the person by name only is theirs too.
  const known = [...rows.values()].map((row) => ({
    ...asWorkInterval(row),
    ...(theirs.has(row.intervalId) && { personId }),
  }))
  const { ended, removed, opened } = applyWorkReport(known, {
    kind,
    operationId,
    personId,
    time,
    atMs: at.getTime(),
  })
  const change = (intervalId: string, after: (row: IntervalRow) => IntervalRow | null): IntervalWrite[] => {
    const before = rows.get(intervalId)
    return before ? [{ before, after: after(before) }] : []
  }
  await storeWithHours(write, [
    ...removed.flatMap((id) => change(id, () => null)),
    ...ended.flatMap(({ intervalId, endMs }) => change(intervalId, (row) => ({ ...row, endedAt: new Date(endMs) }))),
    ...(opened
      ? [
          {
            before: null,
            after: newInterval(
              write,
              { operation, person, time },
              {
                startedAt: new Date(opened.startMs),
                endedAt: opened.endMs === null ? null : new Date(opened.endMs),
              },
            ),
          },
        ]
      : []),
  ])
}
