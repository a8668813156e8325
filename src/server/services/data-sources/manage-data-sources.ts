import { randomUUID } from 'node:crypto'
import { and, count, eq, like, ne, sql } from 'drizzle-orm'
import {
  type DataSource,
  type DataSourceChange,
  type DataSourceInput,
  mostDataSources,
  type SourceOrigin,
  type SourceSchedule,
} from '#contract/data-sources.ts'
import type { HistoryEntry } from '#contract/history.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { notify } from '../../db/notify.ts'
import { changeSets } from '../../db/tables/change-sets.table.ts'
import { dataSources, sourceFiles } from '../../db/tables/data-sources.table.ts'
import { users } from '../../db/tables/users.table.ts'
import { ConflictError, RuleError } from '../../errors.ts'
import { newAuthor, requireMine } from '../exchanges/exchange-author.ts'
import { type SignedIn, secretToStore } from '../exchanges/exchange-secret.ts'
import { requireAllowedAddress, requireFolder } from '../exchanges/require-place.ts'
import { changedStamp, createdStamp, requireVersion, sentFields } from '../records/record-fields.ts'
import { announceChanged } from '../records/store-history.ts'
import { timeZoneOf } from '../records/tenant-row.ts'
import { type Write, writeTenant } from '../records/write-tenant.ts'
import { requireNoOther } from '../tenants/require-own.ts'
import { hasWaitingFile, nextRunOf } from './next-run.ts'
import { presentSource } from './read-data-sources.ts'
import type { DataSourceRow } from './source-rows.ts'

/** Channel on which the servers hear that a run was asked for, or that a file waits. The message is the id of the organization. */
export const sourcesChannel = 'data_sources'

const isIt = (ctx: TenantContext, sourceId: string) =>
  and(eq(dataSources.tenantId, ctx.tenantId), eq(dataSources.sourceId, sourceId))

/** A data source that others change only after this transaction; they may add runs and records to it. 404; 412 when it has another version. */
export const lockSource = async (
  ctx: TenantContext,
  tx: Tx,
  sourceId: string,
  expectedVersion: number | null = null,
): Promise<DataSourceRow> => {
  const [row] = await tx.select().from(dataSources).where(isIt(ctx, sourceId)).for('no key update')
  return requireVersion(row, expectedVersion)
}

/** The address of an origin; null = it has none. */
export const addressOf = (origin: SourceOrigin): SignedIn | null => (origin.kind === 'address' ? origin : null)

/** 422 for a place from which this server does not read files for the organization. */
export const requireReachable = async (ctx: TenantContext, origin: SourceOrigin): Promise<void> => {
  if (origin.kind === 'address') requireAllowedAddress(ctx, origin.url)
  if (origin.kind === 'folder') await requireFolder(ctx)
}

/** 422 for a schedule that the origin cannot have. */
const requireFitting = ({ origin, schedule }: Pick<DataSourceRow, 'origin' | 'schedule'>): void => {
  const isArrival = schedule.kind === 'arrival'
  if (origin.kind === 'pushed' && !isArrival)
    throw new RuleError('A file that a program sends is imported when it arrives.')
  if (origin.kind === 'address' && isArrival) {
    throw new RuleError('Nothing says when a file arrives at an address. Choose the times at which it is fetched.')
  }
}

/**
 * 409 when another data source has the name, in upper or lower case, or a member: history shows the name of a source in the place of a
 * person's.
 */
const requireFreeName = async (ctx: TenantContext, tx: Tx, { sourceId, name }: DataSourceRow): Promise<void> => {
  // Row-level security leaves the members of this organization.
  await requireNoOther(tx, users, {
    where: sql`lower(${name}) in (lower(${users.name}), lower(${users.displayName}))`,
    refusal: 'A person of this organization has this name. Name the data source after the system it reads.',
  })
  await requireNoOther(tx, dataSources, {
    where: and(
      eq(dataSources.tenantId, ctx.tenantId),
      sql`lower(${dataSources.name}) = lower(${name})`,
      ne(dataSources.sourceId, sourceId),
    ),
    refusal: 'A data source with this name already exists.',
  })
}

const whereFrom = (origin: SourceOrigin): string => {
  if (origin.kind === 'pushed') return 'files that a program sends'
  if (origin.kind === 'folder') return `folder, ${origin.pattern}`
  // Without the query, which may contain a key.
  const { origin: host, pathname } = new URL(origin.url)
  return `${host}${pathname}`
}

