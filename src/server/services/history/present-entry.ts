import type { HistoryEntry } from '#contract/history.ts'
import { unreadFields } from '#domain/changes/summarise-lines.ts'
import type { historyEntries } from '../../db/tables/history.table.ts'

/** A history entry as the contract shows it; what is kept for an undo alone is no reader's business. */
export const presentEntry = (row: typeof historyEntries.$inferSelect): HistoryEntry => ({
  historyId: row.historyId,
  at: row.at.toISOString(),
  userId: row.userId,
  userName: row.userName,
  door: row.door,
  entity: row.entity,
  entityId: row.entityId,
  projectId: row.projectId,
  action: row.action,
  changes: row.changes.filter(({ field }) => !unreadFields.has(field)),
})
