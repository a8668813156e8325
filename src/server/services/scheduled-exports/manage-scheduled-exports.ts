import { randomUUID } from 'node:crypto'
import { and, count, eq, ne, sql } from 'drizzle-orm'
import {
  type ExportTarget,
  mostScheduledExports,
  type ScheduledExport,
  type ScheduledExportInput,
} from '#contract/scheduled-exports.ts'
import { nextOfSchedule } from '#domain/time/clock-schedule.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { notify } from '../../db/notify.ts'
import { scheduledExports } from '../../db/tables/scheduled-exports.table.ts'
import { ConflictError, RuleError } from '../../errors.ts'
import { newAuthor, requireMine } from '../exchanges/exchange-author.ts'
import { secretToStore } from '../exchanges/exchange-secret.ts'
import { requireAllowedAddress, requireFolder } from '../exchanges/require-place.ts'
import { changedStamp, createdStamp, requireVersion, sentFields } from '../records/record-fields.ts'
import { timeZoneOf } from '../records/tenant-row.ts'
import { type Recorder, writeTenant } from '../records/write-tenant.ts'
import { requireNoOther } from '../tenants/require-own.ts'
import { type ExportRow, isExport, presentExport, requireExport } from './read-scheduled-exports.ts'

/** Channel on which the job hears that an export is asked for, or that one was changed. */
export const scheduledExportsChannel = 'scheduled_exports'

const addressOf = (target: ExportTarget) => (target.kind === 'address' ? target : null)

const whereTo = (target: ExportTarget): string => {
  if (target.kind === 'folder') return `file ${target.fileName}`
  // Without the query, which may contain a key.
  const { origin, pathname } = new URL(target.url)
  return `${origin}${pathname}`
}

/** What history says of an export: never its secret. */
const auditName = ({ name, target }: Pick<ExportRow, 'name' | 'target'>): string => `${name} (${whereTo(target)})`

const storeHistory = (
  { userId }: TenantContext,
  record: Recorder,
  { before, after }: { readonly before: ExportRow | null; readonly after: ExportRow | null },
): void => {
  const [from, to] = [before && auditName(before), after && auditName(after)]
  const changes = [{ field: 'scheduledExport', from, to }]
  record.history({ entity: 'user', entityId: userId, action: 'update', changes })
}

/** 422 if this server may not send there; 409 if another export writes the same file. */
const requireTarget = async (ctx: TenantContext, tx: Tx, exportId: string, target: ExportTarget): Promise<void> => {
  if (target.kind === 'address') {
    requireAllowedAddress(ctx, target.url)
    return
  }
  const isSame = sql`lower(target ->> 'fileName') = lower(${target.fileName})`
  await requireNoOther(tx, scheduledExports, {
    where: and(eq(scheduledExports.tenantId, ctx.tenantId), ne(scheduledExports.exportId, exportId), isSame),
    refusal: `Another export writes the file ${target.fileName}. Choose another name.`,
  })
}

const requireFreeName = (ctx: TenantContext, tx: Tx, exportId: string, name: string): Promise<void> => {
  const isSame = sql`lower(name) = lower(${name})`
  return requireNoOther(tx, scheduledExports, {
    where: and(eq(scheduledExports.tenantId, ctx.tenantId), ne(scheduledExports.exportId, exportId), isSame),
    refusal: `There is an export with the name ${name} already.`,
  })
}

const nextAtOf = (ctx: TenantContext, schedule: ScheduledExport['schedule'], timeZone: string): Date =>
  new Date(nextOfSchedule(schedule, timeZone, ctx.app.now().getTime()))

/**
 * Sets up an export. 400 for a secret without a sign-in; 422 for a place where this server may not send, without a needed secret, and
 * beyond 20; 409 for a name in use.
 */
export const createScheduledExport = async (
  ctx: TenantContext,
  { input: { secret, ...input } }: { readonly input: ScheduledExportInput },
): Promise<ScheduledExport> => {
  if (input.target.kind === 'folder') await requireFolder(ctx)
  return writeTenant(ctx, async ({ tx, record }) => {
    const exportId = randomUUID()
    await requireTarget(ctx, tx, exportId, input.target)
    await requireFreeName(ctx, tx, exportId, input.name)
    const [mine] = await tx
      .select({ exports: count() })
      .from(scheduledExports)
      .where(eq(scheduledExports.tenantId, ctx.tenantId))
    if ((mine?.exports ?? 0) >= mostScheduledExports) {
      throw new RuleError(`An organization has at most ${mostScheduledExports} scheduled exports.`)
    }
    const [row] = await tx
      .insert(scheduledExports)
      .values({
        ...input,
        tenantId: ctx.tenantId,
        exportId,
        secret: secretToStore(ctx.app, addressOf(input.target), { given: secret, kept: null, ownerId: exportId }),
        ...newAuthor(ctx),
        nextAt: nextAtOf(ctx, input.schedule, await timeZoneOf(tx, ctx.tenantId)),
        ...createdStamp(ctx),
      })
      .returning()
    if (!row) throw new Error('An export vanished inside its own transaction')
    storeHistory(ctx, record, { before: null, after: row })
    record.changed('dataSources', { id: exportId, version: row.version })
    return presentExport(ctx, row)
  })
}

