import type { HistoryEntry, HistoryFilter } from '#contract/history.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readTenant } from '../../db/transaction.ts'
import { presentEntries } from './present-entries.ts'
import { type HistoryRow, type HistoryWish, type Place, placeBehind, selectHistory } from './select-history.ts'

/** Entries looked into in one transaction; others have their turn before the next. A few hundredths of a second. */
const maxEntriesAtATime = 4_000

export interface Found {
  readonly entries: HistoryEntry[]
  /** Where the search stopped: behind the last entry found, or behind the last one looked at. null = at the end. */
  readonly stoppedAt: Place | null
}

/** What no index narrows, so that finding nothing means looking at every entry there is. */
const looksIntoAll = ({ entityId, projectId, ...rest }: HistoryFilter): boolean =>
  entityId === undefined &&
  projectId === undefined &&
  [rest.text, rest.field, rest.userId, rest.door, rest.action, rest.entity].some((wanted) => wanted !== undefined)

interface Reading extends HistoryWish {
  readonly after: Place | null
  readonly limit: number
  readonly patienceMs: number
  /** Entries looked into in one transaction; fewer in tests. */
  readonly entriesAtATime?: number
}

const readPart = async (ctx: TenantContext, tx: Tx, reading: Reading): Promise<Found> => {
  const until = looksIntoAll(reading.filter)
    ? await placeBehind(ctx, tx, reading.after, reading.entriesAtATime ?? maxEntriesAtATime)
    : null
  const rows: HistoryRow[] = await selectHistory(ctx, tx, { ...reading, until })
  const isFull = rows.length === reading.limit
  return { entries: await presentEntries(ctx, tx, rows), stoppedAt: isFull ? (rows.at(-1) ?? null) : until }
}

/**
 * Up to `limit` entries that match, newest first, behind a place. A long history is read in parts, so that a search for
 * what is rare keeps nobody waiting; after `patienceMs` it says how far it came.
 */
export const searchHistory = async (ctx: TenantContext, reading: Reading): Promise<Found> => {
  const startedAtMs = performance.now()
  const entries: HistoryEntry[] = []
  let after = reading.after
  const turn = looksIntoAll(reading.filter) ? 'long' : 'short'
  do {
    const rest = { ...reading, after, limit: reading.limit - entries.length }
    const part = await readTenant(ctx, (tx) => readPart(ctx, tx, rest), turn)
    entries.push(...part.entries)
    after = part.stoppedAt
  } while (after && entries.length < reading.limit && performance.now() - startedAtMs < reading.patienceMs)
  return { entries, stoppedAt: after }
}
