import { sql } from 'drizzle-orm'
import type { HistoryEntity, HistoryEntry } from '#contract/history.ts'
import type { ChangedEvent } from '#contract/live-events.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { notify } from '../../db/notify.ts'
import { orderedId } from '../../db/ordered-id.ts'
import { rowsAsJson } from '../../db/rows-as-json.ts'
import { historyEntries } from '../../db/tables/history.table.ts'

/** Channel for changed records. Every server process listens, and its socket hub passes them on. */
export const changesChannel = 'live_changes'

export interface HistoryLine {
  readonly entity: HistoryEntity
  readonly entityId: string
  readonly projectId?: string | null
  readonly action: HistoryEntry['action']
  readonly changes: HistoryEntry['changes']
}

/** A changed record, by id and version. */
export type Changed = ChangedEvent['items'][number]

/** The author of a change and the organization: a tenant context, or a person who acts on the organization from outside. */
export type Author = Pick<
  TenantContext,
  'app' | 'tenantId' | 'userId' | 'userName' | 'source' | 'requestId' | 'clientId'
>

const maxListedItems = 50
/** Larger statements are not faster. */
const linesPerStatement = 1_000

/** Adds entries to the history of the author's organization: the author, the record, and the old and new values. */
export const storeHistory = async (author: Author, tx: Tx, lines: readonly HistoryLine[]): Promise<void> => {
  for (let from = 0; from < lines.length; from += linesPerStatement) {
    const entries = lines.slice(from, from + linesPerStatement).map((line) => ({
      tenantId: author.tenantId,
      historyId: orderedId(),
      at: author.app.now(),
      userId: author.userId,
      userName: author.userName,
      source: author.source,
      entity: line.entity,
      entityId: line.entityId,
      projectId: line.projectId ?? null,
      action: line.action,
      changes: line.changes,
      requestId: author.requestId,
    }))
    await tx.execute(sql`insert into ${rowsAsJson(historyEntries, entries)}`)
  }
}

/** Announces changed records to every browser of the organization when the transaction commits. */
export const announceChanged = (
  { tenantId, clientId }: Pick<Author, 'tenantId' | 'clientId'>,
  tx: Tx,
  resource: ChangedEvent['resource'],
  items: readonly Changed[],
): Promise<void> => {
  const event: ChangedEvent = {
    type: 'changed',
    resource,
    items: items.length > maxListedItems ? [] : [...items],
    clientId,
  }
  return notify(tx, changesChannel, JSON.stringify({ tenantId, event }))
}
