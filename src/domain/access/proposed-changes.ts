import type { Action } from '#contract/actions.ts'
import type { ProposalChange } from '#contract/proposals.ts'
import type { WorkingTimeChange } from '#contract/working-time.ts'
import { allowed, type Decision } from './decision.ts'
import { type Actor, may, type PlannerRights } from './rights.ts'

type Kind = (ProposalChange | WorkingTimeChange)['kind']

/** What the changes of a proposal are by hand. */
const actionOf: Record<Kind, Action> = {
  project: 'planProjects',
  operation: 'planOperations',
  operationGone: 'planOperations',
  exception: 'enterExceptions',
  projectGone: 'deleteProject',
  shift: 'manageShifts',
  organisation: 'changeTenantSettings',
  category: 'manageCategories',
  categoryGone: 'manageCategories',
  holidays: 'manageHolidays',
  template: 'manageHolidays',
  holiday: 'manageHolidays',
}

/**
 * Whether a person may make changes of these kinds, by hand or with a proposal. The work centers of their operations are checked when
 * they are made.
 */
export const mayMake = (
  actor: Actor,
  changes: readonly { readonly kind: Kind }[],
  organization: PlannerRights,
): Decision => changes.map(({ kind }) => may(actor, actionOf[kind], { organization })).find(({ ok }) => !ok) ?? allowed
