import type { Action } from '#contract/actions.ts'
import type { PlanReach, ProposalChange } from '#contract/proposals.ts'
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

/** Whether a change is one of working time that holds at every work center. A removed exception may have been one of them. */
const isForWholeShop = (change: ProposalChange): boolean => {
  if (change.kind === 'exception') return change.exception === null || !change.exception.categoryId
  return (
    change.kind === 'shift' || change.kind === 'organisation' || change.kind === 'holiday' || change.kind === 'holidays'
  )
}

/** What decides who may apply a proposal. */
export interface Applicable {
  readonly changes: readonly ProposalChange[]
  /** Null = unknown. */
  readonly reach: PlanReach | null
}

/** Whether a proposal is a plan for the whole shop: it moves several projects, or changes working time everywhere. */
export const concernsWholeShop = ({ changes, reach }: Applicable): boolean =>
  reach === null || reach.projects > 1 || changes.some(isForWholeShop)

const centersOf = (change: ProposalChange): readonly (string | null)[] =>
  change.kind === 'exception' && change.exception !== null ? [change.exception.categoryId ?? null] : []

/**
 * Whether a person may put a proposal in force. A limit to some work centers takes away what moves or changes something at another
 * one, and the rest of the right stays.
 */
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