/** The export, if the caller may change it: 404, 403, 412. */
const requireOwn = async (
  ctx: TenantContext,
  tx: Tx,
  { exportId, expectedVersion = null }: { readonly exportId: string; readonly expectedVersion?: number | null },
): Promise<ExportRow> => {
  const row = await requireExport(ctx, tx, exportId)
  requireMine(ctx, row)
  return requireVersion(row, expectedVersion)
}

type Change = Partial<ScheduledExportInput> & { readonly isPaused?: boolean | undefined }

/** When it is sent next: as before, unless its schedule changed or it goes on. */
const nextAfter = async (ctx: TenantContext, tx: Tx, before: ExportRow, change: Change): Promise<Date | null> => {
  if (change.isPaused ?? before.isPaused) return null
  if (change.schedule === undefined && !before.isPaused) return before.nextAt
  return nextAtOf(ctx, change.schedule ?? before.schedule, await timeZoneOf(tx, ctx.tenantId))
}

/**
 * Changes, pauses or resumes an export. An admin who changes one of another person becomes its author, so that it is sent with the rights
 * of an active member. 403 for others than its author and admins; otherwise as `createScheduledExport`.
 */
export const changeScheduledExport = async (
  ctx: TenantContext,
  {
    exportId,
    input,
    expectedVersion,
  }: { readonly exportId: string; readonly input: Change; readonly expectedVersion: number | null },
): Promise<ScheduledExport> => {
  if (input.target?.kind === 'folder') await requireFolder(ctx)
  return writeTenant(ctx, async ({ tx, record }) => {
    const before = await requireOwn(ctx, tx, { exportId, expectedVersion })
    const { secret: given, ...fields } = sentFields(input)
    if (fields.name !== undefined) await requireFreeName(ctx, tx, exportId, fields.name)
    if (fields.target) await requireTarget(ctx, tx, exportId, fields.target)
    const [row] = await tx
      .update(scheduledExports)
      .set({
        ...fields,
        secret: secretToStore(ctx.app, addressOf(fields.target ?? before.target), {
          given,
          kept: { before: addressOf(before.target), stored: before.secret },
          ownerId: exportId,
        }),
        nextAt: await nextAfter(ctx, tx, before, fields),
        // Who only pauses it or lets it go on does not answer for it.
        ...(given !== undefined || Object.keys(fields).some((name) => name !== 'isPaused') ? newAuthor(ctx) : {}),
        ...changedStamp(ctx, before),
      })
      .where(isExport(ctx, exportId))
      .returning()
    if (!row) throw new Error('An export vanished inside its own transaction')
    storeHistory(ctx, record, { before, after: row })
    record.changed('dataSources', { id: exportId, version: row.version })
    return presentExport(ctx, row)
  })
}

/** Deletes an export; 403 for others than its author and admins. What was sent stays where it is. */
export const deleteScheduledExport = (ctx: TenantContext, { exportId }: { readonly exportId: string }): Promise<void> =>
  writeTenant(ctx, async ({ tx, record }) => {
    const before = await requireOwn(ctx, tx, { exportId })
    await tx.delete(scheduledExports).where(isExport(ctx, exportId))
    storeHistory(ctx, record, { before, after: null })
    record.changed('dataSources', { id: exportId })
  })

/** Has an export sent soon, also a paused one or one of a colleague. 409 while it is being sent. */
export const sendScheduledExportNow = (
  ctx: TenantContext,
  { exportId }: { readonly exportId: string },
): Promise<ScheduledExport> =>
  writeTenant(ctx, async ({ tx, record }) => {
    const row = await requireExport(ctx, tx, exportId)
    const now = ctx.app.now()
    if (row.claimedUntil && row.claimedUntil > now) throw new ConflictError('It is being sent right now.')
    await tx.update(scheduledExports).set({ nextAt: now }).where(isExport(ctx, exportId))
    await notify(tx, scheduledExportsChannel, ctx.tenantId)
    record.changed('dataSources', { id: exportId })
    return presentExport(ctx, { ...row, nextAt: now })
  })
