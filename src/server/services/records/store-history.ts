import { sql } from 'drizzle-orm'
import type { HistoryEntity, HistoryEntry } from '#contract/history.ts'
import type { ChangedEvent } from '#contract/live-events.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { inTurn } from '../../db/in-turn.ts'
import { notify } from '../../db/notify.ts'
import { orderedId } from '../../db/ordered-id.ts'

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

/**
 * The statements that add entries to the history, each built when it is taken. What all entries share is passed once: to write and
 * read long texts takes most of the time of a large change.
 */
function* insertions(author: Author, tx: Tx, lines: readonly HistoryLine[]): Generator<() => PromiseLike<unknown>> {
  const { tenantId, userId, userName, source, requestId } = author
  for (let from = 0; from < lines.length; from += linesPerStatement) {
    const entries = lines.slice(from, from + linesPerStatement).map((line) => ({
      h: orderedId(),
      e: line.entity,
      i: line.entityId,
      p: line.projectId ?? undefined,
      a: line.action,
      c: line.changes,
    }))
    const json = JSON.stringify(entries)
    const at = author.app.now().toISOString()
    yield () =>
      tx.execute(sql`
        insert into history_entries (tenant_id, history_id, at, user_id, user_name, door, entity, entity_id, project_id, action,
          changes, request_id)
        select ${tenantId}::uuid, h, ${at}::timestamptz, ${userId}::uuid, ${userName}::text, ${source}::text, e, i, p, a, c,
          ${requestId}::text
        from jsonb_to_recordset(${json}::jsonb) as x (h uuid, e text, i uuid, p uuid, a text, c jsonb)`)
  }
}

/** Adds entries to the history of the author's organization: the author, the record, and the old and new values. */
export const storeHistory = (author: Author, tx: Tx, lines: readonly HistoryLine[]): Promise<void> =>
  inTurn(insertions(author, tx, lines))

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
