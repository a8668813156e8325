import { type HistoryEntry, type HistoryFilter, historyPageSize } from '#contract/history.ts'
import type { TenantContext } from '../../context.ts'
import { readTenant } from '../../db/transaction.ts'
import { presentEntries } from './present-entries.ts'
import { cursorOf, type HistoryReach, placeOf, selectHistory } from './select-history.ts'

interface Page {
  readonly entries: HistoryEntry[]
  readonly nextCursor: string | null
}

/** One page of history, newest first. 400 when the cursor is none of ours. */
export const listHistory = (
  ctx: TenantContext,
  query: HistoryFilter & { readonly cursor?: string | undefined },
  reach: HistoryReach = 'work',
): Promise<Page> => {
  const { cursor, ...filter } = query
  const after = cursor === undefined ? null : placeOf(cursor)
  return readTenant(ctx, async (tx) => {
    const rows = await selectHistory(ctx, tx, { filter, reach, after, limit: historyPageSize + 1 })
    const shown = rows.slice(0, historyPageSize)
    const last = shown.at(-1)
    return {
      entries: await presentEntries(ctx, tx, shown),
      nextCursor: rows.length > historyPageSize && last ? cursorOf(last) : null,
    }
  })
}
