import { z } from 'zod/mini'
import { ifReadable, withUsual } from '#contract/lenient-fields.ts'
import type { Role } from '#domain/access/rights.ts'

const adminTabs = ['overview', 'users', 'audit', 'settings', 'organizations'] as const
export type AdminTab = (typeof adminTabs)[number]

export const userSorts = ['name', 'role', 'status', 'lastSignIn'] as const

const day = ifReadable(z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/)))
// Every page loads this file, so the check is simple. The audit log validates these words with the contract.
const word = ifReadable(z.string().check(z.maxLength(64)))

/** The state of the admin area in the URL: its tab, the list of users, the filter of the audit log. */
export const AdminSearch = z.object({
  tab: withUsual(z.enum(adminTabs), 'overview'),
  find: withUsual(z.string().check(z.maxLength(200)), ''),
  sort: withUsual(z.enum(userSorts), 'name'),
  descending: withUsual(z.boolean(), false),
  person: word,
  entity: word,
  source: word,
  from: day,
  to: day,
})
export type AdminSearch = z.infer<typeof AdminSearch>
/** The open tab. Only super admins see the organizations. */
export const shownTab = ({ tab }: Pick<AdminSearch, 'tab'>, role: Role): AdminTab =>
  tab === 'organizations' && role !== 'superAdmin' ? 'overview' : tab

export type OnAdminSearch = (change: Partial<AdminSearch>) => void

export const defaultAdminSearch = { tab: 'overview', find: '', sort: 'name', descending: false } as const
