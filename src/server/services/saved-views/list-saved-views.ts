import { and, asc, eq } from 'drizzle-orm'
import type { SavedView, ViewScreen } from '#contract/saved-views.ts'
import type { TenantContext } from '../../context.ts'
import { savedViews } from '../../db/tables/saved-views.table.ts'
import { readTenant } from '../../db/transaction.ts'
import { readDefaults, visibleViews } from './find-view.ts'
import { presentView } from './view-fields.ts'

/** The reader's own views and the shared ones, by name; of one screen, or of all. */
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
