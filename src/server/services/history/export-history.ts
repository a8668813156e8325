import { eq } from 'drizzle-orm'
import type { HistoryEntry, HistoryFilter } from '#contract/history.ts'
import { storedAccessWords, storedLimitWords } from '#domain/access/access-words.ts'
import { csvByteOrderMark, csvLine } from '#domain/csv.ts'
import type { TenantContext } from '../../context.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { categories } from '../../db/tables/categories.table.ts'
import { workerFields } from './present-entries.ts'
import { type Found, searchHistory } from './read-history.ts'
import type { HistoryPosition, HistoryReach } from './select-history.ts'

const rowsPerRead = 1_000
const patienceMs = 2_000

const head = ['At', 'Person', 'Source', 'Entity', 'Name', 'Entity id', 'Project id', 'Action', 'Field', 'From', 'To']

type CenterNames = ReadonlyMap<string, string>

const selectCenterNames = (ctx: TenantContext): Promise<CenterNames> =>
  readTenant(ctx, async (tx) => {
    const { categoryId, name, tenantId } = categories
    const rows = await tx.select({ categoryId, name }).from(categories).where(eq(tenantId, ctx.tenantId))
    return new Map(rows.map((row) => [row.categoryId, row.name]))
  })

/** Rights and work centers as the screens name them; other values as they are stored. */
const valueWords = (field: string, value: unknown, names: CenterNames): unknown => {
  const nameOf = (id: string) => names.get(id) ?? 'removed since'
  if (field === 'workCenterIds') return storedLimitWords(value, nameOf)
  if (value === null || value === undefined) return value
  if (field === 'access' || field === 'requestedAccess') return storedAccessWords(value)
  return field === 'categoryId' || field === 'poolId' ? nameOf(String(value)) : value
}

/** Files do not say who worked. */
const linesOf = (entry: HistoryEntry, names: CenterNames): string => {
  const { at, userName, source, entity, name, entityId, projectId, action } = entry
  const cells = [at, userName, source, entity, name, entityId, projectId, action]
  const named = entry.changes.filter(({ field }) => !workerFields.has(field))
  const changes = named.length > 0 ? named : [{ field: '', from: null, to: null }]
  return changes
    .map(({ field, from, to }) =>
      csvLine([...cells, field, valueWords(field, from, names), valueWords(field, to, names)]),
    )
    .join('')
}

/** All matching entries as CSV, one line per changed field, read and sent in parts. */
export async function* exportHistory(
  ctx: TenantContext,
  filter: HistoryFilter,
  reach: HistoryReach = 'work',
): AsyncGenerator<string> {
  yield csvByteOrderMark + csvLine(head)
  const names = await selectCenterNames(ctx)
  let after: HistoryPosition | null = null
  do {
    const found: Found = await searchHistory(ctx, { filter, reach, after, limit: rowsPerRead, patienceMs })
    if (found.entries.length > 0) yield found.entries.map((entry) => linesOf(entry, names)).join('')
    after = found.stoppedAt
  } while (after)
}
