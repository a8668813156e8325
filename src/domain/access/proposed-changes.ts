import type { Action } from '#contract/actions.ts'
import type { PlanReach, ProposalChange } from '#contract/proposals.ts'
import type { WorkingTimeChange } from '#contract/working-time.ts'
import { allowed, type Decision } from './decision.ts'
import { type Actor, may, type PlannerRights } from './rights.ts'

type Kind = (ProposalChange | WorkingTimeChange)['kind']

/** The action that each kind of proposed change corresponds to. */
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
 * Whether a person may make changes of these kinds, directly or through a proposal. Work centers are checked
 * separately, when the changes are made.
 */
export const mayMake = (
  actor: Actor,
  changes: readonly { readonly kind: Kind }[],
  organization: PlannerRights,
): Decision => changes.map(({ kind }) => may(actor, actionOf[kind], { organization })).find(({ ok }) => !ok) ?? allowed

/** Whether a change affects working time at every work center. A removed exception counts, because it may have done so. */
const isForWholeShop = (change: ProposalChange): boolean => {
  if (change.kind === 'exception') return change.exception === null || !change.exception.categoryId
  return (
    change.kind === 'shift' || change.kind === 'organisation' || change.kind === 'holiday' || change.kind === 'holidays'
  )
}

/** The facts that decide who may apply a proposal. */
export interface Applicable {
  readonly changes: readonly ProposalChange[]
  /** null = unknown. */
  readonly reach: PlanReach | null
}

/** Whether a proposal affects the whole shop: it moves several projects, or changes working time everywhere. */
export const concernsWholeShop = ({ changes, reach }: Applicable): boolean =>
  reach === null || reach.projects > 1 || changes.some(isForWholeShop)

const centersOf = (change: ProposalChange): readonly (string | null)[] =>
  change.kind === 'exception' && change.exception !== null ? [change.exception.categoryId ?? null] : []

/** Whether a person may apply a proposal. A limited planner may not apply one that changes or moves something at another work center. */
export const mayApply = (actor: Actor, proposal: Applicable, organization: PlannerRights): Decision => {
  const { changes, reach } = proposal
  const workCenterIds = [...(reach?.workCenterIds ?? [null]), ...changes.flatMap(centersOf)]
  const action = concernsWholeShop(proposal) ? 'planWholeShop' : 'scheduleProject'
  const decisions = [
    may({ ...actor, workCenterIds: null }, action, { organization }),
    may(actor, 'planOperations', { workCenterIds }),
    mayMake(actor, changes, organization),
  ]
  return decisions.find(({ ok }) => !ok) ?? allowed
}
