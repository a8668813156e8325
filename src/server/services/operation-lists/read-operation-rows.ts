import { sql } from 'drizzle-orm'
import { defaultRiskDays } from '#contract/operation-filter.ts'
import type { OperationListRow } from '#contract/operation-lists.ts'
import type { OperationOutlook } from '#contract/operation-outlook.ts'
import type { ProjectPhase } from '#contract/vocabulary.ts'
import type { CauseVerdict } from '#domain/forecast/operation-cause.ts'
import { priorityClassOf, severityOf } from '#domain/forecast/overdue-thresholds.ts'
import { listedFields } from '#domain/operations/fields.ts'
import { workLeftHours } from '#domain/operations/work-left.ts'
import { endOfDayMs } from '#domain/time/zone-dates.ts'
import { markedIdleHours } from '#domain/work-time/idle-since.ts'
import type { Tx } from '../../db/database.ts'
import { type FieldValues, fieldPairs } from '../../db/field-columns.ts'
import { linksOfIds, operationsOfIds } from '../../db/operations-in-force.ts'
import { epochMs, instantOf, readJson } from '../../db/read-json.ts'
import { readNextSteps } from '../forecasts/kept-remedies.ts'
import { nameVerdicts } from '../forecasts/name-verdicts.ts'
import { noOutlook, presentOdds, type StoredOdds } from '../forecasts/present-outlook.ts'
import { readTimeSums, type TimeSum } from '../work-time/sum-times.ts'
import type { QueryFacts } from './join-sources.ts'

const previewCharacters = 300
const round = (value: number, places: number): number => Math.round(value * 10 ** places) / 10 ** places
const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

/** The fields of the operation itself that a row holds. */
const ownFields = [
  'name',
  'status',
  'progressPercentage',
  'durationHours',
  'sequence',
  'onHold',
  'pinned',
  'notes',
  'poolId',
  'materialReadyDate',
  'materialNote',
  'scheduledStartDate',
  'scheduledEndDate',
  'actualStartDate',
  'actualEndDate',
  ...listedFields,
] as const

type ShownOfOthers = Pick<
  OperationListRow,
  | 'operationId'
  | 'projectId'
  | 'projectNumber'
  | 'projectName'
  | 'customerName'
  | 'priority'
  | 'categoryId'
  | 'categoryName'
  | 'categoryColor'
  | 'categoryOutside'
  | 'poolName'
  | 'latenessDays'
  | 'newSinceYesterday'
  | 'recovered'
  | 'successorCount'
  | 'version'
>

/** A row as the database returns it: names of the contract, instants in epoch ms. */
interface StoredRow extends ShownOfOthers, FieldValues<(typeof ownFields)[number]> {
  readonly phase: ProjectPhase
  readonly shipMs: number | null
  readonly snooze: {
    readonly untilMs: number
    readonly reason: string
    readonly by: string
    readonly atMs: number
  } | null
  readonly projectEndMs: number | null
  readonly forecast: {
    readonly state: OperationOutlook['state']
    readonly daysOverdue: number
    readonly endsByMs: number | null
    readonly startMs: number | null
    readonly endMs: number | null
    readonly behindPlan: boolean
    readonly needByMs: number | null
    readonly slackDays: number | null
    readonly blocked: boolean
    readonly verdict: CauseVerdict | null
  } | null
  readonly odds: StoredOdds | null
}

type PredecessorRow = [waitingId: string, OperationListRow['predecessors'][number]]

