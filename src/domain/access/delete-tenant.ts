import { allowed, type Decision, refused } from './decision.ts'
import { may, type Role } from './permissions.ts'

/** Whether an organization may be deleted: by a super admin who has typed its name, letter by letter. */
export const mayDeleteTenant = (role: Role, input: { name: string; typedName: string }): Decision => {
  const managing = may(role, 'manageTenants')
  if (!managing.ok) return managing
  return input.typedName.trim() === input.name.trim()
    ? allowed
    : refused('Type the name of the organization to delete it.')
}
