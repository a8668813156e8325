import { type HistoryEntry, type HistoryFilter, historyPageSize } from '#contract/history.ts'
import type { TenantContext } from '../../context.ts'
import { searchHistory } from './search-history.ts'
import { cursorOf, type HistoryReach, placeOf } from './select-history.ts'

interface Page {
  readonly entries: HistoryEntry[]
  readonly nextCursor: string | null
}

/** How long a page is searched for before it is answered as it is, with the way on. */
const patienceMs = 4_000

/**
 * One page of history, newest first. 400 when the cursor is none of ours. Where the page is not full and there is a next
 * one, the search was long and goes on there.
 */
export const listHistory = async (
  ctx: TenantContext,
  query: HistoryFilter & { readonly cursor?: string | undefined },
  reach: HistoryReach = 'work',
): Promise<Page> => {
  const { cursor, ...filter } = query
  const after = cursor === undefined ? null : placeOf(cursor)
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
