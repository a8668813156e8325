import { and, eq, sql } from 'drizzle-orm'
import { failuresUntilBroken } from '#contract/exchange.ts'
import { nextOfSchedule } from '#domain/time/clock-schedule.ts'
import { minuteMs } from '#domain/time/units.ts'
import type { AppServices, TenantContext } from '../../context.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { scheduledExports } from '../../db/tables/scheduled-exports.table.ts'
import { AppError } from '../../errors.ts'
import { sendFile } from '../../exchange/call-address.ts'
import { ExchangeProblem } from '../../exchange/exchange-problem.ts'
import { writeFile } from '../../exchange/organization-folder.ts'
import { openSecret } from '../exchanges/exchange-secret.ts'
import { nextAfterFailure } from '../exchanges/next-attempt.ts'
import { tellOfBroken } from '../exchanges/tell-of-broken.ts'
import { timeZoneOf } from '../records/tenant-row.ts'
import { writeTenant } from '../records/write-tenant.ts'
import type { FairTurns } from '../scheduling/fair-turns.ts'
import { makeDateFile } from './date-file.ts'
import { type ExportRow, isExport } from './read-scheduled-exports.ts'

/** An export that this process sends now. */
export interface ClaimedExport {
  readonly tenantId: string
  readonly exportId: string
  readonly claimedUntil: Date
}

/** A server that has claimed an export and died loses it after this time. Longer than its file and its receiver may take. */
const claimMs = 3 * minuteMs

interface Claim {
  /** Number of further exports that this process can send now. */
  readonly free: number
  readonly underWay: Iterable<ClaimedExport>
}

/**
 * Claims exports that are due, so that no other process sends them at the same time: one of each organization, so that a receiver that is
 * slow to answer delays only its own organization.
 */
export const claimExports = (app: AppServices, { free, underWay }: Claim): Promise<ClaimedExport[]> =>
  app.db.withSystem(async (tx) => {
    const now = sql`${app.now().toISOString()}::timestamptz`
    const claimedUntil = new Date(app.now().getTime() + claimMs)
    const sending = sql.param([...underWay].map(({ tenantId }) => tenantId))
    const isFree = sql`(claimed_until is null or claimed_until <= ${now})`
    const { rows } = await tx.execute<{ tenantId: string; exportId: string }>(sql`
      update scheduled_exports set claimed_until = ${claimedUntil.toISOString()}::timestamptz
      where (tenant_id, export_id) in (select tenant_id, export_id from (
          select distinct on (e.tenant_id) e.tenant_id, e.export_id, e.next_at
          from scheduled_exports e join tenants t on t.tenant_id = e.tenant_id and t.status = 'Active'
          where e.next_at <= ${now} and e.tenant_id <> all(${sending}::uuid[])
            and not exists (select from scheduled_exports b where b.tenant_id = e.tenant_id and b.claimed_until > ${now})
          order by e.tenant_id, e.next_at, e.export_id) due
        order by next_at, export_id limit ${free})
        -- Another process may have claimed or sent it meanwhile.
        and ${isFree} and next_at <= ${now}
      returning tenant_id as "tenantId", export_id as "exportId"`)
    return rows.map(({ tenantId, exportId }) => ({ tenantId, exportId, claimedUntil }))
  })

/** The claimed export; null if it was deleted, or if the claim has run out. */
const findClaimed = async (
  ctx: TenantContext,
  { exportId, claimedUntil }: ClaimedExport,
): Promise<ExportRow | null> => {
  const [row] = await readTenant(ctx, (tx) => tx.select().from(scheduledExports).where(isExport(ctx, exportId)))
  return row?.claimedUntil?.getTime() === claimedUntil.getTime() ? row : null
}

const makeInTurn = async (ctx: TenantContext, row: ExportRow, { making, signal }: Sending) => {
  const giveTurnBack = await making.take(ctx, signal)
  try {
    return await makeDateFile(ctx, row)
  } finally {
    giveTurnBack()
  }
}

