import { randomUUID } from 'node:crypto'
import { and, asc, count, eq, ne, or, type SQL } from 'drizzle-orm'
import { type Worker, type WorkerInput, workerLimits } from '#contract/workers.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { workers } from '../../db/tables/workers.table.ts'
import { RuleError, ValidationError } from '../../errors.ts'
import { countWorkerCode, forgiveWorkerCodes } from '../credentials/throttle.ts'
import { changedStamp, createdStamp, presentStamp, requireVersion, sentFields } from '../records/record-fields.ts'
import type { HistoryLine } from '../records/store-history.ts'
import { writeTenant } from '../records/write-tenant.ts'
import type { WorkPerson } from '../work-time/record-work.ts'

type WorkerRow = typeof workers.$inferSelect

const present = (row: WorkerRow): Worker => ({
  workerId: row.workerId,
  name: row.name,
  code: row.code,
  badge: row.badge ?? '',
  isActive: row.isActive,
  ...presentStamp(row),
})

/** An entry for the audit log. It names the person, and never a code. */
const auditLine = (
  { workerId }: Pick<WorkerRow, 'workerId'>,
  { from, to }: { readonly from: string | null; readonly to: string | null },
): HistoryLine => ({
  entity: 'user',
  entityId: workerId,
  action: 'update',
  changes: [{ field: 'floorWorker', from, to }],
})

const own = ({ tenantId }: TenantContext, ...also: (SQL | undefined)[]) => and(eq(workers.tenantId, tenantId), ...also)

/** The people on the shop floor, by name. */
export const listWorkers = (ctx: TenantContext): Promise<Worker[]> =>
  readTenant(ctx, async (tx) => {
    const rows = await tx.select().from(workers).where(own(ctx)).orderBy(asc(workers.name), asc(workers.workerId))
    return rows.map(present)
  })

/** One text finds one person: it is the code or the badge of no other person. */
const requireFree = async (ctx: TenantContext, tx: Tx, row: WorkerRow): Promise<void> => {
  for (const [path, text] of [
    ['code', row.code],
    ['badge', row.badge],
  ] as const) {
    if (text === null) continue
    const [other] = await tx
      .select({ name: workers.name })
      .from(workers)
      .where(own(ctx, ne(workers.workerId, row.workerId), or(eq(workers.code, text), eq(workers.badge, text))))
      .limit(1)
    if (other) throw new ValidationError([{ path, message: `${other.name} has it already` }])
  }
}

/** Locks the list, so that two admins do not give the same code at once. */
const lockList = async (ctx: TenantContext, tx: Tx): Promise<void> => {
  await tx.select({ id: tenants.tenantId }).from(tenants).where(eq(tenants.tenantId, ctx.tenantId)).for('no key update')
}

/** Adds a person. 400 for a code or a badge in use, 422 beyond the limit. */
export const createWorker = (ctx: TenantContext, input: WorkerInput): Promise<Worker> =>
  writeTenant(ctx, async ({ tx, record }) => {
    await lockList(ctx, tx)
    const [all] = await tx.select({ people: count() }).from(workers).where(own(ctx))
    if ((all?.people ?? 0) >= workerLimits.perOrganization) {
      throw new RuleError(`An organization has at most ${workerLimits.perOrganization} people on the floor.`)
    }
    const row: WorkerRow = {
      tenantId: ctx.tenantId,
      workerId: randomUUID(),
      name: input.name,
      code: input.code,
      badge: input.badge || null,
      isActive: input.isActive ?? true,
      ...createdStamp(ctx),
    }
    await requireFree(ctx, tx, row)
    await tx.insert(workers).values(row)
    record.history(auditLine(row, { from: null, to: row.name }))
    return present(row)
  })

interface WorkerChange {
  readonly workerId: string
  readonly input: Partial<WorkerInput>
  readonly expectedVersion: number | null
}

/** Changes a person. 400, 404, 412. */
export const changeWorker = (ctx: TenantContext, { workerId, input, expectedVersion }: WorkerChange): Promise<Worker> =>
  writeTenant(ctx, async ({ tx, record }) => {
    await lockList(ctx, tx)
    const [found] = await tx
      .select()
      .from(workers)
      .where(own(ctx, eq(workers.workerId, workerId)))
    const before = requireVersion(found, expectedVersion)
    const { badge, ...sent } = sentFields(input)
    const after = {
      ...before,
      ...sent,
      ...(badge !== undefined && { badge: badge || null }),
      ...changedStamp(ctx, before),
    }
    await requireFree(ctx, tx, after)
    await tx
      .update(workers)
      .set(after)
      .where(own(ctx, eq(workers.workerId, workerId)))
    record.history(
      auditLine(after, { from: before.name, to: after.isActive ? after.name : `${after.name} (inactive)` }),
    )
    return present(after)
  })

/** Removes a person. 404. */
export const deleteWorker = (ctx: TenantContext, { workerId }: { readonly workerId: string }): Promise<void> =>
  writeTenant(ctx, async ({ tx, record }) => {
    const [gone] = await tx
      .delete(workers)
      .where(own(ctx, eq(workers.workerId, workerId)))
      .returning()
    record.history(auditLine(requireVersion(gone), { from: gone?.name ?? null, to: null }))
  })

/**
 * The person with a code or a badge, by the settings of the organization; null = none was named, which `required` refuses. 422 for an unknown
 * one, 429 after many.
 */
export const identifyWorker = async (ctx: TenantContext, code: string | undefined): Promise<WorkPerson | null> => {
  const [settings] = await readTenant(ctx, (tx) =>
    tx.select({ asks: tenants.floorIdentification }).from(tenants).where(eq(tenants.tenantId, ctx.tenantId)),
  )
  if (!settings || settings.asks === 'off') return null
  if (code === undefined) {
    if (settings.asks === 'required') throw new RuleError('Say who worked: enter your code or scan your badge.')
    return null
  }
  await countWorkerCode(ctx.app.db, ctx.userId, ctx.app.now())
  const [found] = await readTenant(ctx, (tx) =>
    tx
      .select({ workerId: workers.workerId, name: workers.name })
      .from(workers)
      .where(own(ctx, eq(workers.isActive, true), or(eq(workers.code, code), eq(workers.badge, code)))),
  )
  if (!found) throw new RuleError('No one has this code.')
  await forgiveWorkerCodes(ctx.app.db, ctx.userId)
  return { ...found, userId: null }
}
