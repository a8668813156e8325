import { allowed, type Decision, refused } from './decision.ts'

export interface TenantChoice {
  readonly isSuperAdmin: boolean
  /** The organization the session works in now; null = none chosen. */
  readonly currentTenantId: string | null
  readonly wantedTenantId: string
  /** Whether the user belongs to the wanted organization. */
  readonly isMember: boolean
}

/**
 * Specification 4.1 and 6: only a super admin switches; a regular user chooses once, among their own.
 * Unknown and foreign organizations get the same answer.
 */
export const mayChooseTenant = (choice: TenantChoice): Decision => {
  if (choice.isSuperAdmin) return allowed
  if (choice.currentTenantId === choice.wantedTenantId && choice.isMember) return allowed
  if (choice.currentTenantId !== null) return refused('Regular users cannot switch tenants')
  return choice.isMember ? allowed : refused('You do not have access to this organization.')
}