const deliver = async (ctx: TenantContext, row: ExportRow, sending: Sending): Promise<number> => {
  const { target, exportId } = row
  const { signal } = sending
  const { bytes, mediaType, rows } = await makeInTurn(ctx, row, sending)
  signal.throwIfAborted()
  if (target.kind === 'folder') await writeFile(ctx.app, ctx.tenantId, { name: target.fileName, bytes, signal })
  else {
    const secret = openSecret(ctx.app, row.secret, exportId)
    await sendFile(ctx.app, { ...target, secret, bytes, mediaType, signal })
  }
  return rows
}

type Outcome = { readonly rows: number } | { readonly problem: string }

/** When it is sent again, by the settings of now. */
const nextAtOf = (row: ExportRow, timeZone: string, now: Date, failures: number): Date | null => {
  if (row.isPaused) return null
  const bySchedule = nextOfSchedule(row.schedule, timeZone, now.getTime())
  return new Date(failures > 0 ? nextAfterFailure(failures, bySchedule, now.getTime()) : bySchedule)
}

/** Stores how it ended. Returns the failures in a row; null if the export was deleted or claimed by another process meanwhile. */
const storeOutcome = (ctx: TenantContext, claimed: ClaimedExport, outcome: Outcome): Promise<number | null> =>
  writeTenant(ctx, async ({ tx, record }) => {
    const isClaimed = and(isExport(ctx, claimed.exportId), eq(scheduledExports.claimedUntil, claimed.claimedUntil))
    const [row] = await tx.select().from(scheduledExports).where(isClaimed).for('update')
    if (!row) return null
    const now = ctx.app.now()
    const failures = 'problem' in outcome ? row.failures + 1 : 0
    const ended =
      'problem' in outcome
        ? { problem: outcome.problem.slice(0, 500) }
        : { problem: null, sentAt: now, sentRows: outcome.rows }
    const nextAt = nextAtOf(row, await timeZoneOf(tx, ctx.tenantId), now, failures)
    await tx
      .update(scheduledExports)
      .set({ ...ended, failures, nextAt, claimedUntil: null })
      .where(isClaimed)
    record.changed('dataSources', { id: row.exportId })
    return failures
  })

/** Gives a claim back, so that another server can take the export up at once. */
const giveBack = (ctx: TenantContext, { exportId, claimedUntil }: ClaimedExport): Promise<void> =>
  writeTenant(ctx, async ({ tx }) => {
    await tx
      .update(scheduledExports)
      .set({ claimedUntil: null })
      .where(and(isExport(ctx, exportId), eq(scheduledExports.claimedUntil, claimedUntil)))
  })

/** Why an export was not sent, for people; null = an unexpected error. */
const problemOf = (error: unknown): string | null =>
  error instanceof ExchangeProblem || (error instanceof AppError && error.code !== 'internal') ? error.message : null

interface Sending {
  readonly claimed: ClaimedExport
  /** A context of the export itself with the rights of its author. Rejects with `ExchangeProblem` if the author has none any more. */
  readonly contextOf: (row: ExportRow) => Promise<TenantContext>
  /** Where the files of this server are made. */
  readonly making: FairTurns
  readonly signal: AbortSignal
}

/**
 * Sends a claimed export in its own name, and stores how it ended. `ctx` is the context of the server. A problem of the receiver or of the
 * settings is stored with the export; any other error is stored as a failure and thrown. An attempt that ends because the server stops does
 * not count.
 */
export const sendClaimedExport = async (ctx: TenantContext, sending: Sending): Promise<void> => {
  const { claimed, contextOf, signal } = sending
  const row = await findClaimed(ctx, claimed)
  if (!row) return
  try {
    const rows = await deliver(await contextOf(row), row, sending)
    await storeOutcome(ctx, claimed, { rows })
  } catch (error) {
    if (signal.aborted) return giveBack(ctx, claimed)
    const problem = problemOf(error)
    const failures = await storeOutcome(ctx, claimed, {
      problem: problem ?? 'The export failed unexpectedly. The log of the server says why.',
    })
    if (failures === failuresUntilBroken) {
      const { exportId: id, createdByUserId: authorId } = row
      await tellOfBroken(ctx.app, ctx.tenantId, { kind: 'brokenExport', id, authorId })
    }
    if (problem === null) throw error
  }
}
