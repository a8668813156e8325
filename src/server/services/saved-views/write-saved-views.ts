import { randomUUID } from 'node:crypto'
import { and, count, eq, ne } from 'drizzle-orm'
import type { SavedView, ViewScreen, ViewSearch } from '#contract/saved-views.ts'
import { may } from '#domain/access/rights.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { savedViews } from '../../db/tables/saved-views.table.ts'
import { ForbiddenError, RuleError } from '../../errors.ts'
import { announceOwn } from '../records/announce-notifications.ts'
import { changedStamp, createdStamp, diffFields, sentFields } from '../records/record-fields.ts'
import { type Write, writeTenant } from '../records/write-tenant.ts'
import { requireNoOther } from '../tenants/require-own.ts'
import {
  lockView,
  mostViews,
  presentView,
  readDefaults,
  requireEditor,
  setDefault,
  sharedFields,
  type ViewRow,
} from './read-saved-views.ts'

/** 409 when the owner has another view with this name on this screen. */
const requireFreeName = (ctx: TenantContext, tx: Tx, { viewId, ownerId, screen, name }: ViewRow): Promise<void> =>
  requireNoOther(tx, savedViews, {
    where: and(
      eq(savedViews.tenantId, ctx.tenantId),
      eq(savedViews.ownerId, ownerId),
      eq(savedViews.screen, screen),
      eq(savedViews.name, name),
      ne(savedViews.viewId, viewId),
    ),
    refusal: 'A view with this name already exists.',
  })

/** Announces a changed view: to everybody if it is or was shared, else only to the owner's browsers. */
const announceView = async (write: Write, versions: readonly ViewRow[]): Promise<void> => {
  const { ctx, tx, record } = write
  if (versions.some(({ shared }) => shared)) record.changed('savedViews')
  else await announceOwn(tx, ctx.tenantId, [ctx.userId], 'savedViews', ctx.clientId)
}

interface NewView {
  readonly screen: ViewScreen
  readonly name: string
  readonly search: ViewSearch
  readonly shared?: boolean | undefined
  readonly isDefault?: boolean | undefined
}

/** 403 when a view is shared with the organization and the caller may not share views. */
const requireShareable = (ctx: TenantContext, shared = false): void => {
  const decision = may(ctx, 'shareViews')
  if (shared && !decision.ok) throw new ForbiddenError(decision.reason)
}

/** Saves a view of the reader. 403 for a shared one without the right to plan, 409 when the name is in use, 422 beyond 100 views. */
export const createSavedView = (ctx: TenantContext, input: NewView): Promise<SavedView> =>
  writeTenant(ctx, async (write) => {
    const { tx, record } = write
    requireShareable(ctx, input.shared)
    const [mine] = await tx
      .select({ views: count() })
      .from(savedViews)
      .where(and(eq(savedViews.tenantId, ctx.tenantId), eq(savedViews.ownerId, ctx.userId)))
    if ((mine?.views ?? 0) >= mostViews) throw new RuleError(`One person keeps at most ${mostViews} views.`)
    const row: ViewRow = {
      tenantId: ctx.tenantId,
      viewId: randomUUID(),
      ownerId: ctx.userId,
      ownerName: ctx.userName,
      screen: input.screen,
      name: input.name,
      search: input.search,
      shared: input.shared ?? false,
      ...createdStamp(ctx),
    }
    await requireFreeName(ctx, tx, row)
    await tx.insert(savedViews).values(row)
    if (input.isDefault) await setDefault(ctx, tx, row, true)
    const changes = diffFields(null, sharedFields(row))
    if (changes.length > 0) record.history({ entity: 'savedView', entityId: row.viewId, action: 'create', changes })
    await announceView(write, [row])
    return presentView(ctx, row, (await readDefaults(ctx, tx)).has(row.viewId))
  })

interface ViewChange {
  readonly name?: string | undefined
  readonly search?: ViewSearch | undefined
  readonly shared?: boolean | undefined
  readonly isDefault?: boolean | undefined
}

/**
 * Changes a view, and whether it is the reader's default (allowed for everybody who sees it). 403 for the view of another
 * person, 404, 409 (name in use), 412.
 */
export const changeSavedView = (
  ctx: TenantContext,
  {
    viewId,
    input,
    expectedVersion,
  }: { readonly viewId: string; readonly input: ViewChange; readonly expectedVersion: number | null },
): Promise<SavedView> =>
  writeTenant(ctx, async (write) => {
    const { tx, record } = write
    const before = await lockView(ctx, tx, viewId, expectedVersion)
    const { isDefault, ...rest } = input
    const sent = sentFields(rest)
    let after = before
    if (Object.keys(sent).length > 0) {
      requireEditor(ctx, before)
      after = { ...before, ...sent, ...changedStamp(ctx, before) }
      requireShareable(ctx, after.shared)
      await requireFreeName(ctx, tx, after)
      await tx
        .update(savedViews)
        .set(after)
        .where(and(eq(savedViews.tenantId, ctx.tenantId), eq(savedViews.viewId, viewId)))
      const changes = diffFields(sharedFields(before), sharedFields(after))
      if (changes.length > 0) record.history({ entity: 'savedView', entityId: viewId, action: 'update', changes })
    }
    if (isDefault !== undefined) await setDefault(ctx, tx, after, isDefault)
    await announceView(write, [before, after])
    return presentView(ctx, after, (await readDefaults(ctx, tx)).has(viewId))
  })

/** Deletes a view, also as the default of other people. 403 for the view of another person, 404. */
export const deleteSavedView = (ctx: TenantContext, { viewId }: { readonly viewId: string }): Promise<void> =>
  writeTenant(ctx, async (write) => {
    const { tx, record } = write
    const before = await lockView(ctx, tx, viewId, null)
    requireEditor(ctx, before)
    await tx.delete(savedViews).where(and(eq(savedViews.tenantId, ctx.tenantId), eq(savedViews.viewId, viewId)))
    const changes = diffFields(sharedFields(before), null)
    if (changes.length > 0) record.history({ entity: 'savedView', entityId: viewId, action: 'delete', changes })
    await announceView(write, [before])
  })