/** One lookup by key for each table and row. For a list of ids the database would read all rows. */
const readRows = (tx: Tx, { tenantId, nowMs, comparedWithMs }: QueryFacts, ids: readonly string[]) => {
  const lateral = (table: string, condition: ReturnType<typeof sql>, alias: string) =>
    sql`left join lateral (select * from ${sql.raw(table)} where tenant_id = ${tenantId} and ${condition} offset 0) ${sql.raw(alias)} on true`
  const compared = instantOf(comparedWithMs)
  return readJson<StoredRow>(
    tx,
    sql`select json_build_object('operationId', o.operation_id, 'projectId', o.project_id,
        'projectNumber', p.project_number, 'projectName', p.project_name, 'customerName', p.customer_name,
        'priority', p.priority, 'phase', p.current_phase, 'categoryId', c.category_id, 'categoryName', c.name,
        'categoryColor', c.color, 'categoryOutside', coalesce(c.kind = 'outside', false),
        'poolName', (select c.name from categories c where c.tenant_id = ${tenantId} and c.category_id = o.pool_id),
        ${fieldPairs(ownFields, 'o')}, 'version', o.version, 'shipMs', ${epochMs(sql`p.planned_ship_date`)},
        'latenessDays', pf.lateness_days, 'projectEndMs', ${epochMs(sql`coalesce(pf.planned_completion, p.planned_ship_date)`)},
        'newSinceYesterday', coalesce(f.standing = 'overdue' and f.ends_by >= ${compared}, false),
        'recovered', coalesce(f.recovered_at >= ${compared} and f.overdue_since < ${compared}
          and f.standing not in ('overdue', 'projectedLate'), false),
        'successorCount', (select count(*) from operation_dependencies d
          where d.tenant_id = ${tenantId} and d.predecessor_id = o.operation_id),
        'snooze', case when s.operation_id is not null then json_build_object('untilMs', ${epochMs(sql`s.until`)},
          'reason', s.reason, 'by', s.by, 'atMs', ${epochMs(sql`s.at`)}) end,
        'forecast', case when f.operation_id is not null then json_build_object('state', f.standing,
          'daysOverdue', f.days_overdue, 'endsByMs', ${epochMs(sql`f.ends_by`)}, 'startMs', ${epochMs(sql`f.forecast_start`)},
          'endMs', ${epochMs(sql`f.forecast_end`)}, 'behindPlan', f.behind_plan, 'needByMs', ${epochMs(sql`f.need_by`)},
          'slackDays', f.slack_days, 'blocked', f.blocked, 'verdict', f.verdict) end,
        'odds', case when od.operation_id is not null then json_build_object('p10Ms', ${epochMs(sql`od.p10`)},
          'p50Ms', ${epochMs(sql`od.p50`)}, 'p80Ms', ${epochMs(sql`od.p80`)}, 'p90Ms', ${epochMs(sql`od.p90`)},
          'needByChance', od.need_by_chance, 'gap', (select c.name from categories c
            where c.tenant_id = ${tenantId} and c.category_id = od.unknown_at)) end) as r
      from (select * from ${operationsOfIds(tenantId, ids)}) o
      ${lateral('projects', sql`project_id = o.project_id`, 'p')}
      ${lateral('categories', sql`category_id = o.category_id`, 'c')}
      ${lateral('operation_forecasts', sql`operation_id = o.operation_id`, 'f')}
      ${lateral('operation_odds', sql`operation_id = o.operation_id`, 'od')}
      ${lateral('project_forecasts', sql`project_id = o.project_id`, 'pf')}
      ${lateral('operation_snoozes', sql`operation_id = o.operation_id and until > ${instantOf(nowMs)}`, 's')}`,
  )
}

/** The predecessors of each operation, in plan order. */
const readPredecessors = async (tx: Tx, tenantId: string, ids: readonly string[]) => {
  const rows = await readJson<PredecessorRow>(
    tx,
    sql`select json_build_array(l.operation_id, json_build_object('operationId', o.operation_id, 'projectId', o.project_id,
        'projectNumber', p.project_number, 'name', o.name, 'status', o.status,
        'progressPercentage', o.progress_percent, 'lagHours', greatest(l.lag_hours, 0), 'lagUnit', l.lag_unit,
        'maxLagHours', l.max_lag_hours, 'overlapPercent', l.overlap_percent)) as r
      from (select * from ${linksOfIds(tenantId, ids)}) l
      cross join lateral (select * from operations where tenant_id = ${tenantId} and operation_id = l.predecessor_id offset 0) o
      cross join lateral (select project_number from projects where tenant_id = ${tenantId} and project_id = o.project_id offset 0) p
      order by o.sequence, o.operation_id`,
  )
  return Map.groupBy(rows, ([id]) => id)
}

