import { eq } from 'drizzle-orm'
import type { HolidayInput } from '#contract/holidays.ts'
import type { ImportCalendar } from '#contract/imports.ts'
import { ShiftInput } from '#contract/shifts.ts'
import { may } from '#domain/access/rights.ts'
import { sameValue } from '#domain/changes/same-value.ts'
import { nameKey } from '#domain/import/text-key.ts'
import type { TenantContext } from '../../context.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { shifts } from '../../db/tables/shifts.table.ts'
import { ForbiddenError } from '../../errors.ts'
import { insertHolidays, splitKnown } from '../holidays/write-holidays.ts'
import type { Write } from '../records/write-tenant.ts'
import { changeShiftWithin, createShiftWithin } from '../shifts/write-shifts.ts'

type ShiftRow = typeof shifts.$inferSelect

/** The import of a project plan's calendar: a shift pattern of the same name, and the days that are not closed yet. */
export interface PlannedCalendar {
  readonly name: string
  readonly action: 'create' | 'update' | 'unchanged'
  readonly before: ShiftRow | null
  readonly versions: ShiftRow['versions']
  readonly holidays: readonly HolidayInput[]
  /** Why it cannot be stored; null if it can. */
  readonly problem: string | null
}

/** Why a calendar cannot become a shift pattern; null if it can. */
const problemOf = (
  { name, versions }: Pick<PlannedCalendar, 'name' | 'versions'>,
  isRepeated: boolean,
): string | null => {
  if (isRepeated) return `Another of the chosen calendars is called ${name} too`
  const parsed = ShiftInput.safeParse({ name, versions })
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? 'Not allowed')
}

const planShift = ({ name, periods }: ImportCalendar, stored: readonly ShiftRow[]) => {
  const before = stored.find((shift) => nameKey(shift.name) === nameKey(name)) ?? null
  const week = { effectiveFrom: null, periods, breaks: [] }
  // Weeks that begin later were entered here, and stay.
  const later = before?.versions.filter(({ effectiveFrom }) => effectiveFrom !== null) ?? []
  const versions = [week, ...later]
  const action = !before ? 'create' : sameValue(before.versions, versions) ? 'unchanged' : 'update'
  return { name: before?.name ?? name, action, before, versions } as const
}

/** Plans the calendars that were chosen. 403 when the person may not change shift patterns and holidays. */
export const planCalendars = async (
  ctx: TenantContext,
  calendars: readonly ImportCalendar[],
): Promise<PlannedCalendar[]> => {
  if (calendars.length === 0) return []
  for (const permission of ['manageShifts', 'manageHolidays'] as const) {
    const decision = may(ctx, permission)
    if (!decision.ok) throw new ForbiddenError(decision.reason)
  }
  return readTenant(ctx, async (tx) => {
    const stored = await tx.select().from(shifts).where(eq(shifts.tenantId, ctx.tenantId))
    const planned: PlannedCalendar[] = []
    const taken = new Set<string>()
    const names = new Set<string>()
    for (const calendar of calendars) {
      const { fresh } = await splitKnown(ctx, tx, calendar.closedDays)
      const holidays = fresh.filter(({ name, date }) => !taken.has(`${date} ${name}`))
      for (const { name, date } of holidays) taken.add(`${date} ${name}`)
      const shift = planShift(calendar, stored)
      const key = nameKey(shift.name)
      planned.push({ ...shift, holidays, problem: problemOf(shift, names.has(key)) })
      names.add(key)
    }
    return planned
  })
}

/** Stores planned calendars. */
export const storeCalendars = async (write: Write, calendars: readonly PlannedCalendar[]): Promise<void> => {
  for (const { name, action, before, versions } of calendars) {
    if (action === 'create') await createShiftWithin(write, { input: { name, versions } })
    else if (action === 'update' && before) {
      await changeShiftWithin(write, { shiftId: before.shiftId, input: { versions }, expectedVersion: before.version })
    }
  }
  await insertHolidays(
    write,
    calendars.flatMap(({ holidays }) => holidays),
  )
}
