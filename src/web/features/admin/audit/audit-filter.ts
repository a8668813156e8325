import type { AuditFilter } from '#contract/admin.ts'
import type { AdminSearch } from '../admin-search.ts'

/** What the address narrows the log to. */
export const auditFilterOf = ({ person, entity, door, from, to }: AdminSearch): AuditFilter => ({
  userId: person,
  entity,
  door,
  fromDate: from,
  toDate: to,
})

/** Everything again. */
export const noAuditFilter: Partial<AdminSearch> = {
  person: undefined,
  entity: undefined,
  door: undefined,
  from: undefined,
  to: undefined,
}
