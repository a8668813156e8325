import { and, eq, ne } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { savedViews } from '../../db/tables/saved-views.table.ts'
import { ConflictError } from '../../errors.ts'
import type { ViewRow } from './view-fields.ts'

/** 409 when its owner has another view of that name on that screen. */
export const requireFreeName = async (
  ctx: TenantContext,
  tx: Tx,
  { viewId, ownerId, screen, name }: ViewRow,
): Promise<void> => {
  const [known] = await tx
    .select({ viewId: savedViews.viewId })
    .from(savedViews)
    .where(
      and(
        eq(savedViews.tenantId, ctx.tenantId),
        eq(savedViews.ownerId, ownerId),
        eq(savedViews.screen, screen),
        eq(savedViews.name, name),
        ne(savedViews.viewId, viewId),
      ),
    )
  if (known) throw new ConflictError('A view with this name already exists.')
}
