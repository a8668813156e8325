import { and, gt, inArray, sql } from 'drizzle-orm'
import { failuresUntilBroken } from '#contract/exchange.ts'
import { nextOfSchedule } from '#domain/time/clock-schedule.ts'
import type { AppServices, TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { scheduledExports } from '../../db/tables/scheduled-exports.table.ts'
import { AppError } from '../../errors.ts'
import { sendFile } from '../../exchange/call-address.ts'
import { ExchangeProblem } from '../../exchange/exchange-problem.ts'
import { writeFile } from '../../exchange/organization-folder.ts'
import { openSecret } from '../exchanges/exchange-secret.ts'
import { type Claim, claimedFrom, isHeld, renewHeld } from '../exchanges/held-claim.ts'
import { nextAfterFailure } from '../exchanges/next-attempt.ts'
import { tellOfBroken } from '../exchanges/tell-of-broken.ts'
import { timeZoneOf } from '../records/tenant-row.ts'
import { writeTenant } from '../records/write-tenant.ts'
import type { FairTurns } from '../scheduling/fair-turns.ts'
import { makeDateFile } from './date-file.ts'
import { type ExportRow, isExport } from './read-scheduled-exports.ts'

/** An export that this process sends now. The claim is renewed meanwhile: nothing limits how long its file waits for its turn. */
export interface ClaimedExport extends Claim {
  readonly tenantId: string
  readonly exportId: string
}

interface Wish {
  /** Number of further exports that this process can send now. */
  readonly free: number
  readonly underWay: Iterable<ClaimedExport>
}

/**
 * Claims exports that are due, so that no other process sends them at the same time: one of each organization, so that a receiver that is
 * slow to answer delays only its own organization.
 */
export const claimExports = (app: AppServices, { free, underWay }: Wish): Promise<ClaimedExport[]> =>
  app.db.withSystem(async (tx) => {
    const now = sql`${app.now().toISOString()}::timestamptz`
    const claimedUntil = claimedFrom(app)
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
    return rows.map(({ tenantId, exportId }) => ({ tenantId, exportId, until: [claimedUntil] }))
  })

/** Keeps an export for longer. False when it was deleted, or when the claim has run out: another process may have it. */
export const renewExport = (app: AppServices, claimed: ClaimedExport): Promise<boolean> =>
  renewHeld(app, claimed, async (earlier, claimedUntil) => {
    const isOurs = and(
      inArray(scheduledExports.claimedUntil, [...earlier]),
      gt(scheduledExports.claimedUntil, app.now()),
    )
    const renewed = await app.db.withSystem((tx) =>
      tx
        .update(scheduledExports)
        .set({ claimedUntil })
        .where(and(isExport(claimed, claimed.exportId), isOurs))
        .returning({ exportId: scheduledExports.exportId }),
    )
    return renewed.length > 0
  })

/** The export, which no other process claims before the transaction ends; null if it was deleted, or claimed by another one. */
const lockClaimed = async (ctx: TenantContext, tx: Tx, claimed: ClaimedExport): Promise<ExportRow | null> => {
  const [row] = await tx.select().from(scheduledExports).where(isExport(ctx, claimed.exportId)).for('update')
  return row && isHeld(claimed, row.claimedUntil) ? row : null
}

/** The claimed export; null if it was deleted, or claimed by another process. */
const findClaimed = (ctx: TenantContext, claimed: ClaimedExport): Promise<ExportRow | null> =>
  ctx.app.db.withTenant(ctx, (tx) => lockClaimed(ctx, tx, claimed))

const makeInTurn = async (ctx: TenantContext, row: ExportRow, { making, signal }: Sending) => {
  const giveTurnBack = await making.take(ctx, signal)
  try {
    return await makeDateFile(ctx, row)
  } finally {
    giveTurnBack()
  }
}

/** Sends the export. Returns its rows; null = it was not sent, because another process has it, and may have sent a newer file. */
const deliver = async (ctx: TenantContext, row: ExportRow, sending: Sending): Promise<number | null> => {
  const { target, exportId } = row
  const { claimed, signal } = sending
  const { bytes, mediaType, rows } = await makeInTurn(ctx, row, sending)
  if ((await findClaimed(ctx, claimed)) === null) return null
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
    const row = await lockClaimed(ctx, tx, claimed)
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
      .where(isExport(ctx, claimed.exportId))
    record.changed('dataSources', { id: row.exportId })
    return failures
  })

/** Gives a claim back, so that another server can take the export up at once. */
const giveBack = (ctx: TenantContext, claimed: ClaimedExport): Promise<void> =>
  writeTenant(ctx, async ({ tx }) => {
    if ((await lockClaimed(ctx, tx, claimed)) === null) return
    await tx.update(scheduledExports).set({ claimedUntil: null }).where(isExport(ctx, claimed.exportId))
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
  /** Aborts when the claim is lost, or when the server stops. */
  readonly signal: AbortSignal
}

/**
 * Sends a claimed export in its own name, and stores how it ended. `ctx` is the context of the server. A problem of the receiver or of the
 * settings is stored with the export; any other error is stored as a failure and thrown. An attempt that ends because the server stops, or
 * because another one has claimed the export, does not count.
 */
export const sendClaimedExport = async (ctx: TenantContext, sending: Sending): Promise<void> => {
  const { claimed, contextOf, signal } = sending
  const row = await findClaimed(ctx, claimed)
  if (!row) return
  try {
    const rows = await deliver(await contextOf(row), row, sending)
    if (rows !== null) await storeOutcome(ctx, claimed, { rows })
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