const outlookOf = ({ forecast, odds }: StoredRow, riskDays: number): OperationOutlook => {
  if (!forecast) return noOutlook
  const { state, slackDays } = forecast
  const dependsOnRisk = riskDays !== defaultRiskDays && (state === 'atRisk' || state === 'onTime')
  return {
    state: dependsOnRisk ? (slackDays !== null && slackDays <= riskDays ? 'atRisk' : 'onTime') : state,
    daysOverdue: forecast.daysOverdue,
    endsByDate: iso(forecast.endsByMs),
    forecastStartDate: iso(forecast.startMs),
    forecastEndDate: iso(forecast.endMs),
    behindPlan: forecast.behindPlan,
    needByDate: iso(forecast.needByMs),
    slackDays: slackDays === null ? null : round(slackDays, 1),
    ...presentOdds(odds, forecast.endMs),
  }
}

/** The time on an operation as lists show it. */
const shownTime = (time: TimeSum | undefined) => ({
  actualHours: time?.actualHours == null ? null : round(time.actualHours, 2),
  actualIncludesWaiting: time?.includesWaiting ?? false,
  idleSince: time && time.idleHours >= markedIdleHours ? iso(time.idleSinceMs) : null,
})

/** Complete rows of the operation lists, in the order of the ids. Deleted operations are left out. */
export const readOperationRows = async (
  tx: Tx,
  facts: QueryFacts,
  ids: readonly string[],
  riskDays = defaultRiskDays,
): Promise<{ row: OperationListRow; notes: string }[]> => {
  if (ids.length === 0) return []
  const found = new Map((await readRows(tx, facts, ids)).map((row) => [row.operationId, row]))
  const predecessors = await readPredecessors(tx, facts.tenantId, ids)
  const verdicts = [...found.values()].map(({ forecast }) => forecast?.verdict ?? null)
  const steps = await readNextSteps(
    tx,
    facts,
    [...found.values()].map(({ projectId }) => projectId),
  )
  const times = await readTimeSums(
    tx,
    facts,
    [...found.values()].map((row) => ({ ...row, startMs: row.actualStartMs, endMs: row.actualEndMs })),
  )
  const explained = await nameVerdicts(tx, facts.tenantId, verdicts)
  return ids.flatMap((id) => {
    const stored = found.get(id)
    if (!stored) return []
    const { notes, materialReadyMs, scheduledStartMs, scheduledEndMs, actualStartMs, actualEndMs, ...rest } = stored
    const { shipMs, snooze, projectEndMs, forecast, odds: _, ...row } = rest
    const outlook = outlookOf(stored, riskDays)
    const work = { actualEndMs, progressPercentage: row.progressPercentage, durationHours: row.durationHours }
    return {
      notes,
      row: {
        ...row,
        ...outlook,
        priorityClass: priorityClassOf(row.priority),
        hoursLeft: round(workLeftHours(work, row.categoryOutside), 2),
        ...shownTime(times.get(id)),
        materialReadyDate: iso(materialReadyMs),
        scheduledStartDate: iso(scheduledStartMs),
        scheduledEndDate: iso(scheduledEndMs),
        actualStartDate: iso(actualStartMs),
        actualEndDate: iso(actualEndMs),
        notesPreview: notes.slice(0, previewCharacters).toWellFormed(),
        dueDate: shipMs === null ? null : iso(endOfDayMs(shipMs, facts.timeZone)),
        severity: outlook.state === 'overdue' ? severityOf(outlook.daysOverdue) : null,
        projectedCompletionDate: iso(projectEndMs),
        blocked: forecast?.blocked ?? false,
        ...explained(forecast?.verdict ?? null),
        projectStep: steps.get(row.projectId) ?? null,
        snooze: snooze && {
          operationId: id,
          until: new Date(snooze.untilMs).toISOString(),
          reason: snooze.reason,
          by: snooze.by,
          at: new Date(snooze.atMs).toISOString(),
        },
        predecessors: (predecessors.get(id) ?? []).map(([, predecessor]) => predecessor),
      },
    }
  })
}
