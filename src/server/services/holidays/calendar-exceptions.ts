import { randomUUID } from 'node:crypto'
import { and, asc, eq } from 'drizzle-orm'
import type { CalendarException, CalendarExceptionInput } from '#contract/holidays.ts'
import { may } from '#domain/access/rights.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { categories } from '../../db/tables/categories.table.ts'
import { calendarExceptions, readEnd, storedEnd } from '../../db/tables/holidays.table.ts'
import { ForbiddenError, NotFoundError, RuleError } from '../../errors.ts'
import { createdStamp, keptStamp, presentStamp } from '../records/record-fields.ts'
import { plannerRightsOf } from '../records/tenant-row.ts'
import { type Write, writeTenant } from '../records/write-tenant.ts'
import { requireInside } from '../tenants/require-own.ts'

type ExceptionRow = typeof calendarExceptions.$inferSelect

/** The stored fields of an exception in wire names. */
export const exceptionFields = ({ kind, name, startsAt, endsAt, categoryId, units }: ExceptionRow) => ({
  kind,
  name,
  startsAt: startsAt.toISOString(),
  endsAt: readEnd(endsAt)?.toISOString() ?? null,
  categoryId,
  units,
})

/** An exception as the contract shows it. */
const presentException = (row: ExceptionRow): CalendarException => ({
  exceptionId: row.exceptionId,
  ...exceptionFields(row),
  ...presentStamp(row),
})

/** Overtime, downtime and capacities by time of the organization, by start. */
export const listCalendarExceptions = async (ctx: TenantContext): Promise<CalendarException[]> => {
  const rows = await readTenant(ctx, (tx) =>
    tx
      .select()
      .from(calendarExceptions)
      .where(eq(calendarExceptions.tenantId, ctx.tenantId))
      .orderBy(asc(calendarExceptions.startsAt), asc(calendarExceptions.exceptionId)),
  )
  return rows.map(presentException)
}

/** 403 when the organization leaves overtime, downtime and capacity to its admins, or the caller plans other work centers. */
const requireRight = async (ctx: TenantContext, tx: Tx, categoryId: string | null): Promise<void> => {
  const organization = await plannerRightsOf(tx, ctx.tenantId)
  const decision = may(ctx, 'enterExceptions', { organization, workCenterIds: [categoryId] })
  if (!decision.ok) throw new ForbiddenError(decision.reason)
}

/** 422 when the work center has changeovers, so that it runs one operation at a time. */
const requireNoChangeovers = async (ctx: TenantContext, tx: Tx, categoryId: string): Promise<void> => {
  const [center] = await tx
    .select({ changeovers: categories.changeovers })
    .from(categories)
    .where(and(eq(categories.tenantId, ctx.tenantId), eq(categories.categoryId, categoryId)))
  if (center && center.changeovers.length > 0) {
    throw new RuleError('A work center with changeovers runs one operation at a time.')
  }
}

/**
 * Adds an exception, for the organization or one work center. 400 when there is no such work center, or its work is done outside;
 * 403 when the organization leaves this to its admins.
 */
export const createCalendarExceptionWithin = async (
  { ctx, tx, record }: Write,
  { input }: { input: CalendarExceptionInput },
): Promise<CalendarException> => {
  await requireRight(ctx, tx, input.categoryId ?? null)
  await requireInside(ctx, tx, input.categoryId)
  if (input.kind === 'capacity' && input.units > 1) await requireNoChangeovers(ctx, tx, input.categoryId)
  const [row] = await tx
    .insert(calendarExceptions)
    .values({
      tenantId: ctx.tenantId,
      exceptionId: randomUUID(),
      kind: input.kind,
      name: input.name,
      startsAt: new Date(input.startsAt),
      endsAt: storedEnd(input.endsAt),
      categoryId: input.categoryId ?? null,
      units: input.kind === 'capacity' ? input.units : null,
      ...createdStamp(ctx),
    })
    .returning()
  if (!row) throw new Error('An insert returned no row')
  record.saved('calendarException', { id: row.exceptionId, version: row.version }, null, exceptionFields(row))
  record.workingTimeChanged('exception', row.name)
  return presentException(row)
}

/** The same, in its own transaction. */
export const createCalendarException = (
  ctx: TenantContext,
  exception: { input: CalendarExceptionInput },
): Promise<CalendarException> => writeTenant(ctx, (write) => createCalendarExceptionWithin(write, exception))

/** Removes an exception. 403 as above, 404. */
export const deleteCalendarExceptionWithin = async (
  { ctx, tx, record }: Write,
  { exceptionId }: { exceptionId: string },
): Promise<void> => {
  const [before] = await tx
    .delete(calendarExceptions)
    .where(and(eq(calendarExceptions.tenantId, ctx.tenantId), eq(calendarExceptions.exceptionId, exceptionId)))
    .returning()
  if (!before) throw new NotFoundError()
  await requireRight(ctx, tx, before.categoryId)
  record.saved('calendarException', { id: exceptionId }, { ...exceptionFields(before), ...keptStamp(before) }, null)
  record.workingTimeChanged('exception', before.name)
}

/** The same, in its own transaction. */
export const deleteCalendarException = (ctx: TenantContext, exception: { exceptionId: string }): Promise<void> =>
  writeTenant(ctx, (write) => deleteCalendarExceptionWithin(write, exception))
