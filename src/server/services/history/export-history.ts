import type { HistoryEntry, HistoryFilter } from '#contract/history.ts'
import { csvByteOrderMark, csvLine } from '#domain/csv.ts'
import type { TenantContext } from '../../context.ts'
import { type Found, searchHistory } from './read-history.ts'
import type { HistoryPosition, HistoryReach } from './select-history.ts'

const rowsPerRead = 1_000
const patienceMs = 2_000

const head = ['At', 'Person', 'Source', 'Entity', 'Name', 'Entity id', 'Project id', 'Action', 'Field', 'From', 'To']

const linesOf = (entry: HistoryEntry): string => {
  const { at, userName, source, entity, name, entityId, projectId, action } = entry
  const cells = [at, userName, source, entity, name, entityId, projectId, action]
  const changes = entry.changes.length > 0 ? entry.changes : [{ field: '', from: null, to: null }]
  return changes.map(({ field, from, to }) => csvLine([...cells, field, from, to])).join('')
}

/** All matching entries as CSV, one line per changed field, read and sent in parts. */
export async function* exportHistory(
  ctx: TenantContext,
  filter: HistoryFilter,
  reach: HistoryReach = 'work',
): AsyncGenerator<string> {
  yield csvByteOrderMark + csvLine(head)
  let after: HistoryPosition | null = null
  do {
    const found: Found = await searchHistory(ctx, { filter, reach, after, limit: rowsPerRead, patienceMs })
    if (found.entries.length > 0) yield found.entries.map(linesOf).join('')
    after = found.stoppedAt
  } while (after)
}
