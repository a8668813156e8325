import { allowed, type Decision, refused } from './decision.ts'
import type { Role } from './permissions.ts'

/** Whether a user with this role may ask for admin rights. */
export const mayAskForAdmin = (role: Role, hasOpenRequest: boolean): Decision => {
  if (role !== 'user') return refused('You already have admin rights.')
  return hasOpenRequest ? refused('You already have an open request.') : allowed
}
