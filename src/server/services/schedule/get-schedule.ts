import { eq } from 'drizzle-orm'
import type { CompactSchedule } from '#contract/schedule.ts'
import { endOfDayMs } from '#domain/time/zone-dates.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { categories } from '../../db/tables/categories.table.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { NotFoundError } from '../../errors.ts'
import { awaitForecast } from '../forecasts/current-forecast.ts'
import { loadWorkingTime } from '../scheduling/load-working-time.ts'
import { readInParts } from '../scheduling-runs/read-in-parts.ts'
import { arrangeOperations } from './arrange-operations.ts'
import { holidaysIn, openTimes, scheduleWindow } from './schedule-calendars.ts'
import { joinColumns, readLinkColumns, readOperationColumns, readProjectColumns } from './schedule-columns.ts'

const readShop = async (ctx: TenantContext, tx: Tx) => {
  const [organisation] = await tx.select().from(tenants).where(eq(tenants.tenantId, ctx.tenantId))
  if (!organisation) throw new NotFoundError()
  const workCentres = await tx
    .select()
    .from(categories)
    .where(eq(categories.tenantId, ctx.tenantId))
    .orderBy(categories.sequence, categories.name, categories.categoryId)
  return { organisation, workCentres, workingTime: await loadWorkingTime(tx, ctx.tenantId, ctx.app.now().getTime()) }
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

/** The whole plan of the organisation as columns: a handful of statements, whatever the number of operations. */
export const getSchedule = async (ctx: TenantContext): Promise<CompactSchedule> => {
  await awaitForecast(ctx)
  const nowMs = ctx.app.now().getTime()
  const { head, parts } = await readInParts(ctx, {
    head: async (tx) => {
      const projects = await readProjectColumns(ctx, tx)
      return {
        shop: await readShop(ctx, tx),
        projects,
        links: await readLinkColumns(ctx, tx),
        projectIds: projects.ids,
      }
    },
    part: (tx, range) => readOperationColumns(ctx, tx, range),
  })
  const { shop, projects, links } = head
  const columns = joinColumns(parts)
  const { organisation, workCentres, workingTime } = shop
  const { timeZone } = organisation
  const window = scheduleWindow(nowMs, columns.startMs, columns.endMs)
  const source = { timeZone, defaultShiftId: organisation.defaultShiftId, categories: workCentres, ...workingTime }
  const { calendars, calendarOf } = openTimes(source, window)
  const categoryIndex = new Map(workCentres.map(({ categoryId }, index) => [categoryId, index]))
  const { shipMs, ...projectColumns } = projects
  const { firstOperation, ...arranged } = arrangeOperations(columns, links, projects.ids, categoryIndex)
  return {
    timeZone,
    now: nowMs,
    projects: { ...projectColumns, dueMs: dueInstants(shipMs, timeZone), firstOperation },
    ...arranged,
    categories: workCentres.map(({ categoryId: id, name, color, capacity }) => ({
      categoryId: id,
      name,
      color,
      capacity,
      calendar: calendarOf(id),
    })),
    calendars,
    from: window.fromMs,
    to: window.toMs,
    holidays: holidaysIn(workingTime.holidays, timeZone, window),
  }
}
