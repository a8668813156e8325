import { eq } from 'drizzle-orm'
import type { ScheduleAnswer } from '#contract/schedule.ts'
import { packSchedule } from '#domain/schedule/pack-schedule.ts'
import { scheduleWindow } from '#domain/schedule/schedule-window.ts'
import { endOfDayMs } from '#domain/time/zone-dates.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readSince } from '../../db/shop-changes.ts'
import { categories } from '../../db/tables/categories.table.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { NotFoundError } from '../../errors.ts'
import { awaitForecast } from '../forecasts/current-forecast.ts'
import { loadWorkingTime } from '../scheduling/load-working-time.ts'
import { readInParts } from '../scheduling-runs/read-in-parts.ts'
import { arrangeSchedule } from './arrange-schedule.ts'
import { holidaysIn, openTimes } from './schedule-calendars.ts'
import {
  joinColumns,
  type OperationColumns,
  readLinkColumns,
  readOperationColumns,
  readProjectColumns,
} from './schedule-columns.ts'

const readOrganisation = async (ctx: TenantContext, tx: Tx) => {
  const [organisation] = await tx.select().from(tenants).where(eq(tenants.tenantId, ctx.tenantId))
  if (!organisation) throw new NotFoundError()
  return organisation
}

const readShop = async (ctx: TenantContext, tx: Tx) => {
  const workCentres = await tx
    .select()
    .from(categories)
    .where(eq(categories.tenantId, ctx.tenantId))
    .orderBy(categories.sequence, categories.name, categories.categoryId)
  return { workCentres, workingTime: await loadWorkingTime(tx, ctx.tenantId, ctx.app.now().getTime()) }
}

type Shop = Awaited<ReturnType<typeof readShop>>

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
  { workCentres, workingTime }: Shop,
  { timeZone, defaultShiftId }: typeof tenants.$inferSelect,
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

/** The plan of the organisation, or what changed of it: a handful of statements, whatever the number of operations. */
export const getSchedule = async (
  ctx: TenantContext,
  { since }: { readonly since?: number | undefined } = {},
): Promise<ScheduleAnswer> => {
  await awaitForecast(ctx)
  const nowMs = ctx.app.now().getTime()
  const { head, parts } = await readInParts(ctx, {
    head: async (tx) => {
      // Before anything else: what is read after it may be newer than the number says, never older.
      const state = await readSince(tx, ctx.tenantId, since)
      const { ids, ...projects } = await readProjectColumns(ctx, tx, state.touched)
      const organisation = await readOrganisation(ctx, tx)
      const shop = state.touched ? null : await readShop(ctx, tx)
      return { state, organisation, shop, projects: { ids, ...projects }, projectIds: ids }
    },
    part: async (tx, range, { state }) => {
      const wanted = { range, ids: state.touched }
      return {
        operations: await readOperationColumns(ctx, tx, wanted),
        links: await readLinkColumns(ctx, tx, wanted),
      }
    },
  })
  const { state, organisation, shop, projects: found } = head
  const { timeZone } = organisation
  const { shipMs, ...projects } = found
  const operations = joinColumns(parts.map((part) => part.operations))
  const links = joinColumns(parts.map((part) => part.links))
  const categoryIds = [...new Set(operations.categoryId.filter((id) => id !== null))]
  const rows = arrangeSchedule(
    { projects: { ...projects, dueMs: dueInstants(shipMs, timeZone) }, operations, links },
    new Map(categoryIds.map((id, index) => [id, index])),
  )
  return {
    ...state,
    timeZone,
    now: nowMs,
    rows: packSchedule(rows, categoryIds),
    frame: shop && frameOf(shop, organisation, operations, nowMs),
  }
}
