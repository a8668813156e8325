import type { ProposalChange } from '#contract/proposals.ts'
import type { WorkingTimeChange } from '#contract/working-time.ts'
import { allowed, type Decision } from './decision.ts'
import { may, type Permission, type Role } from './permissions.ts'

type Kind = (ProposalChange | WorkingTimeChange)['kind']

/** The changes that not every member may make. */
const neededFor: Partial<Record<Kind, Permission>> = {
  projectGone: 'deleteProject',
  shift: 'manageShifts',
  organisation: 'changeTenantSettings',
  category: 'manageCategories',
  categoryGone: 'manageCategories',
  holidays: 'manageHolidays',
  template: 'manageHolidays',
  holiday: 'manageHolidays',
  exception: 'enterExceptions',
}

/** Whether a user may make all of these changes, by hand or with a proposal. */
export const mayMake = (role: Role, changes: readonly { readonly kind: Kind }[]): Decision => {
  const refusals = changes.flatMap(({ kind }) => {
    const needed = neededFor[kind]
    const decision = needed ? may(role, needed) : allowed
    return decision.ok ? [] : [decision]
  })
  return refusals[0] ?? allowed
}
