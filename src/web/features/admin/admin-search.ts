import { z } from 'zod'
import type { Role } from '#domain/access/permissions.ts'

export const adminTabs = ['overview', 'users', 'audit', 'settings', 'organizations'] as const
export type AdminTab = (typeof adminTabs)[number]

export const userSorts = ['name', 'role', 'status', 'lastSignIn'] as const

const day = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d$/)
  .optional()
  .catch(undefined)
// Every page loads this file, so the check is simple. The audit log validates these words with the contract.
const word = z.string().max(64).optional().catch(undefined)

/** The state of the admin area in the address: its tab, the list of users, the filter of the audit log. */
export const AdminSearch = z.object({
  tab: z.enum(adminTabs).catch('overview').default('overview'),
  find: z.string().max(200).catch('').default(''),
  sort: z.enum(userSorts).catch('name').default('name'),
  descending: z.boolean().catch(false).default(false),
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
