import type { SavedView } from '#contract/saved-views.ts'
import type { TenantContext } from '../../context.ts'
import type { savedViews } from '../../db/tables/saved-views.table.ts'
import { presentStamp } from '../history/record-stamp.ts'

export type ViewRow = typeof savedViews.$inferSelect

/** Views that one person may keep. */
export const mostViews = 100

/** The owner may; of shared ones an admin may too. */
export const mayEditView = (ctx: TenantContext, { ownerId, shared }: ViewRow): boolean =>
  ownerId === ctx.userId || (shared && ctx.role !== 'user')

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

/** What history tells of a view that others see; private ones are nobody else's. */
export const sharedFields = (row: ViewRow | null) =>
  row?.shared ? { name: row.name, search: row.search, shared: row.shared } : null
