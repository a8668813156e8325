import { randomUUID } from 'node:crypto'
import { and, count, eq } from 'drizzle-orm'
import type { SavedView, ViewScreen, ViewSearch } from '#contract/saved-views.ts'
import type { TenantContext } from '../../context.ts'
import { savedViews } from '../../db/tables/saved-views.table.ts'
import { writeTenant } from '../../db/transaction.ts'
import { RuleError } from '../../errors.ts'
import { diffFields } from '../history/diff-fields.ts'
import { createdStamp } from '../history/record-stamp.ts'
import { announceView } from './announce-view.ts'
import { readDefaults, setDefault } from './find-view.ts'
import { requireFreeName } from './require-free-name.ts'
import { mostViews, presentView, sharedFields, type ViewRow } from './view-fields.ts'

export interface NewView {
  readonly screen: ViewScreen
  readonly name: string
  readonly search: ViewSearch
  readonly shared?: boolean | undefined
  readonly isDefault?: boolean | undefined
}

/** Keeps a view of the reader; 409 when one of that name is there, 422 beyond 100. */
export const createSavedView = (ctx: TenantContext, input: NewView): Promise<SavedView> =>
  writeTenant(ctx, async (tx, record) => {
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
    await announceView(ctx, tx, record, [row])
    return presentView(ctx, row, (await readDefaults(ctx, tx)).has(row.viewId))
  })