const whenIt = (schedule: SourceSchedule): string => {
  if (schedule.kind === 'arrival') return 'when a file arrives'
  if (schedule.kind === 'hourly') return `every hour at minute ${schedule.minute}`
  return `at ${schedule.at} on ${schedule.weekdays.length} days of the week`
}

/** A source in the words of the audit log. */
const inWords = ({ name, origin, schedule, isPaused }: DataSourceRow): string =>
  `${name} (${whereFrom(origin)}; ${isPaused ? 'paused' : whenIt(schedule)})`

/** The audit log has it with the person who wrote it, as it has webhooks and tokens. */
const noteHistory = ({ ctx, record }: Write, before: DataSourceRow | null, after: DataSourceRow | null): void => {
  const parts = ['origin', 'reading', 'rules', 'schedule'] as const
  const changed = before && after ? parts.filter((part) => !isEqual(before[part], after[part])) : []
  const changes: HistoryEntry['changes'] = [
    { field: 'dataSource', from: before && inWords(before), to: after && inWords(after) },
    ...(before && after && before.createdBy !== after.createdBy
      ? [{ field: 'dataSourceAuthor', from: before.createdBy, to: after.createdBy }]
      : []),
    ...(changed.length > 0 ? [{ field: 'dataSourceSettings', from: null, to: changed.join(', ') }] : []),
  ]
  record.history({ entity: 'user', entityId: ctx.userId, action: 'update', changes })
}

/** Columns of jsonb come back with their keys in another order. */
const isEqual = (a: unknown, b: unknown): boolean => inOrder(a) === inOrder(b)

const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

/**
 * Sets up an import that repeats. 400 for a secret without a sign-in; 409 when the name is in use; 422 for an address or a folder that this server does not read, without the
 * secret of a sign-in, and beyond 20 sources.
 */
export const createDataSource = async (
  ctx: TenantContext,
  { input: { secret, ...input } }: { readonly input: DataSourceInput },
): Promise<DataSource> => {
  requireFitting(input)
  await requireReachable(ctx, input.origin)
  return writeTenant(ctx, async (write) => {
    const { tx, record } = write
    const [mine] = await tx.select({ sources: count() }).from(dataSources).where(eq(dataSources.tenantId, ctx.tenantId))
    if ((mine?.sources ?? 0) >= mostDataSources) {
      throw new RuleError(`An organization has at most ${mostDataSources} data sources.`)
    }
    const sourceId = randomUUID()
    const row: DataSourceRow = {
      tenantId: ctx.tenantId,
      sourceId,
      ...input,
      secret: secretToStore(ctx.app, addressOf(input.origin), { given: secret, kept: null, ownerId: sourceId }),
      isPaused: false,
      ...newAuthor(ctx),
      nextRunAt: null,
      appliesAll: false,
      askedByPerson: false,
      claimedUntil: null,
      failures: 0,
      lastFile: null,
      ...createdStamp(ctx),
    }
    await requireFreeName(ctx, tx, row)
    const times = { timeZone: await timeZoneOf(tx, ctx.tenantId), now: ctx.app.now() }
    const made = { ...row, nextRunAt: await nextRunOf(tx, row, times) }
    await tx.insert(dataSources).values(made)
    noteHistory(write, null, made)
    record.changed('dataSources', { id: sourceId, version: made.version })
    return presentSource(ctx, tx, made)
  })
}

/** What a change makes of a source. Its author is the person who changed more than whether it is paused. */
const changedRow = (
  ctx: TenantContext,
  before: DataSourceRow,
  { secret, isPaused = before.isPaused, ...change }: DataSourceChange,
): DataSourceRow => {
  const fields = sentFields(change)
  const after = { ...before, ...fields, isPaused }
  const kept = { before: addressOf(before.origin), stored: before.secret }
  const sealed =
    change.origin === undefined && secret === undefined
      ? before.secret
      : secretToStore(ctx.app, addressOf(after.origin), { given: secret, kept, ownerId: before.sourceId })
  const isOther = secret !== undefined || Object.keys(fields).length > 0
  const readsOther = !isEqual([before.origin, before.reading], [after.origin, after.reading])
  return {
    ...after,
    secret: sealed,
    ...(isOther ? { ...newAuthor(ctx), failures: 0 } : {}),
    ...(readsOther ? { lastFile: null } : {}),
    ...changedStamp(ctx, before),
  }
}

interface ChangeRequest {
  readonly sourceId: string
  readonly change: DataSourceChange
  /** null = whichever version it has. */
  readonly expectedVersion: number | null
}

