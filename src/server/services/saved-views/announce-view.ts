import type { TenantContext } from '../../context.ts'
import { announceOwn } from '../../db/announce-notifications.ts'
import type { Tx } from '../../db/database.ts'
import type { Recorder } from '../../db/transaction.ts'
import type { ViewRow } from './view-fields.ts'

/** Announces a view, as it was and is: a shared one to everybody, one's own to one's own browsers. */
export const announceView = async (
  ctx: TenantContext,
  tx: Tx,
  record: Recorder,
  versions: readonly ViewRow[],
): Promise<void> => {
  if (versions.some(({ shared }) => shared)) record.changed('savedViews')
  else await announceOwn(tx, ctx.tenantId, [ctx.userId], 'savedViews', ctx.clientId)
}
