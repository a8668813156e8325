import { setImmediate } from 'node:timers/promises'
import { and, eq, sql } from 'drizzle-orm'
import type { HistoryEntity } from '#contract/history.ts'
import type { ChangeLine } from '#domain/changes/change-line.ts'
import type { RecordChange } from '#domain/changes/merge-lines.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { readTableRows } from '../../db/rows-as-json.ts'
import { historyEntries } from '../../db/tables/history.table.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { type StagedHistory, stageHistory } from '../records/store-history.ts'
import { checkPlan } from './check-plan.ts'
import type { Present } from './kinds/kind.ts'
import { kinds } from './kinds/kinds.ts'
import { removalLine } from './kinds/operation-kind.ts'
import { type Plan, planReversals, type StoredEntity, targetsOf } from './plan.ts'

/** The reversal of a change set, for one state of the shop. */
export interface PlannedUndo {
  /** The request whose lines it reverses. */
  readonly requestId: string
  readonly changeNumber: number
  readonly lines: readonly ChangeLine[]
  readonly plan: Plan
  /** The history of the operations that it removes. */
  readonly staged: StagedHistory | null
}

/** Thrown when a change set is too large to be read in the transaction that reverses it. */
export class UndoPlanWanted extends Error {
  readonly requestId: string
  constructor(requestId: string) {
    super('The reversal of this change set is not planned')
    this.requestId = requestId
  }
}

/** Lines of the largest change set that is read in the transaction that reverses it. */
const mostLinesAtOnce = 1_000
const linesPerRead = 1_000
const recordsPerRead = 500

/** Kinds whose every change raises the change number of the shop, so that a plan can be told from an outdated one. */
const counted: ReadonlySet<HistoryEntity> = new Set<HistoryEntity>([
  ...([
    'shift',
    'category',
    'holiday',
    'calendarException',
    'organisation',
    'project',
    'operation',
    'workInterval',
  ] as const),
])

/** Whether a change set is so large, and of such records, that its reversal is planned before the transaction. */
export const wantsPlan = async (ctx: TenantContext, tx: Tx, requestId: string): Promise<boolean> => {
  const { rows } = await tx.execute<{ lines: number; entities: HistoryEntity[] }>(sql`
    select count(*)::int as lines, coalesce(array_agg(distinct entity), '{}') as entities from history_entries
    where tenant_id = ${ctx.tenantId} and request_id = ${requestId}`)
  const [found] = rows
  return (found?.lines ?? 0) > mostLinesAtOnce && (found?.entities ?? []).every((entity) => counted.has(entity))
}

export const changeNumberOf = async (ctx: TenantContext, tx: Tx): Promise<number> => {
  const [row] = await tx
    .select({ changeNumber: tenants.changeNumber })
    .from(tenants)
    .where(eq(tenants.tenantId, ctx.tenantId))
  return row?.changeNumber ?? 0
}

/** The lines of a request, oldest first, read in parts. */
const readLines = async (ctx: TenantContext, requestId: string): Promise<ChangeLine[]> => {
  const lines: ChangeLine[] = []
  for (let last = '00000000-0000-0000-0000-000000000000'; ; ) {
    const after = last
    const part = await readTenant(ctx, (tx) =>
      readTableRows(
        tx,
        historyEntries,
        sql`(select * from history_entries where ${and(
          eq(historyEntries.tenantId, ctx.tenantId),
          eq(historyEntries.requestId, requestId),
        )} and history_id > ${after}::uuid order by history_id limit ${linesPerRead}) history_entries`,
      ),
    )
    lines.push(...part)
    const end = part.at(-1)
    if (!end || part.length < linesPerRead) return lines
    last = end.historyId
    await setImmediate()
  }
}

/** The present records of some changes, read in parts. */
const loadInParts =
  (ctx: TenantContext) =>
  async (entity: StoredEntity, changes: readonly RecordChange[]): Promise<ReadonlyMap<string, Present>> => {
    const present = new Map<string, Present>()
    for (let from = 0; from < changes.length; from += recordsPerRead) {
      const part = changes.slice(from, from + recordsPerRead)
      const found = await readTenant(ctx, (tx) => kinds[entity].load({ ctx, tx }, part))
      for (const [id, one] of found) present.set(id, one)
      await setImmediate()
    }
    return present
  }

/** Plans the reversal of a large change set in parts, so that others are answered meanwhile. */
export const planUndo = async (ctx: TenantContext, requestId: string): Promise<PlannedUndo> => {
  const changeNumber = await readTenant(ctx, (tx) => changeNumberOf(ctx, tx))
  const lines = await readLines(ctx, requestId)
  const plan = await planReversals(loadInParts(ctx), lines)
  await readTenant(ctx, (tx) => checkPlan({ ctx, tx }, plan))
  const removed = targetsOf(plan, 'operation').filter(({ reversal }) => reversal.verb === 'remove')
  const staged = await stageHistory(
    ctx,
    removed.flatMap((target) => removalLine(target) ?? []),
  )
  return { requestId, changeNumber, lines, plan, staged }
}
