import { eq } from 'drizzle-orm'
import type { ScheduleAnswer } from '#contract/schedule.ts'
import { packSchedule } from '#domain/schedule/pack-schedule.ts'
import { scheduleWindow } from '#domain/schedule/schedule-window.ts'
import { endOfDayMs } from '#domain/time/zone-dates.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { HeldRows } from '../../db/held-rows.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { categories } from '../../db/tables/categories.table.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { NotFoundError } from '../../errors.ts'
import { awaitForecast } from '../forecasts/current-forecast.ts'
import { loadWorkingTime } from '../scheduling/load-working-time.ts'
import { arrangeSchedule } from './arrange-schedule.ts'
import { holidaysIn, openTimes } from './schedule-calendars.ts'
import { joinScheduleRows, type OperationColumns, readScheduleRows, type ScheduleRows } from './schedule-columns.ts'

const readOrganisation = async (ctx: TenantContext, tx: Tx) => {
  const [organisation] = await tx.select().from(tenants).where(eq(tenants.tenantId, ctx.tenantId))
  if (!organisation) throw new NotFoundError()
  return organisation
}

const readFrame = async (ctx: TenantContext, tx: Tx) => {
  const workCentres = await tx
    .select()
    .from(categories)
    .where(eq(categories.tenantId, ctx.tenantId))
    .orderBy(categories.sequence, categories.name, categories.categoryId)
  return {
    organisation: await readOrganisation(ctx, tx),
    workCentres,
    workingTime: await loadWorkingTime(tx, ctx.tenantId, ctx.app.now().getTime()),
  }
}

/** Due instants; most projects share their ship dates, so each is looked up in the calendar once. */
const dueInstants = (shipMs: readonly number[], timeZone: string): number[] => {
  const known = new Map([[0, 0]])
  return shipMs.map((at) => {
    const due = known.get(at) ?? endOfDayMs(at, timeZone)
    known.set(at, due)
    return due
  })
}

const frameOf = (
  { organisation: { timeZone, defaultShiftId }, workCentres, workingTime }: Awaited<ReturnType<typeof readFrame>>,
  { startMs, endMs }: OperationColumns,
  nowMs: number,
): ScheduleAnswer['frame'] => {
  const window = scheduleWindow(nowMs, startMs, endMs)
  const { calendars, calendarOf } = openTimes(
    { timeZone, defaultShiftId, categories: workCentres, ...workingTime },
    window,
  )
  return {
    categories: workCentres.map(({ categoryId, name, color, capacity }) => {
      return { categoryId, name, color, capacity, calendar: calendarOf(categoryId) }
    }),
    calendars,
    from: window.fromMs,
    to: window.toMs,
    holidays: holidaysIn(workingTime.holidays, timeZone, window),
  }
}

/** Some 250 bytes an operation. Due dates end with a day of the organization's zone. */
const schedules = new HeldRows<ScheduleRows, string>({
  read: readScheduleRows,
  stampOf: async (ctx, tx) => (await readOrganisation(ctx, tx)).timeZone,
  sizeOf: ({ operations }) => operations.ids.length,
  most: 300_000,
})

/** The plan of the organisation, or what changed of it: a handful of statements, whatever the number of operations. */
export const getSchedule = async (
  ctx: TenantContext,
  { since }: { readonly since?: number | undefined } = {},
): Promise<ScheduleAnswer> => {
  await awaitForecast(ctx)
  const nowMs = ctx.app.now().getTime()
  const { rows: found, stamp: timeZone, ...state } = await schedules.since(ctx, since)
  const { projects, operations, links } = joinScheduleRows(found)
  const categoryIds = [...new Set(operations.categoryId.filter((id) => id !== null))]
  const rows = arrangeSchedule(
    { projects: { ...projects, dueMs: dueInstants(projects.shipMs, timeZone) }, operations, links },
    new Map(categoryIds.map((id, index) => [id, index])),
  )
  return {
    ...state,
    timeZone,
    now: nowMs,
    rows: packSchedule(rows, categoryIds),
    frame: state.touched
      ? null
      : await readTenant(ctx, async (tx) => frameOf(await readFrame(ctx, tx), operations, nowMs)),
  }
}