/**
 * Changes, pauses or resumes a data source. 403 for those who are neither its author nor an admin; an admin who changes it becomes its
 * author. 400, 404, 409, 412; 422 as `createDataSource`, and when a secret would go to another host than the one for which it was entered.
 */
export const changeDataSource = async (
  ctx: TenantContext,
  { sourceId, change, expectedVersion }: ChangeRequest,
): Promise<DataSource> => {
  if (change.origin) await requireReachable(ctx, change.origin)
  return writeTenant(ctx, async (write) => {
    const { tx, record } = write
    const before = await lockSource(ctx, tx, sourceId)
    requireMine(ctx, before)
    requireVersion(before, expectedVersion)
    const row = changedRow(ctx, before, change)
    requireFitting(row)
    await requireFreeName(ctx, tx, row)
    if (before.origin.kind === 'pushed' && row.origin.kind !== 'pushed') {
      await tx
        .delete(sourceFiles)
        .where(and(eq(sourceFiles.tenantId, ctx.tenantId), eq(sourceFiles.sourceId, sourceId)))
    }
    const times = { timeZone: await timeZoneOf(tx, ctx.tenantId), now: ctx.app.now() }
    // A run that a person asked for is not put off.
    const after = { ...row, nextRunAt: row.askedByPerson ? row.nextRunAt : await nextRunOf(tx, row, times) }
    await tx.update(dataSources).set(after).where(isIt(ctx, sourceId))
    noteHistory(write, before, after)
    record.changed('dataSources', { id: sourceId, version: after.version })
    if (after.nextRunAt && after.nextRunAt <= times.now) await notify(tx, sourcesChannel, ctx.tenantId)
    return presentSource(ctx, tx, after)
  })
}

/** Its author can still undo what it created. */
const keepAuthor = async (tx: Tx, { tenantId, sourceId, createdByUserId }: DataSourceRow): Promise<void> => {
  const summary = sql`${changeSets.summary} || jsonb_build_object('sourceAuthorId', ${createdByUserId}::text)`
  const isOfAuthor = like(changeSets.undoRight, 'author%')
  await tx
    .update(changeSets)
    .set({ summary })
    .where(and(eq(changeSets.tenantId, tenantId), eq(changeSets.userId, sourceId), isOfAuthor))
}

/** Deletes a data source with its runs; what it imported stays. 403 for those who are neither its author nor an admin; 404. */
export const deleteDataSource = (ctx: TenantContext, { sourceId }: { readonly sourceId: string }): Promise<void> =>
  writeTenant(ctx, async (write) => {
    const { tx, record } = write
    const row = await lockSource(ctx, tx, sourceId)
    requireMine(ctx, row)
    await keepAuthor(tx, row)
    await tx.delete(dataSources).where(isIt(ctx, sourceId))
    noteHistory(write, row, null)
    record.changed('dataSources', { id: sourceId })
  })

/** True while a server runs the source. */
export const isRunning = ({ app }: TenantContext, { claimedUntil }: Pick<DataSourceRow, 'claimedUntil'>): boolean =>
  claimedUntil !== null && claimedUntil > app.now()

interface RunNow {
  readonly sourceId: string
  /** Whether the run is applied whatever share of the records it changes. */
  readonly appliesAll: boolean
}

/**
 * Asks for a run now, also of a paused source. 404; 403 for a run that is applied whatever it changes, unless its author or an admin asks;
 * 409 while it is running, and when it takes pushed files and none waits.
 */
export const askForRun = (ctx: TenantContext, { sourceId, appliesAll }: RunNow): Promise<DataSource> =>
  ctx.app.db.withTenant(ctx, async (tx) => {
    const row = await lockSource(ctx, tx, sourceId)
    if (appliesAll) requireMine(ctx, row)
    if (isRunning(ctx, row)) throw new ConflictError('This data source is running.')
    if (row.origin.kind === 'pushed' && !(await hasWaitingFile(tx, row))) {
      throw new ConflictError('This data source takes files that a program sends, and none waits.')
    }
    const asked = { nextRunAt: ctx.app.now(), askedByPerson: true, appliesAll: row.appliesAll || appliesAll }
    await tx.update(dataSources).set(asked).where(isIt(ctx, sourceId))
    await announceChanged(ctx, tx, 'dataSources', [{ id: sourceId }])
    await notify(tx, sourcesChannel, ctx.tenantId)
    return presentSource(ctx, tx, { ...row, ...asked })
  })
