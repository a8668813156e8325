import { eq, getTableColumns } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OperationList, type OperationListRow } from '#contract/operation-lists.ts'
import { checkSchedule } from '#domain/scheduling/check-schedule.ts'
import { scheduleShop } from '#domain/scheduling/schedule-shop.ts'
import { calendarRules } from '#domain/scheduling/shop-calendars.ts'
import { dayMs } from '#domain/time/units.ts'
import { WorkCalendar } from '#domain/time/work-calendar.ts'
import { endOfDayMs, localDate, startOfDayMs } from '#domain/time/zone-dates.ts'
import { everyOperationRow as everything } from '#testing/every-operation-row.ts'
import { openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { type AppServices, newServices, type TenantContext } from '../../context.ts'
import { operationsInForce } from '../../db/operations-in-force.ts'
import { operationDependencies } from '../../db/tables/operations.table.ts'
import { plannedOperations } from '../../db/tables/planned-operations.ts'
import { projects } from '../../db/tables/projects.table.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { seedContext } from '../../seed/seed-context.ts'
import { seedDemo } from '../../seed/seed-demo.ts'
import { changeOperation } from '../operations/write-operations.ts'
import { listProjects } from '../projects/read-projects.ts'
import { loadShop } from '../scheduling/load-shop.ts'
import { exportOperations } from './export-operations.ts'
import { listOperationGroups, listOperationRows } from './list-operation-rows.ts'
import type { OperationSelection } from './operation-query.ts'

const nowMs = Date.parse('2026-11-18T16:24:00Z')
let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

describe('the list of operations in the demo organization, compared with independent code', () => {
  let app: AppServices
  let ctx: TenantContext
  let zone: string
  let rows: OperationListRow[]
  beforeAll(async () => {
    app = newServices({ db: database.db, now: () => new Date(nowMs) })
    await seedDemo(app)
    const found = await app.db.withSystem((tx) =>
      tx.select().from(tenants).where(eq(tenants.name, 'Northwind Fabrication')),
    )
    zone = found[0]?.timeZone ?? ''
    ctx = seedContext(app, found[0]?.tenantId ?? '')
    rows = await everything(ctx)
  })

  /** Open time as a plain list of spans, with sums over it. */
  const plainCalendar = (open: readonly number[], fromMs: number, toMs: number) => {
    const spans = open.flatMap((start, i) => (i % 2 === 0 ? [[start, open[i + 1] ?? start] as const] : []))
    const worked = (from: number, to: number): number =>
      spans.reduce((sum, [start, end]) => sum + Math.max(0, Math.min(end, to) - Math.max(start, from)), 0)
    const dates: { start: number; end: number; open: number }[] = []
    for (let start = startOfDayMs(fromMs, zone); start < toMs; start = endOfDayMs(start, zone)) {
      dates.push({ start, end: endOfDayMs(start, zone), open: worked(start, endOfDayMs(start, zone)) })
    }
    return {
      worked,
      /** The latest start at which `ms` of work are finished by `end`. */
      back: (end: number, ms: number): number => {
        let left = ms
        for (const [from, to] of spans.toReversed()) {
          const here = Math.max(0, Math.min(to, end) - from)
          if (here >= left) return Math.min(to, end) - left
          left -= here
        }
        return Number.NaN
      },
      forward: (from: number, ms: number): number => {
        let left = ms
        for (const [start, end] of spans) {
          const here = Math.max(0, end - Math.max(start, from))
          if (here >= left) return Math.max(start, from) + left
          left -= here
        }
        return Number.NaN
      },
      days: (at: number): number =>
        dates.reduce(
          (sum, { start, end, open: all }) =>
            all === 0 || start >= at ? sum : sum + (end <= at ? 1 : worked(start, at) / all),
          0,
        ),
    }
  }

  it('has the same state, days overdue, need-by, slack and forecast end for every operation', async () => {
    const { snapshot } = await loadShop(ctx, nowMs)
    const stored = await app.db.withTenant(ctx, async (tx) => ({
      operations: await tx.select(getTableColumns(plannedOperations)).from(operationsInForce(ctx.tenantId)),
      links: await tx.select().from(operationDependencies),
      projects: await tx.select().from(projects),
    }))
    const [fromMs, toMs] = [nowMs - 150 * dayMs, nowMs + 250 * dayMs]
    const calendars = new Map(
      [null, ...snapshot.categories.map(({ categoryId }) => categoryId)].map((id) => [
        id,
        plainCalendar(new WorkCalendar(calendarRules(snapshot, id), fromMs).intervals(fromMs, toMs), fromMs, toMs),
      ]),
    )
    const byId = new Map(stored.operations.map((operation) => [operation.operationId, operation]))
    const projectOf = new Map(stored.projects.map((project) => [project.projectId, project]))
    const isDone = (id: string) => (byId.get(id)?.progressPercentage ?? 0) >= 100
    const leftMs = (id: string) => {
      const operation = byId.get(id)
      return (operation?.durationHours ?? 0) * 3_600_000 * (1 - (operation?.progressPercentage ?? 0) / 100)
    }
    const calendarOf = (id: string) => calendars.get(byId.get(id)?.categoryId ?? null)
    const latest = new Map<string, number>()
    const latestOf = (id: string): number => {
      const known = latest.get(id)
      if (known !== undefined) return known
      const ship = projectOf.get(byId.get(id)?.projectId ?? '')?.plannedShipDate
      let end = ship ? endOfDayMs(ship.getTime(), zone) : Infinity
      for (const { operationId, predecessorId, lagHours, lagUnit, overlapPercent } of stored.links) {
        if (predecessorId !== id || isDone(operationId) || end === Infinity) continue
        const [lag, wait] = lagUnit === 'working' ? [lagHours, 0] : [0, lagHours]
        const latestBegin = (ms: number): number => {
          const work = ms + lag * 3_600_000
          const begin = work === 0 ? latestOf(operationId) : calendarOf(operationId)?.back(latestOf(operationId), work)
          return (begin ?? 0) - wait * 3_600_000
        }
        const left = leftMs(operationId)
        if (overlapPercent === null || isDone(id)) {
          end = Math.min(end, latestBegin(left))
          continue
        }
        // Only the last batch comes when this one ends; the first may come when the share of this one is done.
        const rest = 1 - overlapPercent / 100
        const undone = (byId.get(id)?.durationHours ?? 0) * 3_600_000 * rest
        end = Math.min(end, latestBegin((left * overlapPercent) / 100))
        if (leftMs(id) >= undone) end = Math.min(end, calendarOf(id)?.forward(latestBegin(left), undone) ?? 0)
      }
      latest.set(id, end)
      return end
    }
    // The engine computes where the plan leads, and the checker confirms it.
    const followed = scheduleShop(snapshot, { scope: 'all', method: 'keepSequence' })
    if ('cancelled' in followed) throw new Error('nobody cancelled')
    expect(checkSchedule(snapshot, followed, { scope: 'all', method: 'keepSequence' })).toEqual([])
    const landsAt = new Map(followed.operations.map(({ operationId, endMs }) => [operationId, endMs]))
    const dayOf = (ms: number) => Date.parse(localDate(ms, zone)) / dayMs
    const expected = stored.operations.map((operation) => {
      const { operationId: id, projectId, scheduledEndDate } = operation
      const project = projectOf.get(projectId)
      const over = ['complete', 'shipped', 'on_hold', 'cancelled'].includes(project?.currentPhase ?? '')
      const open = !isDone(id) && !over && !['Completed', 'On Hold'].includes(project?.status ?? '')
      const planned = scheduledEndDate?.getTime() ?? null
      const end = open ? (landsAt.get(id) ?? null) : null
      const needBy = open && latestOf(id) !== Infinity ? latestOf(id) : null
      const by = open ? Math.min(planned ?? Infinity, needBy ?? Infinity) : Infinity
      const overdue = by < nowMs
      const daysAt = (ms: number): number => calendarOf(id)?.days(ms) ?? 0
      const slack = end === null || needBy === null ? null : daysAt(needBy) - daysAt(end)
      const behindMs = end === null || planned === null ? 0 : (calendarOf(id)?.worked(planned, end) ?? 0)
      const expectedState = () => {
        if (isDone(id)) return 'completed'
        if (!open) return 'closed'
        if (overdue) return 'overdue'
        if (end === null) return 'unscheduled'
        if (needBy !== null && end > needBy) return 'projectedLate'
        return slack !== null && slack <= 2 ? 'atRisk' : 'onTime'
      }
      return {
        id,
        state: expectedState(),
        daysOverdue: overdue ? dayOf(nowMs) - dayOf(by - 1) : 0,
        slack,
        needBy: needBy ?? Infinity,
        end,
        behindPlan: behindMs >= 15 * 60_000,
      }
    })
    const sorted = <T extends { id: string }>(list: T[]) => list.sort((a, b) => (a.id < b.id ? -1 : 1))
    const found = rows.map((row) => ({
      id: row.operationId,
      state: row.state,
      daysOverdue: row.daysOverdue,
      slack: row.slackDays,
      needBy: row.needByDate === null ? Infinity : Date.parse(row.needByDate),
      end: row.forecastEndDate === null ? null : Date.parse(row.forecastEndDate),
      behindPlan: row.behindPlan,
    }))
    expect(sorted(found).map(({ slack: _, ...row }) => row)).toEqual(
      sorted(expected).map(({ slack: _, ...row }) => row),
    )
    // Slack is rounded to a thousandth of a day, and then to a tenth.
    for (const [index, { id, slack }] of expected.entries()) {
      expect(found[index]?.slack === null, id).toBe(slack === null)
      expect(Math.abs((found[index]?.slack ?? 0) - (slack ?? 0)), id).toBeLessThanOrEqual(0.0506)
    }
    const { tabs } = await listOperationRows(ctx, {})
    const count = (word: string) => expected.filter(({ state }) => state === word).length
    expect(tabs).toEqual({
      all: expected.length,
      overdue: count('overdue'),
      projectedLate: count('projectedLate'),
      atRisk: count('atRisk'),
      behindPlan: expected.filter(({ behindPlan }) => behindPlan).length,
    })
    expect(tabs.overdue).toBeGreaterThan(3)
    expect(tabs.projectedLate).toBeGreaterThan(3)
    expect(tabs.atRisk).toBeGreaterThan(0)
  })

  it('shows the same facts about every project as the project list', async () => {
    const listed = new Map((await listProjects(ctx)).map((project) => [project.projectId, project]))
    for (const { projectId, latenessDays, projectedCompletionDate, priority } of rows) {
      const project = listed.get(projectId)
      expect({ latenessDays, projectedCompletionDate, priority }).toEqual({
        latenessDays: project?.latenessDays,
        projectedCompletionDate: project?.projectedCompletionDate,
        priority: project?.priority,
      })
    }
  })

  it('gives every late row a cause and a remedy, with the names that they mention', () => {
    const late = rows.filter(({ state }) => ['overdue', 'projectedLate', 'atRisk'].includes(state))
    for (const { cause, remedy } of late) {
      expect([cause.code, remedy.code]).not.toContain('none')
      if (['waitsForHeld', 'predecessor'].includes(cause.code)) expect(cause.operation?.name).toBeTruthy()
      if (cause.code === 'workCentreBusy') expect(cause.workCenter?.name).toBeTruthy()
    }
    expect(new Set(late.map(({ cause }) => cause.code)).size).toBeGreaterThan(2)
  })

  type Keep = (row: OperationListRow) => boolean
  const touches = (row: OperationListRow, from: string, to: string): boolean => {
    const start = Date.parse(row.actualStartDate ?? row.scheduledStartDate ?? '')
    const end = Date.parse(row.actualEndDate ?? row.scheduledEndDate ?? '')
    const [first, last] = [
      startOfDayMs(Date.parse(`${from}T12:00Z`), zone),
      endOfDayMs(Date.parse(`${to}T12:00Z`), zone),
    ]
    return start < last && end > first
  }
  const filters: [string, OperationSelection, Keep][] = [
    ['tab', { tab: 'projectedLate' }, (row) => row.state === 'projectedLate'],
    [
      'words',
      { search: 'WELD  10' },
      (row) =>
        ['weld', '10'].every((word) =>
          `${row.name} ${row.projectNumber} ${row.projectName} ${row.customerName} ${row.categoryName}`
            .toLowerCase()
            .includes(word),
        ),
    ],
    ['statuses', { statuses: ['In Progress', 'On Hold'] }, (row) => ['In Progress', 'On Hold'].includes(row.status)],
    ['phases', { phases: ['engineering'] }, (row) => row.phase === 'engineering'],
    ['priorities', { priorities: ['critical', 'low'] }, (row) => ['critical', 'low'].includes(row.priorityClass)],
    ['severities', { severities: ['medium', 'high'] }, (row) => row.severity === 'medium' || row.severity === 'high'],
    ['days overdue', { minDaysOverdue: 2 }, (row) => row.state === 'overdue' && row.daysOverdue >= 2],
    ['on hold', { onHold: true }, (row) => row.onHold],
    ['not on hold', { onHold: false, tab: 'overdue' }, (row) => !row.onHold && row.state === 'overdue'],
    ['blocked', { flagged: ['blocked'] }, (row) => row.blocked],
    [
      'at risk',
      { flagged: ['at-risk'] },
      (row) => ['overdue', 'projectedLate', 'atRisk'].includes(row.state) && (row.slackDays ?? 99) <= 2,
    ],
    ['a week', { fromDate: '2026-11-23', toDate: '2026-11-29' }, (row) => touches(row, '2026-11-23', '2026-11-29')],
    ['no work center', { categoryIds: ['none'] }, (row) => row.categoryId === null],
  ]
  it.each(filters)('shows exactly the matching rows when filtered by: %s', async (_, selection, keep) => {
    const ids = (list: OperationListRow[]) => list.map(({ operationId }) => operationId).sort()
    const wanted = rows.filter(keep)
    expect(ids(await everything(ctx, selection))).toEqual(ids(wanted))
  })

  it('is sorted, grouped and paged without losing or repeating a row', async () => {
    const selection = { tab: 'overdue', groupBy: 'project' } as const
    const list = await listOperationRows(ctx, { ...selection, limit: 200 })
    expect(OperationList.parse(list)).toEqual(list)
    const groups = await listOperationGroups(ctx, selection)
    const byGroup = groups.keys.map((key, index) => {
      const own = list.rows.slice(groups.offsets[index], (groups.offsets[index] ?? 0) + (groups.counts[index] ?? 0))
      expect(own.every(({ projectId }) => projectId === key)).toBe(true)
      expect(groups.daysOverdue[index]).toBe(Math.max(...own.map(({ daysOverdue }) => daysOverdue)))
      return own
    })
    expect(byGroup.flat()).toEqual(list.rows)
    expect(groups.daysOverdue).toEqual([...groups.daysOverdue].sort((a, b) => b - a))
    expect(
      list.metrics.severities.critical +
        list.metrics.severities.high +
        list.metrics.severities.medium +
        list.metrics.severities.low,
    ).toBe(list.total)
    const priorities = await listOperationGroups(ctx, { groupBy: 'priority' })
    expect(priorities.keys).toEqual(['critical', 'high', 'medium', 'low'])
    const bySlack = (await everything(ctx, { sortBy: 'slack' })).map(({ slackDays }) => slackDays)
    const known = bySlack.filter((slack) => slack !== null)
    expect(known).toEqual([...known].sort((a, b) => a - b))
    expect(bySlack.slice(known.length).every((slack) => slack === null)).toBe(true)
    const byDue = await everything(ctx, { sortBy: 'dueDate' })
    const ends = byDue.flatMap(({ scheduledEndDate }) => scheduledEndDate ?? [])
    expect(ends).toEqual([...ends].sort())
    const ship = (await everything(ctx, { sortBy: 'shipDate' })).flatMap(({ dueDate }) => dueDate ?? [])
    expect(ship).toEqual([...ship].sort())
    expect(byDue.flatMap(({ dueDate }) => dueDate ?? [])).not.toEqual(ship)
    const byName = (await everything(ctx, { sortBy: 'projectName', sortOrder: 'desc' })).map((row) => row.projectName)
    expect(byName).toEqual([...byName].sort((a, b) => b.localeCompare(a, 'en', { numeric: true, sensitivity: 'base' })))
  })

  it('contains the groups whose operations have no start when it is grouped and sorted by start', async () => {
    const found = await app.db.withSystem((tx) =>
      tx.select().from(tenants).where(eq(tenants.name, 'Contoso Machining')),
    )
    const small = seedContext(app, found[0]?.tenantId ?? '')
    const list = await listOperationRows(small, { groupBy: 'project', sortBy: 'start', limit: 200 })
    expect(list.total).toBeLessThan(200)
    expect(new Set(list.rows.map(({ operationId }) => operationId)).size).toBe(list.total)
  })

  it('is exported with every matching row, and without text that a spreadsheet would run as a formula', async () => {
    const [first] = rows
    await changeOperation(ctx, {
      projectId: first?.projectId ?? '',
      operationId: first?.operationId ?? '',
      input: { notes: '=1+1\n"quoted"' },
    })
    let text = ''
    for await (const part of exportOperations(ctx, { sortBy: 'name' })) text += part
    expect(text.startsWith('\uFEFF"Project number"')).toBe(true)
    expect(text.split('\r\n')).toHaveLength(rows.length + 2)
    expect(text).toContain(`"'=1+1\n""quoted"""`)
  })
})
