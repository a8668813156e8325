import { sql } from 'drizzle-orm'
import { CapacityRule } from '#domain/scheduling/check/capacity-rule.ts'
import { localClock } from '#domain/scheduling/check/local-clock.ts'
import { OpenMinutes } from '#domain/scheduling/check/open-minutes.ts'
import { dayMs, minuteMs } from '#domain/time/units.ts'
import type { TenantContext } from '#server/context.ts'
import { decodePlacement } from '#server/db/placement-code.ts'
import { loadShop } from '#server/services/scheduling/load-shop.ts'

interface ProjectRow {
  project_id: string
  current_phase: string
  status: string
  planned_ship_date: string | null
  actual_ship_date: string | null
}

interface OperationRow {
  operation_id: string
  project_id: string
  category_id: string
  pool_id: string | null
  status: string
  on_hold: boolean
  duration_hours: number
  progress_percent: number
  scheduled_start_date: string | null
  scheduled_end_date: string | null
  actual_start_date: string | null
  actual_end_date: string | null
  placement: { factors: { code: string; at: number; binding: boolean }[] } | null
}

type PlacementRow = Pick<OperationRow, 'operation_id' | 'scheduled_start_date' | 'scheduled_end_date'> & {
  plan_id: string
  placement: string | null
}

interface IntervalRow {
  operation_id: string
  started_at: string
  ended_at: string | null
}

interface HistoryRow {
  entity_id: string
  at: string
  changes: { field: string; to: string }[]
}

/** Stored rows of an organization, in snake case, with instants as ISO text. */
const rowsOf = async <Row>(ctx: TenantContext, table: string): Promise<Row[]> =>
  ctx.app.db.withTenant(ctx, async (tx) => {
    const { rows } = await tx.execute<{ rows: string }>(
      sql`select coalesce(json_agg(t), '[]')::text as rows from ${sql.identifier(table)} t where tenant_id = ${ctx.tenantId}`,
    )
    return JSON.parse(rows[0]?.rows ?? '[]') as Row[]
  })

const ms = (text: string | null): number => (text === null ? Number.NaN : Date.parse(text))

/**
 * Recomputes every analytics value from the raw rows, with plain loops, `Intl` for calendar days and the
 * minute-by-minute calendar of the schedule checker. Shares no code with the services on purpose.
 */
