import { allowed, type Decision, refused } from './decision.ts'

/** Standing in the chosen organisation; 'superAdmin' wins over both others. */
export type Standing = 'user' | 'admin' | 'superAdmin'

/** Who may do what; planning itself (projects, operations, boards, runs) is open to every member. */
const rules = {
  manageUsers: { standings: ['admin', 'superAdmin'], reason: 'Only admins of this organization can manage users.' },
  manageShifts: { standings: ['admin', 'superAdmin'], reason: 'Only admins of this organization can change shifts.' },
  /** Overtime and downtime are part of planning a day; shift patterns and holidays are not. */
  enterExceptions: {
    standings: ['user', 'admin', 'superAdmin'],
    reason: 'Only members of this organization can enter overtime and downtime.',
  },
  manageHolidays: {
    standings: ['admin', 'superAdmin'],
    reason: 'Only admins of this organization can change holidays.',
  },
  manageCategories: {
    standings: ['admin', 'superAdmin'],
    reason: 'Only admins of this organization can change work centers.',
  },
  manageOrganisation: {
    standings: ['admin', 'superAdmin'],
    reason: 'Only admins of this organization can change its settings.',
  },
  deleteProject: {
    standings: ['admin', 'superAdmin'],
    reason: 'Only admins of this organization can delete projects.',
  },
  seeAudit: { standings: ['admin', 'superAdmin'], reason: 'Only admins of this organization can see its audit log.' },
  decideAccess: {
    standings: ['admin', 'superAdmin'],
    reason: 'Only admins of this organization can grant admin rights.',
  },
  manageTenants: { standings: ['superAdmin'], reason: 'Only super admins can manage organizations.' },
  listAllTenants: { standings: ['superAdmin'], reason: 'Only super admins can see every organization.' },
} as const satisfies Record<string, { standings: readonly Standing[]; reason: string }>

export type Permission = keyof typeof rules

/** Whether someone of this standing may do it at all. */
export const may = (standing: Standing, permission: Permission): Decision => {
  const { standings, reason } = rules[permission]
  return (standings as readonly Standing[]).includes(standing) ? allowed : refused(reason)
}

/** Standing from the flags of a user in the chosen organisation. */
export const standingOf = (flags: { isAdmin: boolean; isSuperAdmin: boolean }): Standing =>
  flags.isSuperAdmin ? 'superAdmin' : flags.isAdmin ? 'admin' : 'user'
