import type { Action } from '#contract/actions.ts'
import { type MemberAccess, memberAccesses } from '#contract/vocabulary.ts'
import { allowed, type Decision, refused } from './decision.ts'

/** The right of a person in the chosen organization; a super admin has every right in each of them. */
export type Role = MemberAccess | 'superAdmin'

/** Who wants to do something. */
export interface Actor {
  readonly role: Role
  /** The work centers to which a planner is limited; null = all. */
  readonly workCenterIds: readonly string[] | null
}

/** What an organization leaves to its planners. */
export interface PlannerRights {
  /** Whether planners enter overtime, downtime and capacity. */
  readonly plannersChangeWorkingTime: boolean
  /** Whether planners put a plan for the whole shop in force. */
  readonly plannersApplyPlans: boolean
}

/** What an action is about. What is absent is not known yet: then the answer says whether the person may do it at all. */
export interface About {
  /** The work centers concerned; null stands for work without one. */
  readonly workCenterIds?: readonly (string | null)[]
  readonly organization?: Partial<PlannerRights>
}

/** Why not; null = the condition holds. */
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

/** The right to plan may be limited to some work centers; that of an admin never is. */
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
 * Who may do what: one line for each action. Every member sees all of planning, keeps views of their own, and writes notes to
 * colleagues. An action is allowed when all of its conditions hold; else the first that does not says why.
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
  /** Those of colleagues; each planner may compute any proposal again as it is. */
  manageProposals: [isAdmin('change, rename or discard a proposal', 'Only its author and admins')],
  manageUsers: [isAdmin('manage users')],
  decideAccess: [isAdmin('grant access')],
  manageShifts: [isAdmin('change shifts')],
  manageHolidays: [isAdmin('change holidays')],
  manageCategories: [isAdmin('change work centers')],
  changeTenantSettings: [isAdmin('change its settings')],
  manageSample: [isAdmin('add or remove the sample shop')],
  manageDevices: [isAdmin('manage tablets')],
  manageWebhooks: [isAdmin('manage webhooks')],
  manageStatusLinks: [isAdmin('see every status link')],
  seeAudit: [isAdmin('see its audit log')],
}

/** Whether a person may do something; without `about`, whether they may do it anywhere. */
export const may = (actor: Actor, action: Action, about: About = {}): Decision => {
  for (const condition of rights[action]) {
    const reason = condition(actor, about)
    if (reason !== null) return refused(reason)
  }
  return allowed
}

/** The least right with which a member may do something. */
export const leastAccess = (action: Action): MemberAccess =>
  memberAccesses.find((access) => may(withRole(access), action).ok) ?? 'admin'

/** The actor without a limit. */
export const withRole = (role: Role): Actor => ({ role, workCenterIds: null })

/** The role of a member, or of a super admin, who needs no membership. */
export const roleOf = ({ access, isSuperAdmin }: { access: MemberAccess; isSuperAdmin: boolean }): Role =>
  isSuperAdmin ? 'superAdmin' : access

/** Whether a role is that of an admin of the organization. */
export const isAdminRole = (role: Role): boolean => has({ role, workCenterIds: null }, 'admin')
