import { MemberAccess } from '#contract/vocabulary.ts'
import type { Actor, Role } from './rights.ts'

/** Display name of each role. */
export const accessNames: Readonly<Record<Role, string>> = {
  view: 'Viewer',
  report: 'Reporter',
  plan: 'Planner',
  admin: 'Admin',
  superAdmin: 'Super admin',
}

/** What each right lets a member do, as a sentence. */
export const accessSentences: Readonly<Record<MemberAccess, string>> = {
  view: 'Sees all of planning and changes nothing.',
  report: 'Also reports work: start, progress, done, hold and notes.',
  plan: 'Also plans: projects, operations, dates and runs.',
  admin: 'Also manages users, shifts, holidays, work centers and settings.',
}

/** 'a Planner', 'an Admin'. */
export const oneWithAccess = (access: MemberAccess): string =>
  `${access === 'admin' ? 'an' : 'a'} ${accessNames[access]}`

/** 'Planner', or 'Planner of 2 work centers' for a planner who is limited to some. */
export const accessWords = ({ role, workCenterIds }: Actor): string => {
  if (role !== 'plan' || workCenterIds === null) return accessNames[role]
  const count = workCenterIds.length
  return `${accessNames.plan} of ${count} ${count === 1 ? 'work center' : 'work centers'}`
}

/**
 * Names of the work centers to which a planner is limited, in alphabetical order. Returns null without a limit, or
 * while none of the names is known.
 */
export const limitNames = ({ role, workCenterIds }: Actor, names: ReadonlyMap<string, string>): string | null =>
  role !== 'plan' || workCenterIds === null || names.size === 0
    ? null
    : workCenterIds
        .map((id) => names.get(id) ?? 'a removed work center')
        .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
        .join(', ')

/** Display name of a stored access right, such as 'Planner'. */
export const storedAccessWords = (value: unknown): string => {
  const access = MemberAccess.safeParse(value)
  return access.success ? accessNames[access.data] : String(value)
}

/** Text for a stored limit: 'all', or the names of the work centers. */
export const storedLimitWords = (value: unknown, nameOf: (id: string) => string): string =>
  Array.isArray(value) ? value.map((id) => nameOf(String(id))).join(', ') : 'all'