export const analyticsOracle = async (ctx: TenantContext, zone: string) => {
  const nowMs = ctx.app.now().getTime()
  const projects = await rowsOf<ProjectRow>(ctx, 'projects')
  const facts = await rowsOf<OperationRow>(ctx, 'operations')
  const [tenant] = await rowsOf<{ plan_id: string }>(ctx, 'tenants')
  const placements = await rowsOf<PlacementRow>(ctx, 'placements')
  const placementOf = new Map(
    placements
      .filter(({ plan_id }) => plan_id === tenant?.plan_id)
      .map((placement) => [placement.operation_id, placement]),
  )
  const operations = facts.map((fact): OperationRow => {
    const {
      scheduled_start_date = null,
      scheduled_end_date = null,
      placement = null,
    } = placementOf.get(fact.operation_id) ?? {}
    return {
      ...fact,
      scheduled_start_date,
      scheduled_end_date,
      placement: placement === null ? null : decodePlacement(placement),
    }
  })
  const intervals = await rowsOf<IntervalRow>(ctx, 'work_intervals')
  const intervalsOf = Map.groupBy(intervals, ({ operation_id }) => operation_id)
  const history = await rowsOf<HistoryRow>(ctx, 'history_entries')
  const { snapshot } = await loadShop(ctx, nowMs)
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' })
  const day = (atMs: number): string => format.format(atMs)
  const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / dayMs)
  const shipped = (from: string, to: string) =>
    projects
      .filter((p) => p.current_phase === 'shipped' && p.actual_ship_date && p.planned_ship_date)
      .map((p) => ({
        on: day(ms(p.actual_ship_date)),
        late: daysBetween(day(ms(p.planned_ship_date)), day(ms(p.actual_ship_date))),
      }))
      .filter(({ on }) => on >= from && on <= to)
  const openOf = new Map<string, OpenMinutes>()
  const firstMs = Math.floor((nowMs - 400 * dayMs) / dayMs) * dayMs
  const clock = localClock(zone, firstMs, 460 * 1_440)
  const workedMs = (categoryId: string, fromMs: number, toMs: number): number => {
    const open = openOf.get(categoryId) ?? OpenMinutes.of(snapshot, categoryId, firstMs, clock)
    openOf.set(categoryId, open)
    return open.worked(toMs) - open.worked(fromMs)
  }
  const isScheduled = (projectId: string): boolean => {
    const project = projects.find((p) => p.project_id === projectId)
    const closed = ['complete', 'shipped', 'on_hold', 'cancelled']
    return (
      !closed.includes(project?.current_phase ?? '') && project?.status !== 'On Hold' && project?.status !== 'Completed'
    )
  }
  /** Open planned work of active projects that is not on hold. */
  const planned = (categoryId: string) =>
    operations
      .filter((o) => [o.category_id, o.pool_id].includes(categoryId) && o.status !== 'Completed' && !o.on_hold)
      .filter((o) => o.scheduled_start_date && o.scheduled_end_date && isScheduled(o.project_id))
      .map((o) => ({
        startMs: ms(o.actual_start_date ?? o.scheduled_start_date),
        endMs: ms(o.scheduled_end_date),
        leftMs: ((o.duration_hours * (100 - o.progress_percent)) / 100) * 60 * minuteMs,
      }))
  return {
    shipped,
    /** Number of projects by phase at an instant, from replaying history. */
    phasesAt: (atMs: number): Record<string, number> => {
      const counts: Record<string, number> = {}
      for (const project of projects) {
        const own = history.filter((h) => h.entity_id === project.project_id).sort((a, b) => ms(a.at) - ms(b.at))
        let phase: string | null = null
        for (const entry of own) {
          if (ms(entry.at) > atMs) break
          for (const change of entry.changes) {
            if (change.field === 'currentPhase') phase = change.to
          }
        }
        if (phase) counts[phase] = (counts[phase] ?? 0) + 1
      }
      return counts
    },
    finished: (from: string, to: string) =>
      operations.filter(
        (o) => o.status === 'Completed' && day(ms(o.actual_end_date)) >= from && day(ms(o.actual_end_date)) <= to,
      ),
    /** Open time in its recorded intervals, which never overlap here, else between its start and its end. */
    workedHours: (o: OperationRow): number => {
      const spans = intervalsOf.get(o.operation_id) ?? [
        { started_at: o.actual_start_date, ended_at: o.actual_end_date },
      ]
      const worked = spans.map((span) => workedMs(o.category_id, ms(span.started_at), ms(span.ended_at)))
      return worked.reduce((sum, some) => sum + some, 0) / (60 * minuteMs)
    },
    /** Planned hours of a work center in a future week, or in the rest of the current week. */
    loadHours: (categoryId: string, fromMs: number, toMs: number): number =>
      planned(categoryId).reduce((sum, { startMs, endMs, leftMs }) => {
        if (endMs <= nowMs) return sum
        const spanMs = workedMs(categoryId, Math.max(startMs, nowMs), endMs)
        const plannedMs = startMs < nowMs ? Math.min(leftMs, spanMs) : leftMs
        const [first, last] = [Math.max(startMs, fromMs, nowMs), Math.min(endMs, toMs)]
        const share =
          spanMs > 0
            ? (last > first ? workedMs(categoryId, first, last) : 0) / spanMs
            : Number(startMs >= fromMs && startMs < toMs)
        return sum + (plannedMs * share) / (60 * minuteMs)
      }, 0),
    /** Remaining hours for which the plan has no working time. */
    backlogHours: (categoryId: string): number =>
      planned(categoryId).reduce((sum, { startMs, endMs, leftMs }) => {
        if (startMs >= nowMs) return sum
        const goesOnMs = endMs > nowMs ? workedMs(categoryId, nowMs, endMs) : 0
        return sum + Math.max(0, leftMs - goesOnMs) / (60 * minuteMs)
      }, 0),
    /** Hours done at a work center between two instants, minute by minute from the start of each operation. */
    doneHours: (categoryId: string, fromMs: number, toMs: number): number =>
      operations
        .filter((o) => [o.category_id, o.pool_id].includes(categoryId) && (o.actual_end_date || o.progress_percent > 0))
        .reduce((sum, o) => {
          const startMs = ms(o.actual_start_date ?? o.scheduled_start_date)
          const untilMs = o.actual_end_date ? ms(o.actual_end_date) : nowMs
          const doneMs = o.duration_hours * (o.actual_end_date ? 1 : o.progress_percent / 100) * 60 * minuteMs
          const by = (atMs: number) =>
            atMs <= startMs
              ? 0
              : Math.min(doneMs, workedMs(categoryId, startMs, Math.min(atMs, Math.max(untilMs, startMs))))
          return sum + (startMs < toMs ? Math.max(0, by(toMs) - by(fromMs)) / (60 * minuteMs) : 0)
        }, 0),
    openHours: (categoryId: string, fromMs: number, toMs: number): number => {
      const capacity = new CapacityRule(snapshot, categoryId)
      const within = capacity.changesMs.filter((atMs) => fromMs < atMs && atMs < toMs).sort((a, b) => a - b)
      const bounds = [fromMs, ...within, toMs]
      return bounds.reduce((sum, atMs, i) => {
        const untilMs = bounds[i + 1] ?? atMs
        return sum + (capacity.at(atMs) * workedMs(categoryId, atMs, untilMs)) / (60 * minuteMs)
      }, 0)
    },
  }
}
