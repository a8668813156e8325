import type { HistoryEntry } from '#contract/history.ts'
import type { ChangedEvent } from '#contract/live-events.ts'
import type { AppServices } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { notify } from '../../db/notify.ts'
import { orderedId } from '../../db/ordered-id.ts'
import { historyEntries } from '../../db/tables/history.table.ts'
import type { users } from '../../db/tables/users.table.ts'
import { changesChannel } from '../../db/transaction.ts'

type Account = Pick<typeof users.$inferSelect, 'userId' | 'name' | 'displayName'>

interface AccountLine {
  readonly tenantId: string
  readonly account: Account
  readonly action: HistoryEntry['action']
  readonly changes: HistoryEntry['changes']
  readonly requestId: string
}

/** What somebody did to their own account with a one-time link: the organisation that made it keeps it, and its browsers hear of it. */
export const recordOfAccount = async (
  app: AppServices,
  tx: Tx,
  { tenantId, account, action, changes, requestId }: AccountLine,
): Promise<void> => {
  await tx.insert(historyEntries).values({
    tenantId,
    historyId: orderedId(),
    at: app.now(),
    userId: account.userId,
    userName: account.displayName || account.name,
    door: 'screen',
    entity: 'user',
    entityId: account.userId,
    action,
    changes,
    requestId,
  })
  const event: ChangedEvent = { type: 'changed', resource: 'users', items: [{ id: account.userId }], clientId: null }
  await notify(tx, changesChannel, JSON.stringify({ tenantId, event }))
}
