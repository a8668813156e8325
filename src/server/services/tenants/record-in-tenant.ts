import type { HistoryEntry } from '#contract/history.ts'
import type { SessionContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { notify } from '../../db/notify.ts'
import { orderedId } from '../../db/ordered-id.ts'
import { historyEntries } from '../../db/tables/history.table.ts'
import { changesChannel } from '../../db/transaction.ts'

interface TenantLine {
  readonly tenantId: string
  readonly action: HistoryEntry['action']
  readonly changes: HistoryEntry['changes']
  readonly version?: number
}

/** What a super admin did to an organisation from outside: its history keeps it, its browsers hear of it. */
export const recordInTenant = async (
  ctx: SessionContext,
  tx: Tx,
  { tenantId, action, changes, version }: TenantLine,
): Promise<void> => {
  if (changes.length === 0) return
  await tx.insert(historyEntries).values({
    tenantId,
    historyId: orderedId(),
    at: ctx.app.now(),
    userId: ctx.userId,
    userName: ctx.userName,
    door: 'screen',
    entity: 'organisation',
    entityId: tenantId,
    action,
    changes,
    requestId: ctx.requestId,
  })
  const event = {
    type: 'changed',
    resource: 'organisation',
    items: [{ id: tenantId, version }],
    clientId: ctx.clientId,
  }
  await notify(tx, changesChannel, JSON.stringify({ tenantId, event }))
}
