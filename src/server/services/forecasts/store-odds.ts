import { setTimeout } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { noProject, noteShopChange } from '../../db/shop-changes.ts'
import { oddsRuns, operationOdds, projectOdds, projectOddsGaps } from '../../db/tables/odds.table.ts'
import { writeTenant } from '../records/write-tenant.ts'
import type { OddsParts, OperationOddsPart } from './odds-parts.ts'
import { givingWayToEdits, upsert } from './store-rows.ts'
import { noteUnlikely } from './unlikely-projects.ts'

interface Replaced {
  readonly table: PgTable
  readonly rowsJson: string
  /** Name of the table that owns the rows, and its key. */
  readonly owner: 'projects' | 'operations'
  readonly key: 'project_id' | 'operation_id'
  readonly field: 'projectId' | 'operationId'
  /** As in `Upsert`. */
  readonly kept?: Readonly<Record<string, SQL>>
}

/** Written by `noteUnlikely`. */
const keptOfProjects = { unlikely_since: sql`project_odds.unlikely_since` }
const ofProjects = { owner: 'projects', key: 'project_id', field: 'projectId' } as const
const ofOperations = { owner: 'operations', key: 'operation_id', field: 'operationId' } as const

/** Replaces the stored rows, those that fulfil `within`, by others. Returns the keys of the rows that were removed or that differ. */
const replace = async (
  tx: Tx,
  tenantId: string,
  { table, rowsJson, owner, key, field, kept = {} }: Replaced,
  within = sql`true`,
): Promise<string[]> => {
  const [id, ofRow] = [sql.identifier(key), sql.identifier(field)]
  const { rows: gone } = await tx.execute<{
    id: string
  }>(sql`delete from ${table} where tenant_id = ${tenantId} and ${within}
    and ${id} not in (select n.${ofRow} from json_to_recordset(${rowsJson}::json) as n(${ofRow} uuid)) returning ${id} as id`)
  const hasOwner = sql`select from ${sql.identifier(owner)} o where o.tenant_id = ${tenantId} and o.${id} = n.${ofRow}`
  return [...gone.map((row) => row.id), ...(await upsert(tx, tenantId, { table, rowsJson, hasOwner, key, kept }))]
}

interface Stamp {
  readonly planVersion: number
  readonly nowMs: number
}

/** Only lists of operations show what changes here, and they are read again by the change number. */
const storePart = (
  ctx: TenantContext,
  { rowsJson }: OperationOddsPart,
  within: SQL,
  nowMs: number,
): Promise<number | null> =>
  givingWayToEdits(ctx, async (tx) => {
    const changed = await replace(tx, ctx.tenantId, { table: operationOdds, rowsJson, ...ofOperations }, within)
    const change = changed.length > 0 ? noProject : null
    return noteShopChange(tx, { tenantId: ctx.tenantId, now: new Date(nowMs) }, { change, planTouched: false })
  })

/** Stores the odds of the operations part by part. Returns whether any has changed. */
const storeOperations = async (
  ctx: TenantContext,
  parts: OddsParts['operations'],
  nowMs: number,
  numbers: number[],
): Promise<boolean> => {
  const before = numbers.length
  let afterId: string | null = null
  for (const part of parts) {
    const beganAtMs = performance.now()
    const after = afterId === null ? sql`true` : sql`operation_id > ${afterId}`
    const within = part.upToId === null ? after : sql`${after} and operation_id <= ${part.upToId}`
    const noted = await storePart(ctx, part, within, nowMs)
    if (noted !== null) numbers.push(noted)
    afterId = part.upToId
    // Pauses for as long as the part took, so that other requests can run.
    if (part !== parts.at(-1)) await setTimeout(performance.now() - beganAtMs)
  }
  return numbers.length > before
}

/**
 * Replaces the stored odds: operations in parts, then projects. Writes only rows that differ, and tells browsers which projects to read
 * again. Adds the change number of each write to `numbers` at once.
 */
export const storeOdds = async (
  ctx: TenantContext,
  { projectsJson, projectGapsJson, operations }: OddsParts,
  { planVersion, nowMs }: Stamp,
  numbers: number[],
): Promise<void> => {
  const { tenantId } = ctx
  const isOther = await storeOperations(ctx, operations, nowMs, numbers)
  await writeTenant(ctx, async ({ tx, record }) => {
    const projectIds = [
      ...(await replace(tx, tenantId, {
        table: projectOdds,
        rowsJson: projectsJson,
        kept: keptOfProjects,
        ...ofProjects,
      })),
      ...(await replace(tx, tenantId, { table: projectOddsGaps, rowsJson: projectGapsJson, ...ofProjects })),
      ...(await noteUnlikely(tx, tenantId, nowMs)),
    ]
    const run = { planVersion, computedAt: new Date(nowMs) }
    await tx
      .insert(oddsRuns)
      .values({ tenantId, ...run })
      .onConflictDoUpdate({ target: oddsRuns.tenantId, set: run })
    if (projectIds.length > 0) {
      const note = { change: { projectIds }, planTouched: false }
      const number = await noteShopChange(tx, { tenantId, now: run.computedAt }, note)
      if (number !== null) numbers.push(number)
    }
    if (isOther || projectIds.length > 0) record.changed('forecast')
  })
}
