import { allowed, type Decision, refused } from './decision.ts'
import type { Standing } from './permissions.ts'

/** Whether someone of this standing may ask for admin rights. */
export const mayAskForAdmin = (standing: Standing, hasOpenRequest: boolean): Decision => {
  if (standing !== 'user') return refused('You already have admin rights.')
  return hasOpenRequest ? refused('You already have an open request.') : allowed
}
