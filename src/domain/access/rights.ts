import type { Action } from '#contract/actions.ts'
import { type MemberAccess, memberAccesses } from '#contract/vocabulary.ts'
import { allowed, type Decision, refused } from './decision.ts'

/** A person's right in the current organization. A super admin has every right in each organization. */
export type Role = MemberAccess | 'superAdmin'

/** The person who requests an action. */
export interface Actor {
  readonly role: Role
  /** The work centers to which a planner is limited; null = all. */
  readonly workCenterIds: readonly string[] | null
}

/** Organization settings that extend what planners may do. */
export interface PlannerRights {
  /** Whether planners may enter overtime, downtime and capacity. */
  readonly plannersChangeWorkingTime: boolean
  /** Whether planners may apply a plan for the whole shop. */
  readonly plannersApplyPlans: boolean
}

/** The subject of an action. A missing field is not known yet; the rule then says whether the person may do the action at all. */
export interface About {
  /** Affected work centers; null for work without one. */
  readonly workCenterIds?: readonly (string | null)[]
  readonly organization?: Partial<PlannerRights>
}

/** Returns the reason for a refusal, or null if the condition holds. */
type Condition = (actor: Actor, about: About) => string | null

const ranks: readonly Role[] = [...memberAccesses, 'superAdmin']
const has = ({ role }: Actor, least: Role): boolean => ranks.indexOf(role) >= ranks.indexOf(least)

const reports: Condition = (actor) =>
  has(actor, 'report') ? null : 'You can look at the plan. Reporting work needs more access.'

const plans: Condition = (actor) => {
  if (has(actor, 'plan')) return null
  return has(actor, 'report')
    ? 'You can report work. Changing the plan needs more access.'
    : 'You can look at the plan. Changing it needs more access.'
}

const isAdmin =
  (what: string, who = 'Only admins'): Condition =>
  (actor) =>
    has(actor, 'admin') ? null : `${who} of this organization can ${what}.`

/** Only the right to plan can be limited to some work centers. An admin has no limit. */
const limitOf = (actor: Actor): readonly string[] | null => (has(actor, 'admin') ? null : actor.workCenterIds)

const atOwnCenters: Condition = (actor, { workCenterIds = [] }) => {
  const own = limitOf(actor)
  const isOwn = (id: string | null): boolean => own === null || (id !== null && own.includes(id))
  return workCenterIds.every(isOwn) ? null : 'You plan only some work centers, and this is at another one.'
}

const everywhere: Condition = (actor) =>
  limitOf(actor) === null ? null : 'You plan only some work centers. This affects others too.'

const leftToPlanners =
  (right: keyof PlannerRights, what: string): Condition =>
  (actor, { organization }) =>
    organization?.[right] === false ? isAdmin(what)(actor, {}) : null

/**
 * The table of rights, with one line for each action. Every member may view planning, save their own views and write notes to colleagues.
 * An action is allowed if all its conditions hold; otherwise the first one that fails gives the reason.
 */
const rights: Record<Action, readonly Condition[]> = {
  reportWork: [reports, atOwnCenters],

  planOperations: [plans, atOwnCenters],
  enterExceptions: [
    plans,
    leftToPlanners('plannersChangeWorkingTime', 'change overtime, downtime and capacity'),
    atOwnCenters,
  ],
  tryPlans: [plans],
  planProjects: [plans, everywhere],
  importWork: [plans, everywhere],
  scheduleProject: [plans, everywhere],
  planWholeShop: [plans, everywhere, leftToPlanners('plannersApplyPlans', 'put a plan for the whole shop in force')],
  keepTemplates: [plans],
  shareViews: [plans],
  shareStatus: [plans, everywhere],

  deleteProject: [isAdmin('delete projects')],
  /** Applies to proposals of colleagues. Any planner may recompute a proposal without changing it. */
  manageProposals: [isAdmin('change, rename or discard a proposal', 'Only its author and admins')],
  /** Applies to data sources and scheduled exports of colleagues. */
  manageExchange: [isAdmin('change or delete it', 'Only its author and admins')],
  manageUsers: [isAdmin('manage users')],
  decideAccess: [isAdmin('grant access')],
  manageShifts: [isAdmin('change shifts')],
  manageHolidays: [isAdmin('change holidays')],
  manageCategories: [isAdmin('change work centers')],
  changeTenantSettings: [isAdmin('change its settings')],
  manageSample: [isAdmin('add or remove the sample shop')],
  manageDevices: [isAdmin('manage tablets')],
  manageWorkers: [isAdmin('manage the people on the floor')],
  /** Names of people on reports. */
  seeWorkerNames: [plans],
  manageWebhooks: [isAdmin('manage webhooks')],
  manageStatusLinks: [isAdmin('see every status link')],
  exportShop: [isAdmin('save it as a shop file')],
  seeAudit: [isAdmin('see its audit log')],
}

/** Whether the actor may do something. Without `about`, whether they may do it at all. */
export const may = (actor: Actor, action: Action, about: About = {}): Decision => {
  for (const condition of rights[action]) {
    const reason = condition(actor, about)
    if (reason !== null) return refused(reason)
  }
  return allowed
}

/** The lowest right that allows an action. */
export const leastAccess = (action: Action): MemberAccess =>
  memberAccesses.find((access) => may(withRole(access), action).ok) ?? 'admin'

/** An unlimited actor with this role. */
export const withRole = (role: Role): Actor => ({ role, workCenterIds: null })

/** The role of a member, or of a super admin, who needs no membership. */
export const roleOf = ({ access, isSuperAdmin }: { access: MemberAccess; isSuperAdmin: boolean }): Role =>
  isSuperAdmin ? 'superAdmin' : access

/** Whether a role includes the rights of an organization admin. */
export const isAdminRole = (role: Role): boolean => has({ role, workCenterIds: null }, 'admin')
