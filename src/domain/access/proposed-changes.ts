import type { ProposalChange } from '#contract/proposals.ts'
import type { WorkingTimeChange } from '#contract/working-time.ts'
import { allowed, type Decision } from './decision.ts'
import { may, mayEnterExceptions, type Permission, type PlannerRights, type Role } from './permissions.ts'

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
}

const mayMakeOne = (role: Role, kind: Kind, rights: PlannerRights): Decision => {
  if (kind === 'exception') return mayEnterExceptions(role, rights)
  const needed = neededFor[kind]
  return needed ? may(role, needed) : allowed
}

/** Whether a user may make all of these changes, by hand or with a proposal. */
export const mayMake = (role: Role, changes: readonly { readonly kind: Kind }[], rights: PlannerRights): Decision =>
  changes.map(({ kind }) => mayMakeOne(role, kind, rights)).find(({ ok }) => !ok) ?? allowed
