import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import type { HistoryEntity, HistoryEntry } from '#contract/history.ts'
import type { ChangedEvent } from '#contract/live-events.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { inTurn } from '../../db/in-turn.ts'
import { type Message, notifyAll } from '../../db/notify.ts'
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
const columns = sql.raw(
  'tenant_id, history_id, at, user_id, user_name, door, entity, entity_id, project_id, action, changes, request_id',
)

/** Inserts entries into the history, or into a table like it. What all entries share is passed once. */
const insertion = (author: Author, table: SQL, lines: readonly HistoryLine[]): SQL => {
  const { tenantId, userId, userName, source, requestId } = author
  const entries = lines.map((line) => ({
    h: orderedId(),
    e: line.entity,
    i: line.entityId,
    p: line.projectId ?? undefined,
    a: line.action,
    c: line.changes,
  }))
  return sql`insert into ${table} (${columns})
    select ${tenantId}::uuid, h, ${author.app.now().toISOString()}::timestamptz, ${userId}::uuid, ${userName}::text, ${source}::text,
      e, i, p, a, c, ${requestId}::text
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as x (h uuid, e text, i uuid, p uuid, a text, c jsonb)`
}

/** The statements that add entries to the history, each built when it is taken. */
function* insertions(author: Author, tx: Tx, lines: readonly HistoryLine[]): Generator<() => PromiseLike<unknown>> {
  for (let from = 0; from < lines.length; from += linesPerStatement) {
    const inserted = insertion(author, sql`history_entries`, lines.slice(from, from + linesPerStatement))
    yield () => tx.execute(inserted)
  }
}

/** Entries that the database has read before the transaction that adds them to the history. */
export interface StagedHistory {
  readonly table: SQL
  /** Which entries they are; the write that adds them records each of them once more. */
  readonly keys: ReadonlySet<string>
}

const keyOf = ({ entity, entityId, action }: HistoryLine): string => `${entity} ${entityId} ${action}`

/** A statement that no record depends on, after what others wait for. */
const aside = (ctx: TenantContext, statement: SQL): Promise<void> =>
  ctx.app.db.withTenant(
    ctx,
    async (tx) => {
      await tx.execute(statement)
    },
    'long',
  )

/**
 * Passes entries to the embedded database in parts, into a table of its only connection. To read them takes most of the time of a
 * large change, and everybody waits for its transaction. null where others do not wait: on PostgreSQL, or for few entries.
 */
export const stageHistory = async (
  ctx: TenantContext,
  lines: readonly HistoryLine[],
): Promise<StagedHistory | null> => {
  if (ctx.app.db.engine !== 'embedded' || lines.length <= linesPerStatement) return null
  const table = sql`pg_temp.${sql.identifier(`staged_${randomUUID().replaceAll('-', '')}`)}`
  await aside(ctx, sql`create table ${table} (like history_entries)`)
  for (let from = 0; from < lines.length; from += linesPerStatement) {
    await aside(ctx, insertion(ctx, table, lines.slice(from, from + linesPerStatement)))
    await setImmediate()
  }
  return { table, keys: new Set(lines.map(keyOf)) }
}

/** Removes staged entries, whether they were added or not. */
export const dropStaged = async (ctx: TenantContext, staged: StagedHistory | null): Promise<void> => {
  if (!staged) return
  await aside(ctx, sql`drop table if exists ${staged.table}`)
}

/** Adds entries to the history of the author's organization: the author, the record, and the old and new values. */
export const storeHistory = async (
  author: Author,
  tx: Tx,
  lines: readonly HistoryLine[],
  staged: StagedHistory | null = null,
): Promise<void> => {
  if (staged) await tx.execute(sql`insert into history_entries (${columns}) select ${columns} from ${staged.table}`)
  const others = staged ? lines.filter((line) => !staged.keys.has(keyOf(line))) : lines
  if (staged && lines.length - others.length !== staged.keys.size) {
    throw new Error('The staged history is not that of this write')
  }
  await inTurn(insertions(author, tx, others))
}

/** The announcement of changed records to every browser of the organization. */
export const announcementOf = (
  { tenantId, clientId }: Pick<Author, 'tenantId' | 'clientId'>,
  resource: ChangedEvent['resource'],
  items: readonly Changed[],
): Message => {
  const event: ChangedEvent = {
    type: 'changed',
    resource,
    items: items.length > maxListedItems ? [] : [...items],
    clientId,
  }
  return { channel: changesChannel, payload: JSON.stringify({ tenantId, event }) }
}

/** Announces changed records when the transaction commits. */
export const announceChanged = (
  author: Pick<Author, 'tenantId' | 'clientId'>,
  tx: Tx,
  resource: ChangedEvent['resource'],
  items: readonly Changed[],
): Promise<void> => notifyAll(tx, [announcementOf(author, resource, items)])
