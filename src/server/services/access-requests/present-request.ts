import type { AccessRequest } from '#contract/access-requests.ts'
import type { accessRequests } from '../../db/tables/access.table.ts'

/** A request as the contract shows it. */
export const presentRequest = (row: typeof accessRequests.$inferSelect): AccessRequest => ({
  requestId: row.requestId,
  userId: row.userId,
  userName: row.userName,
  reason: row.reason,
  status: row.status,
  requestedAt: row.requestedAt.toISOString(),
  decidedAt: row.decidedAt?.toISOString() ?? null,
  decidedBy: row.decidedBy,
  note: row.note,
})
