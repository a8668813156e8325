import type { HistoryEntry, HistoryFilter } from '#contract/history.ts'
import type { TenantContext } from '../../context.ts'
import { readTenant } from '../../db/transaction.ts'
import { csvByteOrderMark, csvLine } from '../admin/csv.ts'
import { presentEntries } from './present-entries.ts'
import { type HistoryReach, type HistoryRow, selectHistory } from './select-history.ts'

const rowsPerRead = 1_000

const head = ['At', 'Person', 'Door', 'Entity', 'Name', 'Entity id', 'Project id', 'Action', 'Field', 'From', 'To']

const linesOf = (entry: HistoryEntry): string => {
  const { at, userName, door, entity, name, entityId, projectId, action } = entry
  const cells = [at, userName, door, entity, name, entityId, projectId, action]
  const changes = entry.changes.length > 0 ? entry.changes : [{ field: '', from: null, to: null }]
  return changes.map(({ field, from, to }) => csvLine([...cells, field, from, to])).join('')
}

/** Every entry that matches as CSV, one line per changed field, read and handed on in parts. */
export async function* exportHistory(
  ctx: TenantContext,
  filter: HistoryFilter,
  reach: HistoryReach = 'work',
): AsyncGenerator<string> {
  yield csvByteOrderMark + csvLine(head)
  let after: HistoryRow | null = null
  for (;;) {
    const place: HistoryRow | null = after
    const [rows, entries]: [HistoryRow[], HistoryEntry[]] = await readTenant(ctx, async (tx) => {
      const found = await selectHistory(ctx, tx, { filter, reach, after: place, limit: rowsPerRead })
      return [found, await presentEntries(ctx, tx, found)]
    })
    if (entries.length > 0) yield entries.map(linesOf).join('')
    after = rows.at(-1) ?? null
    if (rows.length < rowsPerRead) return
  }
}
