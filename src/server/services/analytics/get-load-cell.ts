import { eq, inArray, sql } from 'drizzle-orm'
import { type LoadCell, type LoadDay, type LoadOperation, maxLoadOperations } from '#contract/analytics.ts'
import type { ProjectPhase } from '#contract/vocabulary.ts'
import { addDone, addPlanned, hasLoad, type LoadPeriods, loadPeriods, roundHours } from '#domain/analytics/load.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { epochMs, instantOf, preferHashes, readJsonArrays } from '../../db/read-json.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { projects } from '../../db/tables/projects.table.ts'
import { NotFoundError } from '../../errors.ts'
import { begunAt, doneHours, doneWork, leftHours, plannedWork } from '../operations/planned-work.ts'
import { dayFrame, type LoadFrame, loadFrame } from './get-load-matrix.ts'
import { readCalendars } from './work-center-calendars.ts'

type OperationRow = [
  id: string,
  name: string,
  projectId: string,
  plannedStartMs: number | null,
  plannedEndMs: number | null,
]
type PlannedRow = [...OperationRow, startMs: number, left: number]
type DoneRow = [...OperationRow, startMs: number, endMs: number | null, done: number]

/** An operation and its counted hours. */
interface Share {
  readonly row: PlannedRow | DoneRow
  readonly hours: number
}

interface CellFilter {
  readonly categoryId: string
  readonly phase?: ProjectPhase | undefined
}

const columns = [
  sql`operation_id`,
  sql`name`,
  sql`project_id`,
  epochMs(sql`scheduled_start_date`),
  epochMs(sql`scheduled_end_date`),
  epochMs(begunAt),
]

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

const namesOf = async (ctx: TenantContext, tx: Tx, projectIds: readonly string[]) => {
  const rows = await tx
    .select({ id: projects.projectId, number: projects.projectNumber, name: projects.projectName })
    .from(projects)
    .where(sql`${eq(projects.tenantId, ctx.tenantId)} and ${inArray(projects.projectId, [...projectIds])}`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** The hours that each operation adds to the week and to the backlog. */
const readPlannedShares = async (
  ctx: TenantContext,
  tx: Tx,
  query: CellFilter,
  { lastMs, nowMs }: LoadFrame,
  periods: LoadPeriods,
): Promise<{ load: Share[]; backlog: Share[] }> => {
  const before = instantOf(Math.max(lastMs, nowMs))
  const rows = await readJsonArrays<PlannedRow>(tx, [...columns, leftHours], plannedWork(ctx, { ...query, before }))
  const [load, backlog]: [Share[], Share[]] = [[], []]
  for (const row of rows) {
    const into = [0]
    const [, , , , plannedEndMs, startMs, left] = row
    const behind = addPlanned(into, periods, { startMs, endMs: plannedEndMs ?? startMs, leftHours: left })
    load.push({ row, hours: into[0] ?? 0 })
    backlog.push({ row, hours: behind })
  }
  return { load, backlog }
}

/** The hours done of each operation in the part of the week that has passed. */
const readDoneShares = async (
  ctx: TenantContext,
  tx: Tx,
  query: CellFilter,
  { firstMs, lastMs, nowMs }: LoadFrame,
  { clock, capacity }: LoadPeriods,
): Promise<Share[]> => {
  const passedMs = Math.min(lastMs, nowMs)
  if (passedMs <= firstMs) return []
  const passed = loadPeriods(clock, capacity, [firstMs, passedMs], nowMs)
  const range = { after: instantOf(firstMs), before: instantOf(passedMs) }
  const rows = await readJsonArrays<DoneRow>(
    tx,
    [...columns, epochMs(sql`actual_end_date`), doneHours],
    doneWork(ctx, { ...query, ...range }),
  )
  return rows.map((row) => {
    const into = [0]
    const [, , , , , startMs, endMs, hours] = row
    addDone(into, passed, { startMs, untilMs: endMs ?? nowMs, doneHours: hours })
    return { row, hours: into[0] ?? 0 }
  })
}

const totalOf = (shares: readonly Share[]): number => roundHours(shares.reduce((sum, { hours }) => sum + hours, 0))

/** The counted shares, most hours first, then by planned start. */
const inOrder = (shares: readonly Share[]): Share[] =>
  shares
    .filter(({ hours }) => hours > 0)
    .sort((a, b) => b.hours - a.hours || (a.row[3] ?? 0) - (b.row[3] ?? 0) || (a.row[0] < b.row[0] ? -1 : 1))

/** The operations of a work center in the one period of a frame, and its backlog. 404 for a work center that is unknown or has no load. */
const readCell = async (
  ctx: TenantContext,
  tx: Tx,
  { categoryId, phase }: CellFilter,
  frame: LoadFrame,
): Promise<Omit<LoadCell, 'week' | 'isCurrent'>> => {
  const query = { categoryId, phase }
  const { bounds, nowMs, lastMs } = frame
  const calendars = await readCalendars(ctx, tx, frame.calendarsFromMs)
  const own = calendars.find(({ center }) => center.categoryId === query.categoryId && hasLoad(center))
  if (!own) throw new NotFoundError()
  const periods = loadPeriods(own.calendar, own.capacity, bounds, nowMs)
  await preferHashes(tx)
  const planned = await readPlannedShares(ctx, tx, query, frame, periods)
  const done = await readDoneShares(ctx, tx, query, frame, periods)
  const load = inOrder(lastMs <= nowMs ? done : planned.load)
  const backlog = inOrder(planned.backlog)
  const listed = [load, backlog].map((shares) => shares.slice(0, maxLoadOperations))
  const projectIds = new Set(listed.flat().map(({ row }) => row[2]))
  const names = await namesOf(ctx, tx, [...projectIds])
  const [operations = [], behind = []] = listed.map((shares) =>
    shares.map(({ row: [operationId, name, projectId, startMs, endMs], hours }): LoadOperation => {
      const { number = '', name: projectName = '' } = names.get(projectId) ?? {}
      const dates = { scheduledStartDate: iso(startMs), scheduledEndDate: iso(endMs) }
      return { operationId, name, projectId, projectNumber: number, projectName, ...dates, hours: roundHours(hours) }
    }),
  )
  return {
    categoryId: query.categoryId,
    loadHours: totalOf(load),
    openHours: periods.openHours[0] ?? 0,
    doneHours: totalOf(done),
    total: load.length,
    operations,
    backlogHours: totalOf(backlog),
    backlogTotal: backlog.length,
    backlog: behind,
  }
}

/** The operations that make up one cell of the load matrix and its backlog. 404 for a work center that is unknown or has no load. */
export const getLoadCell = (ctx: TenantContext, query: CellFilter & { readonly week: string }): Promise<LoadCell> =>
  readTenant(ctx, async (tx) => {
    const frame = await loadFrame(ctx, tx, { from: query.week, weeks: 1 })
    const { first, thisWeek } = frame
    return { ...(await readCell(ctx, tx, query, frame)), week: first, isCurrent: first === thisWeek }
  })

/** The same for one day. */
export const getLoadDay = (ctx: TenantContext, query: CellFilter & { readonly day: string }): Promise<LoadDay> =>
  readTenant(ctx, async (tx) => {
    const { day } = query
    const frame = await dayFrame(ctx, tx, { from: day, days: 1 })
    return { ...(await readCell(ctx, tx, query, frame)), day, isToday: day === frame.today }
  })
