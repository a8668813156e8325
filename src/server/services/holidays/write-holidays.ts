import { randomUUID } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod/mini'
import { type importHolidays as endpoint, type Holiday, HolidayInput } from '#contract/holidays.ts'
import type { ReadIcs } from '#domain/holidays/ics/read-ics.ts'
import { KnownHolidays, type NamedDay } from '#domain/holidays/known-holidays.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { holidays } from '../../db/tables/holidays.table.ts'
import { AppError, ValidationError } from '../../errors.ts'
import { FileRefused } from '../../files/file-refused.ts'
import { tableFiles } from '../../files/table-files.ts'
import { changedStamp, createdStamp, keptStamp, requireVersion, sentFields } from '../records/record-fields.ts'
import { timeZoneOf } from '../records/tenant-row.ts'
import { type Write, writeTenant } from '../records/write-tenant.ts'
import { requireInside } from '../tenants/require-own.ts'
import { holidayFields, lockHoliday, presentHoliday, thisHoliday } from './read-holidays.ts'

interface SplitDays<T> {
  fresh: T[]
  duplicates: { name: string; date: string }[]
}

/** Splits days into new ones, and those that the organization already has with the same name and hours. */
export const splitKnown = async <T extends NamedDay>(
  ctx: TenantContext,
  tx: Tx,
  days: readonly T[],
): Promise<SplitDays<T>> => {
  const there = await tx
    .select()
    .from(holidays)
    .where(and(eq(holidays.tenantId, ctx.tenantId), isNull(holidays.categoryId)))
  const known = new KnownHolidays()
  for (const holiday of there) known.add(holiday)
  const split: SplitDays<T> = { fresh: [], duplicates: [] }
  for (const day of days) {
    if (known.has(day)) split.duplicates.push({ name: day.name, date: day.date })
    else split.fresh.push(day)
    known.add(day)
  }
  return split
}

/** Stores new holidays with their history. */
export const insertHolidays = async (write: Write, inputs: readonly HolidayInput[]): Promise<Holiday[]> => {
  const { ctx, tx, record } = write
  if (inputs.length === 0) return []
  const rows = await tx
    .insert(holidays)
    .values(
      inputs.map((input) => ({
        tenantId: ctx.tenantId,
        holidayId: randomUUID(),
        name: input.name,
        date: input.date,
        rule: input.rule ?? null,
        fromMinute: input.fromMinute ?? null,
        toMinute: input.toMinute ?? null,
        categoryId: input.categoryId ?? null,
        ...createdStamp(ctx),
      })),
    )
    .returning()
  for (const row of rows) {
    record.saved('holiday', { id: row.holidayId, version: row.version }, null, holidayFields(row))
  }
  const more = rows.length > 1 ? ` and ${rows.length - 1} more` : ''
  record.workingTimeChanged('holiday', `${rows[0]?.name}${more}`)
  return rows.map(presentHoliday)
}

/** Closes a day, or part of one, for the organization or one work center. 400 when there is no such work center, or its work is done outside. */
export const createHolidayWithin = async (write: Write, { input }: { input: HolidayInput }): Promise<Holiday> => {
  const { ctx, tx } = write
  await requireInside(ctx, tx, input.categoryId)
  const [created] = await insertHolidays(write, [input])
  if (!created) throw new Error('An insert returned no row')
  return created
}

/** The same, in its own transaction. */
export const createHoliday = (ctx: TenantContext, holiday: { input: HolidayInput }): Promise<Holiday> =>
  writeTenant(ctx, (write) => createHolidayWithin(write, holiday))

type Imported = z.output<(typeof endpoint)['response']>

interface ImportHolidaysInput {
  readonly ics: string
  readonly dryRun?: boolean
}

/**
 * Adds the days of a calendar file as holidays of the organization, in its zone. Existing days with the same name and hours are
 * only reported. If one event cannot be kept, nothing is added. `dryRun` never adds anything. 400 when it takes too long to read.
 */
export const importHolidays = async (
  ctx: TenantContext,
  { ics, dryRun = false }: ImportHolidaysInput,
): Promise<Imported> => {
  const zone = await readTenant(ctx, (tx) => timeZoneOf(tx, ctx.tenantId))
  const { holidays: read, errors, notes } = await readCalendarFile(ics, zone)
  return writeTenant(ctx, async (write) => {
    const { tx } = write
    const { fresh, duplicates } = await splitKnown(ctx, tx, read)
    if (!dryRun && errors.length === 0) await insertHolidays(write, fresh)
    return { added: fresh, duplicates, errors: [...errors], notes: [...notes] }
  })
}

const readCalendarFile = async (text: string, zone: string): Promise<ReadIcs> => {
  try {
    return await tableFiles.readCalendar({ text, zone })
  } catch (error) {
    if (error instanceof FileRefused) throw new AppError('bad_request', error.message)
    throw error
  }
}

interface ChangeHolidayInput {
  readonly holidayId: string
  readonly input: Partial<HolidayInput>
  readonly expectedVersion: number | null
}

/** Changes the fields of a holiday that were sent. 400 (the part of the day, the work center), 404, 412. */
export const changeHolidayWithin = async (
  { ctx, tx, record }: Write,
  { holidayId, input, expectedVersion }: ChangeHolidayInput,
): Promise<Holiday> => {
  const before = requireVersion(await lockHoliday(ctx, tx, holidayId), expectedVersion)
  const sent = sentFields(input)
  // Each field was checked alone, but the two ends of a part of a day may come from different requests.
  const whole = HolidayInput.safeParse({ ...holidayFields(before), ...sent })
  if (!whole.success) {
    const problems = whole.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
    throw new ValidationError(problems)
  }
  await requireInside(ctx, tx, input.categoryId)
  const [after] = await tx
    .update(holidays)
    .set({ ...sent, ...changedStamp(ctx, before) })
    .where(thisHoliday(ctx, holidayId))
    .returning()
  if (!after) throw new Error('A locked holiday vanished')
  const changes = record.saved(
    'holiday',
    { id: holidayId, version: after.version },
    holidayFields(before),
    holidayFields(after),
  )
  // The plan stores the holiday's name among its reasons, so every field counts.
  if (changes.length > 0) record.workingTimeChanged('holiday', after.name)
  return presentHoliday(after)
}

/** The same, in its own transaction. */
export const changeHoliday = (ctx: TenantContext, change: ChangeHolidayInput): Promise<Holiday> =>
  writeTenant(ctx, (write) => changeHolidayWithin(write, change))

/** Deletes a holiday, so that its day becomes a working day again. */
export const deleteHolidayWithin = async (
  { ctx, tx, record }: Write,
  { holidayId }: { holidayId: string },
): Promise<void> => {
  const before = requireVersion(await lockHoliday(ctx, tx, holidayId))
  await tx.delete(holidays).where(thisHoliday(ctx, holidayId))
  record.saved('holiday', { id: holidayId }, { ...holidayFields(before), ...keptStamp(before) }, null)
  record.workingTimeChanged('holiday', before.name)
}

/** The same, in its own transaction. */
export const deleteHoliday = (ctx: TenantContext, holiday: { holidayId: string }): Promise<void> =>
  writeTenant(ctx, (write) => deleteHolidayWithin(write, holiday))
