import { type AuditFilter, auditPageSize } from '#contract/admin.ts'
import type { HistoryEntry } from '#contract/history.ts'
import type { TenantContext } from '../../context.ts'
import { readTenant } from '../../db/transaction.ts'
import { presentEntry } from '../history/present-entry.ts'
import { cursorOf, placeOf, selectAudit } from './select-audit.ts'

interface Page {
  readonly entries: HistoryEntry[]
  readonly nextCursor: string | null
}

/** One page of the organisation's history, newest first. */
export const listAudit = async (ctx: TenantContext, query: AuditFilter & { cursor?: string }): Promise<Page> => {
  const { cursor, ...filter } = query
  const after = cursor === undefined ? null : placeOf(cursor)
  const rows = await readTenant(ctx, (tx) => selectAudit(ctx, tx, { filter, after, limit: auditPageSize + 1 }))
  const shown = rows.slice(0, auditPageSize)
  const last = shown.at(-1)
  return {
    entries: shown.map(presentEntry),
    nextCursor: rows.length > auditPageSize && last ? cursorOf(last) : null,
  }
}
