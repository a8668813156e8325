import { and, eq } from 'drizzle-orm'
import { type HistoryEntry, type HistoryFilter, historyPageSize } from '#contract/history.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { projects } from '../../db/tables/projects.table.ts'
import { NotFoundError } from '../../errors.ts'
import { presentEntries } from './present-entries.ts'
import {
  cursorOf,
  type HistoryPosition,
  type HistoryReach,
  type HistoryRow,
  type HistoryWish,
  positionAfter,
  positionOf,
  selectHistory,
} from './select-history.ts'

/** Entries searched in one transaction, which takes a few hundredths of a second. Other requests run between transactions. */
const maxEntriesAtATime = 4_000

export interface Found {
  readonly entries: HistoryEntry[]
  /** Where the search stopped: after the last entry found or searched; null at the end. */
  readonly stoppedAt: HistoryPosition | null
}

/** True if no index narrows the filter, so that a search without results reads every entry. */
const looksIntoAll = ({ entityId, projectId, ...rest }: HistoryFilter): boolean =>
  entityId === undefined &&
  projectId === undefined &&
  [rest.text, rest.field, rest.userId, rest.source, rest.action, rest.entity].some((wanted) => wanted !== undefined)

interface Reading extends HistoryWish {
  readonly after: HistoryPosition | null
  readonly limit: number
  readonly patienceMs: number
  /** Entries searched in one transaction. Tests use fewer. */
  readonly entriesAtATime?: number
  /** Whether entries name the people who reported work; by default if the reader may see that. */
  readonly showsNames?: boolean
}

const readPart = async (ctx: TenantContext, tx: Tx, reading: Reading): Promise<Found> => {
  const until = looksIntoAll(reading.filter)
    ? await positionAfter(ctx, tx, reading.after, reading.entriesAtATime ?? maxEntriesAtATime)
    : null
  const rows: HistoryRow[] = await selectHistory(ctx, tx, { ...reading, until })
  const isFull = rows.length === reading.limit
  return {
    entries: await presentEntries(ctx, tx, rows, reading.showsNames),
    stoppedAt: isFull ? (rows.at(-1) ?? null) : until,
  }
}

/**
 * Up to `limit` matching entries, newest first, after a position. A long history is read in parts, so that a search for
 * rare entries does not block other requests. After `patienceMs` it stops and returns its position.
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

interface Page {
  readonly entries: HistoryEntry[]
  readonly nextCursor: string | null
}

/** Time after which a page is returned incomplete, with a cursor to continue. */
const patienceMs = 4_000

/**
 * One page of history, newest first. 400 for an invalid cursor. If the page is not full and has a next one, the search took
 * too long and continues there.
 */
export const listHistory = async (
  ctx: TenantContext,
  query: HistoryFilter & { readonly cursor?: string | undefined },
  reach: HistoryReach = 'work',
): Promise<Page> => {
  const { cursor, ...filter } = query
  const after = cursor === undefined ? null : positionOf(cursor)
  const { entries, stoppedAt } = await searchHistory(ctx, {
    filter,
    reach,
    after,
    limit: historyPageSize + 1,
    patienceMs,
  })
  const shown = entries.slice(0, historyPageSize)
  const last = shown.at(-1)
  const next =
    entries.length > historyPageSize && last ? { at: new Date(last.at), historyId: last.historyId } : stoppedAt
  return { entries: shown, nextCursor: next && cursorOf(next) }
}

const newest = 200

/** The newest 200 changes of a project and its operations, even if it is deleted. 404 if the project never existed. */
export const listProjectHistory = (ctx: TenantContext, { projectId }: { projectId: string }): Promise<HistoryEntry[]> =>
  readTenant(ctx, async (tx) => {
    const rows = await selectHistory(ctx, tx, { filter: { projectId }, reach: 'work', after: null, limit: newest })
    if (rows.length === 0) {
      const known = await tx
        .select({ projectId: projects.projectId })
        .from(projects)
        .where(and(eq(projects.tenantId, ctx.tenantId), eq(projects.projectId, projectId)))
      if (known.length === 0) throw new NotFoundError()
    }
    return presentEntries(ctx, tx, rows)
  })
