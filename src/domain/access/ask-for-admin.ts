import { allowed, type Decision, refused } from './decision.ts'
import type { Standing } from './permissions.ts'

/** Whether someone of this standing may ask for admin rights. */
export const mayAskForAdmin = (standing: Standing, hasOpenRequest: boolean): Decision => {
  if (standing !== 'user') return refused('You hold admin rights already.')
  return hasOpenRequest ? refused('Your request waits for an answer already.') : allowed
}
