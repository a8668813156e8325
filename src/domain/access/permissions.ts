import { allowed, type Decision, refused } from './decision.ts'

/** Role in the chosen organization; 'superAdmin' wins over both others. */
export type Role = 'user' | 'admin' | 'superAdmin'

/** Who may do what; planning itself (projects, operations, boards, runs) is open to every member. */
const rules = {
  manageUsers: { roles: ['admin', 'superAdmin'], reason: 'Only admins of this organization can manage users.' },
  manageShifts: { roles: ['admin', 'superAdmin'], reason: 'Only admins of this organization can change shifts.' },
  manageHolidays: {
    roles: ['admin', 'superAdmin'],
    reason: 'Only admins of this organization can change holidays.',
  },
  manageCategories: {
    roles: ['admin', 'superAdmin'],
    reason: 'Only admins of this organization can change work centers.',
  },
  changeTenantSettings: {
    roles: ['admin', 'superAdmin'],
    reason: 'Only admins of this organization can change its settings.',
  },
  manageSample: {
    roles: ['admin', 'superAdmin'],
    reason: 'Only admins of this organization can add or remove the sample shop.',
  },
  deleteProject: {
    roles: ['admin', 'superAdmin'],
    reason: 'Only admins of this organization can delete projects.',
  },
  /** Those of colleagues; everybody may compute any proposal again as it is, and apply it. */
  manageProposals: {
    roles: ['admin', 'superAdmin'],
    reason: 'Only its author and admins of this organization can change, rename or discard a proposal.',
  },
  seeAudit: { roles: ['admin', 'superAdmin'], reason: 'Only admins of this organization can see its audit log.' },
  decideAccess: {
    roles: ['admin', 'superAdmin'],
    reason: 'Only admins of this organization can grant admin rights.',
  },
  manageTenants: { roles: ['superAdmin'], reason: 'Only super admins can manage organizations.' },
  listAllTenants: { roles: ['superAdmin'], reason: 'Only super admins can see every organization.' },
} as const satisfies Record<string, { roles: readonly Role[]; reason: string }>

export type Permission = keyof typeof rules

/** Whether a user with this role may do it at all. */
export const may = (role: Role, permission: Permission): Decision => {
  const { roles, reason } = rules[permission]
  return (roles as readonly Role[]).includes(role) ? allowed : refused(reason)
}

/** What an organization leaves to its regular users. */
export interface PlannerRights {
  readonly plannersChangeWorkingTime: boolean
}

/**
 * Whether a user may enter and remove overtime, downtime and capacity. They are part of planning a day, so regular users may, unless
 * the organization leaves them to its admins. Shift patterns and holidays always stay with admins.
 */
export const mayEnterExceptions = (role: Role, { plannersChangeWorkingTime }: PlannerRights): Decision =>
  role !== 'user' || plannersChangeWorkingTime
    ? allowed
    : refused('Only admins of this organization can change overtime, downtime and capacity.')

/** The role from the flags of a user in the chosen organization. */
export const roleOf = (flags: { isAdmin: boolean; isSuperAdmin: boolean }): Role =>
  flags.isSuperAdmin ? 'superAdmin' : flags.isAdmin ? 'admin' : 'user'
