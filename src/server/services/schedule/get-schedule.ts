import { setImmediate } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import type { ScheduleAnswer, ScheduleRows as WireRows } from '#contract/schedule.ts'
import type { SinceQuery } from '#contract/since.ts'
import { compareProjects } from '#domain/schedule/order-projects.ts'
import { scheduleWindow } from '#domain/schedule/schedule-window.ts'
import { writeSchedule } from '#domain/schedule/wire-schedule.ts'
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
import { arrangeSchedule, type DatedProject } from './arrange-schedule.ts'
import { holidaysIn, openTimes } from './schedule-calendars.ts'
import { readScheduleRows, type ScheduleRows } from './schedule-columns.ts'

const readTenantSettings = async (ctx: TenantContext, tx: Tx) => {
  const [tenant] = await tx.select().from(tenants).where(eq(tenants.tenantId, ctx.tenantId))
  if (!tenant) throw new NotFoundError()
  return tenant
}

const readFrame = async (ctx: TenantContext, tx: Tx) => {
  const workCenters = await tx
    .select()
    .from(categories)
    .where(eq(categories.tenantId, ctx.tenantId))
    .orderBy(categories.sequence, categories.name, categories.categoryId)
  return {
    workCenters,
    workingTime: await loadWorkingTime(tx, ctx.tenantId, ctx.app.now().getTime()),
  }
}

/** The projects in the order of the schedule. Most share their ship dates, so each date is looked up only once. */
const inOrder = (found: readonly ScheduleRows[], timeZone: string): DatedProject[] => {
  const known = new Map([[0, 0]])
  const dueOf = (shipMs: number): number => {
    const due = known.get(shipMs) ?? endOfDayMs(shipMs, timeZone)
    known.set(shipMs, due)
    return due
  }
  return found
    .map((rows) => ({ ...rows, projects: { ...rows.projects, dueMs: rows.projects.shipMs.map(dueOf) } }))
    .sort((a, b) => compareProjects(a.projects, 0, b.projects, 0))
}

const frameOf = (
  { workCenters, workingTime }: Awaited<ReturnType<typeof readFrame>>,
  found: readonly ScheduleRows[],
  nowMs: number,
): ScheduleAnswer['frame'] => {
  const startMs = found.flatMap(({ operations }) => operations.startMs)
  const endMs = found.flatMap(({ operations }) => operations.endMs)
  const window = scheduleWindow(nowMs, startMs, endMs)
  const { calendars, calendarOf } = openTimes({ categories: workCenters, ...workingTime }, window)
  return {
    categories: workCenters.map(({ categoryId, name, color, capacity, changeovers, kind, supplier }) => {
      return { categoryId, name, color, capacity, changeovers, calendar: calendarOf(categoryId), kind, supplier }
    }),
    calendars,
    from: window.fromMs,
    to: window.toMs,
    holidays: holidaysIn(workingTime.holidays, workingTime.timeZone, window),
    capacitySpans: workingTime.capacitySpans.map(({ exceptionId: _, ...span }) => span),
  }
}

/**
 * Kept schedules, about 250 bytes per operation. A due date is the end of a day in the organization's zone. The stamp is how the learned
 * pace is used, and the zone: no other setting changes what a browser has.
 */
const schedules = new HeldRows<ScheduleRows, string>({
  read: readScheduleRows,
  stampOf: async (ctx, tx) => {
    const { learnedPace, timeZone } = await readTenantSettings(ctx, tx)
    return `${learnedPace} ${timeZone}`
  },
  sizeOf: ({ operations }) => operations.ids.length,
  most: 300_000,
})

/** About 5,000 operations. Writing them takes about 30 ms. */
const projectsPerBlock = 250

/** Writes rows in blocks. Other requests can run between blocks. */
const writeBlocks = async (projects: readonly DatedProject[]): Promise<WireRows[]> => {
  const blocks: WireRows[] = []
  for (let from = 0; from === 0 || from < projects.length; from += projectsPerBlock) {
    if (from > 0) await setImmediate()
    blocks.push(writeSchedule(arrangeSchedule(projects.slice(from, from + projectsPerBlock))))
  }
  return blocks
}

/** The plan of the organization, or its changes. Uses a handful of statements for any number of operations. */
export const getSchedule = async (ctx: TenantContext, asked: SinceQuery = {}): Promise<ScheduleAnswer> => {
  await awaitForecast(ctx)
  const nowMs = ctx.app.now().getTime()
  const { rows: found, stamp, ...state } = await schedules.since(ctx, asked)
  const [learnedPace, timeZone = ''] = stamp.split(' ')
  return {
    ...state,
    timeZone,
    barsAtPace: learnedPace === 'plan',
    now: nowMs,
    rows: await writeBlocks(inOrder(found, timeZone)),
    frame: state.touched ? null : await readTenant(ctx, async (tx) => frameOf(await readFrame(ctx, tx), found, nowMs)),
  }
}
