import { allowed, type Decision, refused } from './decision.ts'

/** Role in the chosen organization; 'superAdmin' wins over both others. */
export type Role = 'user' | 'admin' | 'superAdmin'

/** Who may do what; planning itself (projects, operations, boards, runs) is open to every member. */
const rules = {
  manageUsers: { roles: ['admin', 'superAdmin'], reason: 'Only admins of this organization can manage users.' },
  manageShifts: { roles: ['admin', 'superAdmin'], reason: 'Only admins of this organization can change shifts.' },
  /** Overtime and downtime are part of planning a day; shift patterns and holidays are not. */
  enterExceptions: {
    roles: ['user', 'admin', 'superAdmin'],
    reason: 'Only members of this organization can enter overtime and downtime.',
  },
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
  deleteProject: {
    roles: ['admin', 'superAdmin'],
    reason: 'Only admins of this organization can delete projects.',
  },
  /** Those of colleagues; everybody may compute, refresh and apply any proposal. */
  manageProposals: {
    roles: ['admin', 'superAdmin'],
    reason: 'Only its author and admins of this organization can rename or discard a proposal.',
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

/** The role from the flags of a user in the chosen organization. */
export const roleOf = (flags: { isAdmin: boolean; isSuperAdmin: boolean }): Role =>
  flags.isSuperAdmin ? 'superAdmin' : flags.isAdmin ? 'admin' : 'user'
