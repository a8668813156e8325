import { AuditFilter } from '#contract/admin.ts'
import type { AdminSearch } from '../admin-search.ts'

const { userId, entity, door } = AuditFilter.shape
const known = {
  userId: userId.catch(undefined),
  entity: entity.catch(undefined),
  door: door.catch(undefined),
}

/** What the address narrows the log to; words it does not know narrow nothing. */
export const auditFilterOf = ({ person, entity: what, door: how, from, to }: AdminSearch): AuditFilter => ({
  userId: known.userId.parse(person),
  entity: known.entity.parse(what),
  door: known.door.parse(how),
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
