import { accessLevels } from '#contract/access-requests.ts'
import { accessOf, type ListedUser } from '#contract/users.ts'
import { accessWords, limitNames } from '#domain/access/access-words.ts'
import type { Member } from '#domain/access/change-user.ts'
import { actorOf } from '#domain/access/member-actor.ts'
import type { AdminSearch } from '../admin-search.ts'

/** Whether the user has not accepted the invitation yet. */
export const isInvited = (user: Pick<ListedUser, 'status'>): boolean => user.status === 'Invited'

/** A listed or invited user in the format of the access rules. */
export const memberOf = (user: ListedUser): Member => ({
  userId: user.id,
  access: accessOf(user),
  isSuperAdmin: user.isSuperAdmin,
  isActive: user.status === 'Active',
  isShared: user.isShared,
  isInvited: isInvited(user),
})

/** Active admins of the organization. */
export const countAdmins = (users: readonly ListedUser[]): number =>
  users.filter((user) => accessOf(user) === 'admin' && user.status === 'Active').length

export const nameOf = (user: Pick<ListedUser, 'displayName' | 'name'>): string => user.displayName || user.name

const rank = (user: ListedUser): number => accessLevels.length - accessLevels.indexOf(actorOf(user).role)

const names = new Intl.Collator('en', { numeric: true })

const compare: Record<AdminSearch['sort'], (a: ListedUser, b: ListedUser) => number> = {
  name: (a, b) => names.compare(nameOf(a), nameOf(b)),
  role: (a, b) => rank(a) - rank(b) || a.role.localeCompare(b.role),
  status: (a, b) => a.status.localeCompare(b.status),
  lastSignIn: (a, b) => (a.lastSignInAt ?? '').localeCompare(b.lastSignInAt ?? ''),
}

/** The users that match the search text, in the selected order and then by name. */
export const arrangeUsers = (
  users: readonly ListedUser[],
  { find, sort, descending }: Pick<AdminSearch, 'find' | 'sort' | 'descending'>,
  centerNames: ReadonlyMap<string, string>,
): ListedUser[] => {
  const wanted = find.trim().toLowerCase()
  const direction = descending ? -1 : 1
  const wordsOf = (user: ListedUser): string => {
    const right = actorOf(user)
    const words = [user.name, user.displayName, user.email, user.role, accessWords(right)]
    return [...words, limitNames(right, centerNames)].join(' ').toLowerCase()
  }
  return users
    .filter((user) => wordsOf(user).includes(wanted))
    .toSorted((a, b) => direction * compare[sort](a, b) || compare.name(a, b))
}
