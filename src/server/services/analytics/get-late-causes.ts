import { sql } from 'drizzle-orm'
import type { LateCauses } from '#contract/analytics.ts'
import type { ProjectPhase } from '#contract/vocabulary.ts'
import { roundTwo } from '#domain/analytics/figures.ts'
import { listedCause, queueOf } from '#domain/analytics/listed-cause.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readJson } from '../../db/read-json.ts'
import { readTenant } from '../../db/read-tenant.ts'
import type { StoredLatePart } from '../../db/tables/forecasts.table.ts'
import { awaitForecast } from '../forecasts/current-forecast.ts'
import { readCauseLevers, readLevers } from '../forecasts/kept-remedies.ts'
import { readWorkCenters } from './work-center-calendars.ts'

export interface CauseQuery {
  readonly categoryId?: string | undefined
  readonly phase?: ProjectPhase | undefined
}

type LateRow = [latenessDays: number, parts: StoredLatePart[] | null]

interface Sum {
  lateDays: number
  waitingDays: number
  projects: number
}

/** Late projects with the parts of their lateness from the forecast. */
const readLate = (ctx: TenantContext, tx: Tx, phase: ProjectPhase | undefined): Promise<LateRow[]> =>
  readJson<LateRow>(
    tx,
    sql`select json_build_array(lateness_days, parts) as r from project_forecasts
      join projects using (tenant_id, project_id)
      where tenant_id = ${ctx.tenantId} and state = 'late' ${phase ? sql`and current_phase = ${phase}` : sql``}`,
  )

/** Adds up parts by a key. The days that a project is late are shared in proportion to its parts; it counts once for each key. */
const sumBy = <K extends string>(rows: readonly LateRow[], keyOf: (part: StoredLatePart) => K | null): Map<K, Sum> => {
  const sums = new Map<K, Sum>()
  for (const [latenessDays, parts] of rows) {
    const seen = new Set<K>()
    const wholeDays = (parts ?? []).reduce((sum, { days }) => sum + days, 0)
    for (const part of parts ?? []) {
      const key = keyOf(part)
      if (key === null) continue
      const sum = sums.get(key) ?? { lateDays: 0, waitingDays: 0, projects: 0 }
      sum.lateDays += (part.days / wholeDays) * latenessDays
      sum.waitingDays += part.waitingDays
      if (!seen.has(key)) sum.projects++
      seen.add(key)
      sums.set(key, sum)
    }
  }
  return sums
}

/**
 * Days of lateness by cause, from the parts that the forecast stores with each late project. Days in the queue of a work
 * center belong to that work center. Days that no queue explains are listed in `others`.
 */
export const getLateCauses = async (ctx: TenantContext, { categoryId, phase }: CauseQuery): Promise<LateCauses> => {
  await awaitForecast(ctx)
  return readTenant(ctx, async (tx) => {
    const rows = await readLate(ctx, tx, phase)
    const waits = sumBy(rows, ({ cause }) => queueOf(cause))
    const others = sumBy(rows, ({ cause }) => (queueOf(cause) === null ? listedCause(cause) : null))
    const centers = (await readWorkCenters(ctx, tx)).flatMap(({ categoryId: id, name, color }) => {
      const sum = waits.get(id)
      if (!sum) return []
      const [lateDays, waitingDays] = [roundTwo(sum.lateDays), roundTwo(sum.waitingDays)]
      return [{ categoryId: id, name, color, lateDays, projects: sum.projects, waitingDays }]
    })
    const workCenters = centers
      .filter((center) => !categoryId || center.categoryId === categoryId)
      .sort((a, b) => b.lateDays - a.lateDays || a.name.localeCompare(b.name))
    const asOf = { tenantId: ctx.tenantId, nowMs: ctx.app.now().getTime() }
    const otherCauses = [...others]
      .map(([cause, { lateDays, projects }]) => ({ cause, lateDays: roundTwo(lateDays), projects }))
      .sort((a, b) => b.lateDays - a.lateDays || (a.cause < b.cause ? -1 : 1))
    const [[bottleneck], [cause]] = [workCenters, otherCauses]
    const isGreater = cause !== undefined && cause.lateDays > (bottleneck?.lateDays ?? 0)
    return {
      lateProjects: rows.length,
      lateDays: rows.reduce((sum, [days]) => sum + days, 0),
      workCenters,
      levers: bottleneck ? await readLevers(tx, asOf, bottleneck.categoryId) : [],
      causeLevers: isGreater ? await readCauseLevers(tx, asOf, cause.cause) : [],
      others: otherCauses,
    }
  })
}
