import { and, eq } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import { savedViews } from '../../db/tables/saved-views.table.ts'
import { writeTenant } from '../../db/transaction.ts'
import { diffFields } from '../history/diff-fields.ts'
import { announceView } from './announce-view.ts'
import { lockView, requireEditor } from './find-view.ts'
import { sharedFields } from './view-fields.ts'

/** Deletes a view, also as the start of those who chose it; 403 for another's, 404. */
export const deleteSavedView = (ctx: TenantContext, { viewId }: { readonly viewId: string }): Promise<void> =>
  writeTenant(ctx, async (tx, record) => {
    const before = await lockView(ctx, tx, viewId, null)
    requireEditor(ctx, before)
    await tx.delete(savedViews).where(and(eq(savedViews.tenantId, ctx.tenantId), eq(savedViews.viewId, viewId)))
    const changes = diffFields(sharedFields(before), null)
    if (changes.length > 0) record.history({ entity: 'savedView', entityId: viewId, action: 'delete', changes })
    await announceView(ctx, tx, record, [before])
  })
