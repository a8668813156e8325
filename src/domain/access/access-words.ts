import type { MemberAccess } from '#contract/vocabulary.ts'
import type { Role } from './rights.ts'

/** What people with each right are called. */
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
