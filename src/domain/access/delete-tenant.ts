import { allowed, type Decision, refused } from './decision.ts'
import type { Role } from './rights.ts'

/** Whether an organization may be deleted: only by a super admin who has typed its exact name. */
export const mayDeleteTenant = (role: Role, input: { name: string; typedName: string }): Decision => {
  if (role !== 'superAdmin') return refused('Only super admins can manage organizations.')
  return input.typedName.trim() === input.name.trim()
    ? allowed
    : refused('Type the name of the organization to delete it.')
}
