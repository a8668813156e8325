import { allowed, type Decision, refused } from './decision.ts'

export interface TenantChoice {
  readonly isSuperAdmin: boolean
  /** The current organization of the session; null if none is chosen. */
  readonly currentTenantId: string | null
  readonly wantedTenantId: string
  /** Whether the user belongs to the wanted organization. */
  readonly isMember: boolean
}

/**
 * Only a super admin may switch organizations. Everyone else chooses once, from their own. Unknown and foreign
 * organizations get the same answer.
 */
export const mayChooseTenant = (choice: TenantChoice): Decision => {
  if (choice.isSuperAdmin) return allowed
  if (choice.currentTenantId === choice.wantedTenantId && choice.isMember) return allowed
  if (choice.currentTenantId !== null) return refused('Regular users cannot switch tenants')
  return choice.isMember ? allowed : refused('You do not have access to this organization.')
}
