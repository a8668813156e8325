import type { AuditFilter } from '#contract/admin.ts'
import type { TenantContext } from '../../context.ts'
import { readTenant } from '../../db/transaction.ts'
import { csvByteOrderMark, csvLine } from './csv.ts'
import { type HistoryRow, selectAudit } from './select-audit.ts'

const rowsPerRead = 1_000

const head = ['At', 'Person', 'Door', 'Entity', 'Entity id', 'Project id', 'Action', 'Field', 'From', 'To']

const linesOf = (row: HistoryRow): string => {
  const entry = [row.at.toISOString(), row.userName, row.door, row.entity, row.entityId, row.projectId, row.action]
  const changes = row.changes.length > 0 ? row.changes : [{ field: '', from: null, to: null }]
  return changes.map(({ field, from, to }) => csvLine([...entry, field, from, to])).join('')
}

/** Every entry that matches as CSV, one line per changed field, read and handed on in parts. */
export async function* exportAudit(ctx: TenantContext, filter: AuditFilter): AsyncGenerator<string> {
  yield csvByteOrderMark + csvLine(head)
  let after: HistoryRow | null = null
  for (;;) {
    const place: HistoryRow | null = after
    const rows: HistoryRow[] = await readTenant(ctx, (tx) =>
      selectAudit(ctx, tx, { filter, after: place, limit: rowsPerRead }),
    )
    if (rows.length > 0) yield rows.map(linesOf).join('')
    after = rows.at(-1) ?? null
    if (rows.length < rowsPerRead) return
  }
}
