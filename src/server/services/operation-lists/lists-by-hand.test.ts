import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  defaultRiskDays,
  type OperationSort,
  type OperationTab,
  operationSorts,
  operationTabs,
  operationWorks,
  priorityClasses,
  severities,
} from '#contract/operation-filter.ts'
import type { OperationListRow } from '#contract/operation-lists.ts'
import { operationStatuses, projectPhases } from '#contract/vocabulary.ts'
import { endOfDayMs, localDate, startOfDayMs } from '#domain/time/zone-dates.ts'
import { valueAt } from '#domain/value-at.ts'
import { randomNumbers } from '#testing/bench/random-shop.ts'
import { everyOperationRow as everything } from '#testing/every-operation-row.ts'
import { openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { mintTenantContext, newServices, type TenantContext } from '../../context.ts'
import { categories } from '../../db/tables/categories.table.ts'
import { operationForecasts } from '../../db/tables/forecasts.table.ts'
import { projects } from '../../db/tables/projects.table.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { seedContext } from '../../seed/seed-context.ts'
import { seedDemo } from '../../seed/seed-demo.ts'
import { bulkChangeOperations } from '../bulk-operations/bulk-change-operations.ts'
import { snoozeOperations } from '../bulk-operations/snooze-operations.ts'
import { changeOperation } from '../operations/write-operations.ts'
import { listOperationGroups, listOperationRows } from './list-operation-rows.ts'
import type { OperationSelection } from './operation-query.ts'

const nowMs = Date.parse('2026-11-18T16:24:00Z')
/** The zone of the reader, whose days are meant. The shop is in Chicago. */
const readerZone = 'Pacific/Honolulu'
const rounds = 48
const open = ['overdue', 'projectedLate', 'atRisk', 'onTime']
const instant = (text: string | null): number | null => (text === null ? null : Date.parse(text))

describe('a list of operations, compared with filtering, sorting and counting all rows by hand', () => {
  let database: TestDatabase
  let ctx: TenantContext
  /** All rows in the order of the plan. */
  let rows: OperationListRow[]
  let placeOf: Map<string, number>
  let slackOf: Map<string, number | null>
  let shipOf: Map<string, number | null>
  let centers: string[]
  /** Days on which begun operations started, or were planned to start. */
  let startDays: string[]

  beforeAll(async () => {
    database = await openTestDatabase()
    let clockMs = nowMs - 26 * 3_600_000
    const app = newServices({ db: database.db, now: () => new Date(clockMs) })
    await seedDemo(app)
    const [tenant] = await database.db.withSystem((tx) =>
      tx.select().from(tenants).where(eq(tenants.name, 'Northwind Fabrication')),
    )
    ctx = mintTenantContext({ ...seedContext(app, tenant?.tenantId ?? ''), timeZone: readerZone })
    const late = await everything(ctx, { tab: 'overdue' })
    const target = (from: number, to: number) => ({
      operations: late.slice(from, to).map(({ operationId }) => ({ operationId })),
    })
    clockMs = nowMs
    // Two operations recover and others are snoozed.
    await bulkChangeOperations(ctx, { target: target(0, 2), action: { kind: 'progress', progressPercentage: 100 } })
    await snoozeOperations(ctx, { target: target(2, 5), untilDate: '2026-11-25', reason: 'Steel comes Wednesday' })
    // One operation begins long before it was planned to.
    const early = (await everything(ctx, { sortBy: 'start', sortOrder: 'desc' })).find(
      ({ scheduledStartDate }) => scheduledStartDate !== null,
    )
    await changeOperation(ctx, {
      projectId: early?.projectId ?? '',
      operationId: early?.operationId ?? '',
      input: { actualStartDate: '2026-11-12T15:00:00Z' },
    })
    const risky = await everything(ctx, { tab: 'projectedLate' })
    const [one, two] = risky.map(({ operationId }) => ({ operationId }))
    if (one && two) {
      await snoozeOperations(ctx, { target: { operations: [one, two] }, untilDate: '2026-11-25', reason: 'Agreed' })
    }
    const stored = await database.db.withTenant(ctx, async (tx) => ({
      projects: await tx.select().from(projects),
      forecasts: await tx.select().from(operationForecasts),
      centers: await tx.select().from(categories).orderBy(categories.sequence, categories.categoryId),
    }))
    shipOf = new Map(stored.projects.map((of) => [of.projectId, of.plannedShipDate?.getTime() ?? null]))
    slackOf = new Map(stored.forecasts.map((of) => [of.operationId, of.slackDays]))
    centers = stored.centers.map(({ categoryId }) => categoryId)
    rows = (await everything(ctx)).sort(
      (a, b) =>
        (shipOf.get(a.projectId) ?? Infinity) - (shipOf.get(b.projectId) ?? Infinity) ||
        (a.projectNumber < b.projectNumber ? -1 : a.projectNumber > b.projectNumber ? 1 : 0) ||
        a.sequence - b.sequence ||
        (a.operationId < b.operationId ? -1 : 1),
    )
    startDays = rows
      .filter(({ actualStartDate, actualEndDate }) => actualStartDate !== null && actualEndDate === null)
      .flatMap(({ actualStartDate, scheduledStartDate }) => [actualStartDate, scheduledStartDate])
      .flatMap((date) => (date === null ? [] : [localDate(Date.parse(date), readerZone)]))
    placeOf = new Map(rows.map(({ operationId }, place) => [operationId, place]))
  })
  afterAll(() => database.close())

  const slack = ({ operationId }: OperationListRow) => slackOf.get(operationId) ?? null
  const state = (row: OperationListRow, { riskDays = defaultRiskDays }: OperationSelection) => {
    const days = slack(row)
    if (row.state !== 'atRisk' && row.state !== 'onTime') return row.state
    return days !== null && days <= riskDays ? 'atRisk' : 'onTime'
  }
  const isOnTab = (row: OperationListRow, tab: OperationTab, selection: OperationSelection): boolean =>
    tab === 'all' || (tab === 'behindPlan' ? row.behindPlan : state(row, selection) === tab)
  const isShown = (row: OperationListRow, tab: OperationTab, { snoozed }: OperationSelection): boolean => {
    const rule = snoozed ?? (tab === 'all' ? 'show' : 'hide')
    return rule === 'show' || (row.snooze !== null) === (rule === 'only')
  }
  const awaitsMaterial = (row: OperationListRow): boolean =>
    (instant(row.materialReadyDate) ?? 0) > ctx.app.now().getTime() &&
    row.actualStartDate === null &&
    row.progressPercentage === 0 &&
    !['completed', 'closed'].includes(row.state)
  const takesPlaceBetween = (row: OperationListRow, { fromDate, toDate }: OperationSelection): boolean => {
    if (fromDate === undefined && toDate === undefined) return true
    const start = Date.parse(row.actualStartDate ?? row.scheduledStartDate ?? '')
    // Work that began after its scheduled end takes place when it began.
    const end = Math.max(start, Date.parse(row.actualEndDate ?? row.scheduledEndDate ?? ''))
    const from = fromDate === undefined ? -Infinity : startOfDayMs(Date.parse(`${fromDate}T18:00Z`), readerZone)
    const until = toDate === undefined ? Infinity : endOfDayMs(Date.parse(`${toDate}T18:00Z`), readerZone)
    return (toDate === undefined || start < until) && (end > from || (end === start && end === from))
  }
  const passes = (row: OperationListRow, of: OperationSelection): boolean => {
    const words = (of.search ?? '').toLowerCase().split(/\s+/)
    const text =
      `${row.name} ${row.partNumber}\n${row.projectNumber} ${row.projectName} ${row.customerName}\n${row.categoryName ?? ''}`.toLowerCase()
    const days = slack(row)
    const isAtRisk = open.includes(row.state) && days !== null && days <= (of.riskDays ?? defaultRiskDays)
    return (
      (!of.categoryIds || of.categoryIds.includes(row.categoryId ?? 'none')) &&
      (!of.projectIds || of.projectIds.includes(row.projectId)) &&
      ((of.work ?? 'all') === 'all' || ['completed', 'closed'].includes(row.state) === (of.work === 'finished')) &&
      (!of.statuses || of.statuses.includes(row.status)) &&
      (!of.phases || of.phases.includes(row.phase)) &&
      (!of.priorities || of.priorities.includes(row.priorityClass)) &&
      (!of.severities || (row.severity !== null && of.severities.includes(row.severity))) &&
      (!of.minDaysOverdue || (row.state === 'overdue' && row.daysOverdue >= of.minDaysOverdue)) &&
      (of.onHold === undefined || row.onHold === of.onHold) &&
      takesPlaceBetween(row, of) &&
      (!of.flagged ||
        (of.flagged.includes('at-risk') && isAtRisk) ||
        (of.flagged.includes('blocked') && row.blocked) ||
        (of.flagged.includes('waiting-for-material') && awaitsMaterial(row))) &&
      words.every((word) => text.includes(word))
    )
  }
  const matches = (row: OperationListRow, of: OperationSelection): boolean => {
    const tab = of.tab ?? 'all'
    if (!isShown(row, tab, of)) return false
    if (of.trend === 'recovered') return row.recovered && (tab === 'overdue' || tab === 'all')
    return isOnTab(row, tab, of) && (of.trend !== 'new' || row.newSinceYesterday)
  }

  const texts = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
  const ranked = (text: (row: OperationListRow) => string) => {
    const all = [...new Set(rows.map(text))].sort(texts.compare)
    const places: number[] = []
    for (const [index, own] of all.entries()) {
      const before = all[index - 1]
      places.push(before !== undefined && texts.compare(before, own) === 0 ? (places[index - 1] ?? 0) : index)
    }
    return (row: OperationListRow) => places[all.indexOf(text(row))] ?? null
  }
  const keys = (): Record<OperationSort, (row: OperationListRow) => number | null> => ({
    daysOverdue: (row) => (open.includes(row.state) && row.endsByDate !== null ? -Date.parse(row.endsByDate) : null),
    projectName: ranked((row) => row.projectName),
    projectNumber: ranked((row) => row.projectNumber),
    name: ranked((row) => row.name),
    progress: (row) => row.progressPercentage,
    priority: (row) => row.priority,
    dueDate: (row) => instant(row.scheduledEndDate),
    end: (row) => instant(row.scheduledEndDate),
    start: (row) => instant(row.scheduledStartDate),
    shipDate: (row) => shipOf.get(row.projectId) ?? null,
    workCenter: (row) => (row.categoryId === null ? null : centers.indexOf(row.categoryId)),
    status: (row) => operationStatuses.indexOf(row.status),
    duration: (row) => row.durationHours,
    slack,
    lateness: (row) => {
      const [end, needBy] = [instant(row.forecastEndDate), instant(row.needByDate)]
      return end === null || needBy === null ? null : end - needBy
    },
    material: (row) => instant(row.materialReadyDate),
    forecastStart: (row) => instant(row.forecastStartDate),
    date80: (row) => instant(row.odds?.p80 ?? null),
    chance: (row) => row.odds?.needByChance ?? null,
  })
  const sorted = (list: OperationListRow[], { sortBy = 'daysOverdue', sortOrder }: OperationSelection) => {
    const key = keys()[sortBy]
    const order = sortOrder ?? (['daysOverdue', 'priority', 'lateness'].includes(sortBy) ? 'desc' : 'asc')
    const valued = list.map((row) => {
      const value = key(row)
      return { row, value: value === null ? Infinity : order === 'desc' ? -value : value }
    })
    const place = ({ operationId }: OperationListRow) => placeOf.get(operationId) ?? 0
    return valued
      .sort((a, b) => (a.value === b.value ? place(a.row) - place(b.row) : a.value - b.value))
      .map(({ row }) => row)
  }

  const randomSelection = (seed: number): OperationSelection => {
    const random = randomNumbers(seed * 7_919)
    for (let warm = 0; warm < 5; warm++) random()
    const one = <T>(list: readonly T[]): T => valueAt(list, Math.floor(random() * list.length))
    const some = <T>(list: readonly T[]): T[] => [...new Set([one(list), one(list), one(list)])]
    const often = <T>(chance: number, value: () => T): T | undefined => (random() < chance ? value() : undefined)
    // Half of the selections have no filter of operations, because such lists are counted in another way.
    const isNarrow = seed % 2 === 1 ? 1 : 0
    return {
      tab: often(0.8, () => one(operationTabs)),
      sortBy: often(0.8, () => one(operationSorts)),
      sortOrder: often(0.5, () => one(['asc', 'desc'] as const)),
      snoozed: often(0.4, () => one(['hide', 'only', 'show'] as const)),
      phases: often(0.2, () => some(projectPhases)),
      priorities: often(0.2, () => some(priorityClasses)),
      projectIds: often(0.15, () => some(rows).map(({ projectId }) => projectId)),
      search: often(0.3 * isNarrow, () => one(['weld', 'a 1', 'PAINT', 'e', 'zebra'])),
      categoryIds: often(0.2 * isNarrow, () => some([...centers, 'none' as const])),
      statuses: often(0.2 * isNarrow, () => some(operationStatuses)),
      severities: often(0.15 * isNarrow, () => some(severities)),
      minDaysOverdue: often(0.15 * isNarrow, () => one([1, 2, 5])),
      flagged: often(0.2 * isNarrow, () => some(['at-risk', 'blocked', 'waiting-for-material'] as const)),
      work: often(0.3 * isNarrow, () => one(operationWorks)),
      onHold: often(0.2 * isNarrow, () => random() < 0.3),
      trend: often(0.2, () => one(['new', 'recovered'] as const)),
      fromDate: often(0.25 * isNarrow, () => one(startDays)),
      toDate: often(0.25 * isNarrow, () => one(startDays)),
      riskDays: often(0.3, () => one([0, 5, 9])),
    }
  }

  const figuresOf = (of: OperationSelection) => {
    const tab = of.tab ?? 'all'
    const found = rows.filter((row) => passes(row, of))
    const selected = found.filter((row) => matches(row, of))
    const late = selected.filter((row) => row.state === 'overdue')
    const shown = found.filter((row) => isShown(row, tab, of))
    const days = late.reduce((sum, row) => sum + row.daysOverdue, 0) / Math.max(1, late.length)
    return {
      total: selected.length,
      tabs: Object.fromEntries(
        operationTabs.map((each) => [
          each,
          found.filter((row) => isOnTab(row, each, of) && isShown(row, each, of)).length,
        ]),
      ),
      snoozed: found.filter((row) => isOnTab(row, tab, of) && row.snooze !== null).length,
      newSinceYesterday: shown.filter((row) => isOnTab(row, tab, of) && row.newSinceYesterday).length,
      recovered: ['overdue', 'all'].includes(tab) ? shown.filter((row) => row.recovered).length : 0,
      metrics: {
        projects: new Set(selected.map(({ projectId }) => projectId)).size,
        hoursLeft: expect.closeTo(
          selected.reduce((sum, row) => sum + row.hoursLeft, 0),
          1,
        ),
        averageDaysOverdue: expect.closeTo(days, 1),
        blocked: selected.filter(({ blocked }) => blocked).length,
        severities: Object.fromEntries(
          severities.map((name) => [name, late.filter(({ severity }) => severity === name).length]),
        ),
      },
    }
  }

  it('contains snoozed, recovered, newly overdue and blocked operations', () => {
    const count = (keep: (row: OperationListRow) => boolean) => rows.filter(keep).length
    expect(count(({ snooze }) => snooze !== null)).toBeGreaterThan(3)
    expect(count(({ recovered }) => recovered)).toBeGreaterThan(0)
    expect(count(({ newSinceYesterday }) => newSinceYesterday)).toBeGreaterThan(0)
    expect(count(({ blocked }) => blocked)).toBeGreaterThan(0)
  })

  it('has the same rows in the same order, the same counts and the same figures for any selection', async () => {
    for (let seed = 1; seed <= rounds; seed++) {
      const of = randomSelection(seed)
      const wanted = sorted(
        rows.filter((row) => passes(row, of) && matches(row, of)),
        of,
      ).map(({ operationId }) => operationId)
      const first = await listOperationRows(ctx, { ...of, limit: 7 })
      expect(
        first.rows.map(({ operationId }) => operationId),
        JSON.stringify(of),
      ).toEqual(wanted.slice(0, 7))
      // A window in the middle of the list.
      const offset = Math.floor(wanted.length / 3)
      const answer = await listOperationRows(ctx, { ...of, offset, limit: 7 })
      expect(
        answer.rows.map(({ operationId }) => operationId),
        JSON.stringify(of),
      ).toEqual(wanted.slice(offset, offset + 7))
      expect(answer, JSON.stringify(of)).toMatchObject(figuresOf(of))
      // A request without rows gets the same counts.
      expect(await listOperationRows(ctx, { ...of, offset, limit: 0 })).toEqual({ ...answer, rows: [] })
      const all = await everything(ctx, of)
      expect(
        all.map(({ operationId }) => operationId),
        JSON.stringify(of),
      ).toEqual(wanted)
    }
  }, 240_000)

  it('each tab of an unfiltered list has the counts that the rows have, for any limit of the state at risk', async () => {
    for (const tab of operationTabs)
      for (const riskDays of [undefined, 0, 5])
        for (const trend of [undefined, 'new'] as const) {
          const of = { tab, riskDays, trend }
          expect(await listOperationRows(ctx, { ...of, limit: 0 }), JSON.stringify(of)).toMatchObject(figuresOf(of))
        }
  }, 120_000)

  it('has the same rows in the middle of the list, by whatever it is sorted', async () => {
    const offset = Math.floor(rows.length / 2)
    for (const sortBy of operationSorts) {
      for (const sortOrder of ['asc', 'desc'] as const) {
        const answer = await listOperationRows(ctx, { sortBy, sortOrder, offset, limit: 5 })
        const wanted = sorted([...rows], { sortBy, sortOrder }).slice(offset, offset + 5)
        expect(
          answer.rows.map(({ operationId }) => operationId),
          `${sortBy} ${sortOrder}`,
        ).toEqual(wanted.map(({ operationId }) => operationId))
      }
    }
  }, 120_000)

  it('has the same groups, and each group keeps the order of the list', async () => {
    const keyOf = {
      project: (row: OperationListRow) => row.projectId,
      operation: (row: OperationListRow) => row.name,
      priority: (row: OperationListRow) => row.priorityClass,
    }
    for (let seed = 1; seed <= rounds / 2; seed++) {
      const groupBy = (['project', 'operation', 'priority'] as const)[seed % 3] ?? 'project'
      const { sortBy, sortOrder, ...filter } = randomSelection(seed + 1_000)
      // The first groups of a list without a filter are found in another way.
      const of = { ...(seed % 2 === 1 ? filter : {}), sortBy, sortOrder, groupBy }
      const wanted = Map.groupBy(
        sorted(
          rows.filter((row) => passes(row, of) && matches(row, of)),
          of,
        ),
        keyOf[groupBy],
      )
      const groups = await listOperationGroups(ctx, of)
      expect(new Set(groups.keys), JSON.stringify(of)).toEqual(new Set(wanted.keys()))
      const firsts = groups.keys.map((key) =>
        keys()[of.sortBy ?? 'daysOverdue'](wanted.get(key)?.[0] as OperationListRow),
      )
      const ascending = [...firsts].sort((a, b) => (a ?? Infinity) - (b ?? Infinity))
      const descending = [...firsts].sort((a, b) => (b ?? -Infinity) - (a ?? -Infinity))
      if (groupBy !== 'priority') expect([ascending, descending], JSON.stringify(of)).toContainEqual(firsts)
      else expect(groups.keys).toEqual(priorityClasses.filter((name) => wanted.has(name)))
      expect(groups.counts).toEqual(groups.keys.map((key) => wanted.get(key)?.length))
      expect(groups.daysOverdue).toEqual(
        groups.keys.map((key) => Math.max(...(wanted.get(key) ?? []).map(({ daysOverdue }) => daysOverdue))),
      )
      const inGroups = groups.keys.flatMap((key) => wanted.get(key) ?? []).map(({ operationId }) => operationId)
      const listed = (await everything(ctx, of)).map(({ operationId }) => operationId)
      expect(listed, JSON.stringify(of)).toEqual(inGroups)
      for (const offset of [2, Math.max(0, inGroups.length - 5)]) {
        const { rows: some } = await listOperationRows(ctx, { ...of, offset, limit: 5 })
        expect(
          some.map(({ operationId }) => operationId),
          JSON.stringify(of),
        ).toEqual(inGroups.slice(offset, offset + 5))
      }
    }
  }, 240_000)
})
