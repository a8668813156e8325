import { eq } from 'drizzle-orm'
import type { z } from 'zod/mini'
import type { HistoryEntry, HistoryFileQuery, HistoryFilter } from '#contract/history.ts'
import { storedAccessWords, storedLimitWords } from '#domain/access/access-words.ts'
import { may } from '#domain/access/rights.ts'
import { csvByteOrderMark, csvLine } from '#domain/csv.ts'
import type { TenantContext } from '../../context.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { categories } from '../../db/tables/categories.table.ts'
import { ForbiddenError } from '../../errors.ts'
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

const linesOf = (entry: HistoryEntry, names: CenterNames): string => {
  const { at, userName, source, entity, name, entityId, projectId, action } = entry
  const cells = [at, userName, source, entity, name, entityId, projectId, action]
  const changes = entry.changes.length > 0 ? entry.changes : [{ field: '', from: null, to: null }]
  return changes
    .map(({ field, from, to }) =>
      csvLine([...cells, field, valueWords(field, from, names), valueWords(field, to, names)]),
    )
    .join('')
}

/**
 * All matching entries as CSV, one line per changed field, read and sent in parts. People who reported work are named only on request, and
 * never for a reader without the right to see that (403, before the first part).
 */
export const exportHistory = (
  ctx: TenantContext,
  { names = false, ...filter }: z.infer<typeof HistoryFileQuery>,
  reach: HistoryReach = 'work',
): AsyncGenerator<string> => {
  const decision = may(ctx, 'seeWorkerNames')
  if (names && !decision.ok) throw new ForbiddenError(decision.reason)
  return partsOf(ctx, { filter, reach, showsNames: names })
}

async function* partsOf(
  ctx: TenantContext,
  wanted: { readonly filter: HistoryFilter; readonly reach: HistoryReach; readonly showsNames: boolean },
): AsyncGenerator<string> {
  yield csvByteOrderMark + csvLine(head)
  const names = await selectCenterNames(ctx)
  let after: HistoryPosition | null = null
  do {
    const found: Found = await searchHistory(ctx, { ...wanted, after, limit: rowsPerRead, patienceMs })
    if (found.entries.length > 0) yield found.entries.map((entry) => linesOf(entry, names)).join('')
    after = found.stoppedAt
  } while (after)
}
