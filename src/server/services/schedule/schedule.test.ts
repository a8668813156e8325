import { eq, getTableColumns } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CompactSchedule, operationFlag, projectFlag, ScheduleAnswer } from '#contract/schedule.ts'
import { readColumns } from '#domain/columns.ts'
import { calendarRules } from '#domain/scheduling/shop-calendars.ts'
import { WorkCalendar } from '#domain/time/work-calendar.ts'
import { endOfDayMs } from '#domain/time/zone-dates.ts'
import { openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { wholeSchedule } from '#testing/whole-schedule.ts'
import { type AppServices, newServices, type TenantContext } from '../../context.ts'
import { operationsInForce } from '../../db/operations-in-force.ts'
import { categories } from '../../db/tables/categories.table.ts'
import { operationForecasts } from '../../db/tables/forecasts.table.ts'
import { operationDependencies } from '../../db/tables/operations.table.ts'
import { plannedOperations } from '../../db/tables/planned-operations.ts'
import { projects } from '../../db/tables/projects.table.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { seedContext } from '../../seed/seed-context.ts'
import { seedDemo } from '../../seed/seed-demo.ts'
import { loadShop } from '../scheduling/load-shop.ts'
import { createTenant } from '../tenants/create-tenant.ts'
import { getForecastDates } from './get-operation-dates.ts'
import { getPlacement } from './get-placement.ts'
import { getSchedule } from './get-schedule.ts'
import { getUnplacedReasons } from './get-unplaced-reasons.ts'

const nowMs = Date.parse('2026-11-18T16:24:00Z')
let database: TestDatabase
let app: AppServices
let ctx: TenantContext
let answer: ScheduleAnswer
let schedule: CompactSchedule

beforeAll(async () => {
  database = await openTestDatabase()
  app = newServices({ db: database.db, now: () => new Date(nowMs) })
  await seedDemo(app)
  const [northwind] = await app.db.withSystem((tx) =>
    tx.select().from(tenants).where(eq(tenants.name, 'Northwind Fabrication')),
  )
  ctx = seedContext(app, northwind?.tenantId ?? '')
  answer = await getSchedule(ctx)
  schedule = await wholeSchedule(ctx)
})
afterAll(() => database.close())

/** Work that began after its scheduled end has no length. */
const drawnEnd = (scheduledEnd: Date | null, actualStart: Date | null): number =>
  scheduledEnd === null ? 0 : Math.max(scheduledEnd.getTime(), actualStart?.getTime() ?? 0)

const read = <T>(work: Parameters<AppServices['db']['withTenant']>[1]): Promise<T> =>
  app.db.withTenant(ctx, work) as Promise<T>

describe('the compact schedule', () => {
  it('follows the contract and is small', () => {
    expect(ScheduleAnswer.parse(answer)).toEqual(answer)
    const { rows } = answer
    expect(JSON.stringify(rows).length).toBeLessThan(60 * schedule.operations.ids.length)
  })

  it('equals the stored records, one by one', async () => {
    const projectRows = await read<(typeof projects.$inferSelect)[]>((tx) => tx.select().from(projects))
    const operationRows = await read<(typeof plannedOperations.$inferSelect)[]>((tx) =>
      tx.select(getTableColumns(plannedOperations)).from(operationsInForce(ctx.tenantId)),
    )
    const ids = schedule.operations.ids
    expect(ids).toHaveLength(operationRows.length)
    const isOver = (project: (typeof projectRows)[number]) =>
      ['complete', 'shipped', 'cancelled'].includes(project.currentPhase)
    const expected = projectRows
      .sort(
        (a, b) =>
          Number(isOver(a)) - Number(isOver(b)) ||
          (a.plannedShipDate?.getTime() ?? Infinity) - (b.plannedShipDate?.getTime() ?? Infinity) ||
          a.projectNumber.localeCompare(b.projectNumber),
      )
      .map((project) => ({
        id: project.projectId,
        number: project.projectNumber,
        dueMs: endOfDayMs(project.plannedShipDate?.getTime() ?? 0, 'America/Chicago'),
        releaseMs:
          (project.productionStartDate ?? project.engineeringReleaseDate ?? project.customerReleaseDate)?.getTime() ??
          0,
        onHold: project.currentPhase === 'on_hold',
        operations: operationRows
          .filter(({ projectId }) => projectId === project.projectId)
          .sort((a, b) => a.sequence - b.sequence)
          .map((row) => ({
            id: row.operationId,
            category: row.categoryId,
            startMs: (row.actualStartDate ?? row.scheduledStartDate)?.getTime() ?? 0,
            endMs: row.actualEndDate?.getTime() ?? drawnEnd(row.scheduledEndDate, row.actualStartDate),
            progress: row.progressPercentage,
            completed: row.actualEndDate !== null,
            materialReadyMs: row.actualStartDate ? 0 : (row.materialReadyDate?.getTime() ?? 0),
            pinned: row.pinned,
            held: row.onHold,
            unplaced: (row.placement?.unplaced ?? null) !== null,
          })),
      }))
    const found = schedule.projects.ids.map((id, row) => ({
      id,
      number: schedule.projects.numbers[row],
      dueMs: schedule.projects.dueMs[row],
      releaseMs: schedule.projects.releaseMs[row],
      onHold: ((schedule.projects.flags[row] ?? 0) & projectFlag.onHold) !== 0,
      operations: ids
        .slice(schedule.projects.firstOperation[row], schedule.projects.firstOperation[row + 1])
        .map((operationId) => {
          const at = ids.indexOf(operationId)
          const flags = schedule.operations.flags[at] ?? 0
          return {
            id: operationId,
            category: schedule.categories[schedule.operations.category[at] ?? -1]?.categoryId,
            startMs: schedule.operations.startMs[at],
            endMs: schedule.operations.endMs[at],
            progress: schedule.operations.progressPercentage[at],
            completed: (flags & operationFlag.completed) !== 0,
            materialReadyMs: schedule.operations.materialReadyMs[at],
            pinned: (flags & operationFlag.pinned) !== 0,
            held: (flags & operationFlag.onHold) !== 0,
            unplaced: (flags & operationFlag.unplaced) !== 0,
          }
        }),
    }))
    expect(found).toEqual(expected)
  })

  it('links the rows that depend on each other, with lags in working hours and by the clock', async () => {
    const rows = await read<(typeof operationDependencies.$inferSelect)[]>((tx) =>
      tx.select().from(operationDependencies),
    )
    const { from, to, lagHours, waitHours, overlapPercent } = schedule.links
    const { ids } = schedule.operations
    const links = from.map(
      (row, i) => `${ids[row]} ${ids[to[i] ?? -1]} ${lagHours[i]} ${waitHours[i]} ${overlapPercent[i]}`,
    )
    const expected = rows.map(({ predecessorId, operationId, lagHours: hours, lagUnit, overlapPercent: percent }) => {
      const [lag, wait] = lagUnit === 'calendar' ? [0, hours] : [hours, 0]
      return `${predecessorId} ${operationId} ${lag} ${wait} ${percent ?? 0}`
    })
    expect(links.sort()).toEqual(expected.sort())
    expect(waitHours.filter((hours) => hours > 0).length).toBeGreaterThan(1)
  })

  it('has the open time of each work center that its calendar rules give', async () => {
    const { snapshot } = await loadShop(ctx, nowMs)
    const rows = await read<(typeof categories.$inferSelect)[]>((tx) => tx.select().from(categories))
    expect(schedule.categories.map(({ name }) => name)).toEqual(
      rows.sort((a, b) => a.sequence - b.sequence).map(({ name }) => name),
    )
    for (const category of schedule.categories) {
      const calendar = new WorkCalendar(calendarRules(snapshot, category.categoryId), schedule.from)
      const open = schedule.calendars[category.calendar]?.open ?? []
      const isOpenAt = (ms: number) => open.some((start, i) => i % 2 === 0 && start <= ms && ms < (open[i + 1] ?? 0))
      for (let ms = schedule.from; ms < schedule.to; ms += 47 * 60_000) {
        if (calendar.isOpen(ms) !== isOpenAt(ms)) throw new Error(`${category.name} at ${new Date(ms).toISOString()}`)
      }
    }
    expect(schedule.holidays.map(({ name }) => name)).toContain('Thanksgiving Day')
  })

  it('is empty for an organization without projects', async () => {
    const { tenantId } = await app.db.withSystem((tx) => createTenant(tx, { name: 'Empty' }))
    const empty = await wholeSchedule(seedContext(app, tenantId))
    expect(empty.operations.ids).toEqual([])
    expect(empty.projects.firstOperation).toEqual([0])
    expect(empty.calendars[0]?.open).toHaveLength(2)
  })
})

describe('the forecast as columns', () => {
  it('has the dates and the need-by of every operation that has a forecast', async () => {
    const stored = await read<(typeof operationForecasts.$inferSelect)[]>((tx) => tx.select().from(operationForecasts))
    const dated = stored.filter(({ forecastEnd }) => forecastEnd !== null)
    const { ids, startMs, endMs, needByMs } = readColumns(await getForecastDates(ctx))
    expect(ids.length).toBeGreaterThan(100)
    expect(ids).toHaveLength(dated.length)
    const byId = new Map(dated.map((row) => [row.operationId, row]))
    for (const [i, id] of ids.entries()) {
      const row = byId.get(id)
      const expected = [row?.forecastStart, row?.forecastEnd, row?.needBy].map((date) => date?.getTime() ?? 0)
      expect([startMs[i], endMs[i], needByMs[i]]).toEqual(expected)
    }
    const other = seedContext(app, (await app.db.withSystem((tx) => createTenant(tx, { name: 'Another' }))).tenantId)
    expect(readColumns(await getForecastDates(other)).ids).toEqual([])
  })
})

describe('the reasons why operations have no place', () => {
  it('are those of their placements, and every name that they mention is known', async () => {
    const { reasons, names } = await getUnplacedReasons(ctx)
    const rows = await read<(typeof plannedOperations.$inferSelect)[]>((tx) =>
      tx.select(getTableColumns(plannedOperations)).from(operationsInForce(ctx.tenantId)),
    )
    const expected = rows.flatMap(({ operationId, placement }) =>
      placement?.unplaced ? [{ operationId, reason: placement.unplaced }] : [],
    )
    const byId = (list: typeof expected) => list.toSorted((a, b) => a.operationId.localeCompare(b.operationId))
    expect(expected.length).toBeGreaterThan(5)
    expect(byId(reasons)).toEqual(byId(expected))
    const mentioned = reasons.flatMap(({ reason }) => JSON.stringify(reason).match(/[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? [])
    expect(mentioned.length).toBeGreaterThan(0)
    for (const id of mentioned) expect(names[id], id).toBeTruthy()
    const other = seedContext(app, (await app.db.withSystem((tx) => createTenant(tx, { name: 'Third' }))).tenantId)
    expect(await getUnplacedReasons(other)).toEqual({ reasons: [], names: {} })
  })
})

describe('the placement of an operation', () => {
  it('contains the name of everything that its reasons mention', async () => {
    const rows = await read<(typeof plannedOperations.$inferSelect)[]>((tx) =>
      tx.select(getTableColumns(plannedOperations)).from(operationsInForce(ctx.tenantId)),
    )
    const explained = rows.filter(({ placement }) => placement !== null)
    expect(explained.length).toBeGreaterThan(200)
    for (const { operationId } of explained.slice(0, 60)) {
      const { placement, names } = await getPlacement(ctx, { operationId })
      const mentioned = JSON.stringify(placement).match(/[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? []
      for (const id of mentioned) expect(names[id], id).toBeTruthy()
    }
  })

  it('is not found by another organization', async () => {
    const other = seedContext(app, (await app.db.withSystem((tx) => createTenant(tx, { name: 'Other' }))).tenantId)
    const operationId = schedule.operations.ids[0] ?? ''
    await expect(getPlacement(other, { operationId })).rejects.toMatchObject({ code: 'not_found' })
    expect((await wholeSchedule(other)).operations.ids).toEqual([])
  })
})
