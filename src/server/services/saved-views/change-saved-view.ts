import { and, eq } from 'drizzle-orm'
import type { SavedView, ViewSearch } from '#contract/saved-views.ts'
import type { TenantContext } from '../../context.ts'
import { savedViews } from '../../db/tables/saved-views.table.ts'
import { writeTenant } from '../../db/transaction.ts'
import { diffFields } from '../history/diff-fields.ts'
import { changedStamp } from '../history/record-stamp.ts'
import { sentFields } from '../history/sent-fields.ts'
import { announceView } from './announce-view.ts'
import { lockView, readDefaults, requireEditor, setDefault } from './find-view.ts'
import { requireFreeName } from './require-free-name.ts'
import { presentView, sharedFields } from './view-fields.ts'

interface ViewChange {
  readonly name?: string | undefined
  readonly search?: ViewSearch | undefined
  readonly shared?: boolean | undefined
  readonly isDefault?: boolean | undefined
}

/**
 * Changes a view, and whether the reader starts with it (which anyone who sees it may say). 403 for another's view, 404, 409 (name
 * in use), 412.
 */
export const changeSavedView = (
  ctx: TenantContext,
  {
    viewId,
    input,
    expectedVersion,
  }: { readonly viewId: string; readonly input: ViewChange; readonly expectedVersion: number | null },
): Promise<SavedView> =>
  writeTenant(ctx, async (tx, record) => {
    const before = await lockView(ctx, tx, viewId, expectedVersion)
    const { isDefault, ...rest } = input
    const sent = sentFields(rest)
    let after = before
    if (Object.keys(sent).length > 0) {
      requireEditor(ctx, before)
      after = { ...before, ...sent, ...changedStamp(ctx, before) }
      await requireFreeName(ctx, tx, after)
      await tx
        .update(savedViews)
        .set(after)
        .where(and(eq(savedViews.tenantId, ctx.tenantId), eq(savedViews.viewId, viewId)))
      const changes = diffFields(sharedFields(before), sharedFields(after))
      if (changes.length > 0) record.history({ entity: 'savedView', entityId: viewId, action: 'update', changes })
    }
    if (isDefault !== undefined) await setDefault(ctx, tx, after, isDefault)
    await announceView(ctx, tx, record, [before, after])
    return presentView(ctx, after, (await readDefaults(ctx, tx)).has(viewId))
  })
