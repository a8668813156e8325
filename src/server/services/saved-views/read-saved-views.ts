import { and, asc, eq, or } from 'drizzle-orm'
import type { SavedView, ViewScreen } from '#contract/saved-views.ts'
import { isAdminRole } from '#domain/access/rights.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { savedViewDefaults, savedViews } from '../../db/tables/saved-views.table.ts'
import { ForbiddenError } from '../../errors.ts'
import { presentStamp, requireVersion } from '../records/record-fields.ts'

export type ViewRow = typeof savedViews.$inferSelect

/** Most views that one person may save. */
export const mostViews = 100

/** The owner may edit a view. Admins may also edit shared views. */
const mayEditView = (ctx: TenantContext, { ownerId, shared }: ViewRow): boolean =>
  ownerId === ctx.userId || (shared && isAdminRole(ctx.role))

/** A view as the contract shows it to one reader. */
export const presentView = (ctx: TenantContext, row: ViewRow, isDefault: boolean): SavedView => ({
  viewId: row.viewId,
  screen: row.screen,
  name: row.name,
  search: row.search,
  shared: row.shared,
  isDefault,
  ownerName: row.ownerName,
  mine: row.ownerId === ctx.userId,
  canEdit: mayEditView(ctx, row),
  ...presentStamp(row),
})

/** The fields of a shared view for history. Private views are not in history. */
export const sharedFields = (row: ViewRow | null) =>
  row?.shared ? { name: row.name, search: row.search, shared: row.shared } : null

/** The views that a reader may see: their own and the shared ones. */
const visibleViews = (ctx: TenantContext) =>
  and(eq(savedViews.tenantId, ctx.tenantId), or(eq(savedViews.ownerId, ctx.userId), eq(savedViews.shared, true)))

/** A view that the reader may see, locked. 404 for any other view, 412 if it is not the expected version. */
export const lockView = async (
  ctx: TenantContext,
  tx: Tx,
  viewId: string,
  expectedVersion: number | null,
): Promise<ViewRow> => {
  const [row] = await tx
    .select()
    .from(savedViews)
    .where(and(visibleViews(ctx), eq(savedViews.viewId, viewId)))
    .for('update')
  return requireVersion(row, expectedVersion)
}

/** 403 unless the reader may change the view. */
export const requireEditor = (ctx: TenantContext, row: ViewRow): void => {
  if (!mayEditView(ctx, row)) throw new ForbiddenError('This view belongs to someone else.')
}

/** Ids of the default views of the reader. */
export const readDefaults = async (ctx: TenantContext, tx: Tx): Promise<ReadonlySet<string>> => {
  const rows = await tx
    .select({ viewId: savedViewDefaults.viewId })
    .from(savedViewDefaults)
    .where(and(eq(savedViewDefaults.tenantId, ctx.tenantId), eq(savedViewDefaults.userId, ctx.userId)))
  return new Set(rows.map(({ viewId }) => viewId))
}

/** Sets or clears a view as the reader's default for its screen. */
export const setDefault = async (
  ctx: TenantContext,
  tx: Tx,
  { viewId, screen }: ViewRow,
  isDefault: boolean,
): Promise<void> => {
  const mine = { tenantId: ctx.tenantId, userId: ctx.userId, screen }
  if (isDefault) {
    await tx
      .insert(savedViewDefaults)
      .values({ ...mine, viewId })
      .onConflictDoUpdate({
        target: [savedViewDefaults.tenantId, savedViewDefaults.userId, savedViewDefaults.screen],
        set: { viewId },
      })
    return
  }
  await tx
    .delete(savedViewDefaults)
    .where(
      and(
        eq(savedViewDefaults.tenantId, ctx.tenantId),
        eq(savedViewDefaults.userId, ctx.userId),
        eq(savedViewDefaults.viewId, viewId),
      ),
    )
}

/** The reader's own views and the shared ones, by name, for one screen or for all. */
export const listSavedViews = (
  ctx: TenantContext,
  { screen }: { readonly screen?: ViewScreen | undefined },
): Promise<SavedView[]> =>
  readTenant(ctx, async (tx) => {
    const defaults = await readDefaults(ctx, tx)
    const rows = await tx
      .select()
      .from(savedViews)
      .where(and(visibleViews(ctx), screen && eq(savedViews.screen, screen)))
      .orderBy(asc(savedViews.name), asc(savedViews.viewId))
    return rows.map((row) => presentView(ctx, row, defaults.has(row.viewId)))
  })
