import { z } from 'zod/mini'
import { type TenantSummary, tenantIdPattern } from '#contract/tenants.ts'
import { type MemberAccess, memberAccesses } from '#contract/vocabulary.ts'
import { localStore, readJson, sessionStore } from './safe-storage.ts'

/** Session data that the browser stores for menus. The server checks access against its own session. */
export interface SessionFacts {
  userId: string | null
  email: string | null
  name: string | null
  isAdmin: boolean
  /** Access in the organization; absent from servers that know only `isAdmin`. */
  access?: MemberAccess | undefined
  /** Work centers to which the right to plan is limited; null means all. */
  workCenterIds?: readonly string[] | null
  isSuperAdmin: boolean
  tenantId: string | null
  tenantName: string | null
}

export const signedOut: SessionFacts = {
  userId: null,
  email: null,
  name: null,
  isAdmin: false,
  isSuperAdmin: false,
  tenantId: null,
  tenantName: null,
}

/** A tenant id as stored or received; anything but a UUID is ignored and logged. */
export const validTenantId = (id: string | null | undefined): string | null => {
  if (id == null || id === '') return null
  if (tenantIdPattern.test(id)) return id.toLowerCase()
  console.warn('Invalid tenant ID format')
  return null
}

const text = (key: string) => localStore.get(key) || null

/** Reads the stored data. The organization of this tab (session storage) takes precedence over the last stored one. */
export const readStoredSession = (): SessionFacts => {
  const own = validTenantId(sessionStore.get('currentTenantId'))
  const stored = validTenantId(localStore.get('currentTenantId'))
  return {
    userId: text('userId'),
    email: text('userEmail'),
    name: text('name'),
    isAdmin: localStore.get('isAdmin') === 'true',
    isSuperAdmin: localStore.get('isSuperAdmin') === 'true',
    access: memberAccesses.find((access) => access === localStore.get('access')),
    workCenterIds: localStore.get('workCenterIds')?.split(' ') ?? null,
    tenantId: own ?? stored,
    tenantName: own !== null && own !== stored ? null : text('currentTenantName'),
  }
}

/** Stores the data under its specified keys. */
export const writeStoredSession = (facts: SessionFacts): void => {
  localStore.set('userId', facts.userId)
  localStore.set('userEmail', facts.email)
  localStore.set('name', facts.name)
  localStore.set('isAdmin', facts.isAdmin ? 'true' : null)
  localStore.set('isSuperAdmin', facts.isSuperAdmin ? 'true' : null)
  localStore.set('access', facts.access ?? null)
  localStore.set('workCenterIds', facts.workCenterIds?.join(' ') ?? null)
  localStore.set('currentTenantId', facts.tenantId)
  localStore.set('currentTenantName', facts.tenantId && facts.tenantName)
  sessionStore.set('currentTenantId', facts.tenantId)
}

/** Settings of this device, which survive signing out. */
const deviceKeys = [
  'rememberEmail',
  'darkMode',
  'themeConfig',
  'dateFormat',
  'timeFormat',
  'timezone',
  'notificationSound',
]

/** Navigation data of a user (habits.ts) and waiting shop-floor reports (floor.ts) survive as well. */
const staysHere = (key: string) => deviceKeys.includes(key) || /^(navigation|header|myFloor):/.test(key)

/** Saves what must survive an answer with `Clear-Site-Data`. Call the result to restore it. */
export const keepDeviceSettings = (): (() => void) => {
  const saved = localStore.keys().flatMap((key) => (staysHere(key) ? [[key, localStore.get(key)] as const] : []))
  return () => {
    for (const [key, value] of saved) if (value !== null) localStore.set(key, value)
  }
}

/** Clears the cookies jwt_token and jwt at login; the server clears them too. */
export const clearOldCookies = (): void => {
  for (const name of ['jwt_token', 'jwt']) globalThis.cookieStore?.delete(name).catch(() => {})
}

/** Clears local storage except for device settings, and ends the session of this tab. Drafts survive. */
export const clearStoredSession = (): void => {
  for (const key of localStore.keys()) if (!staysHere(key)) localStore.set(key, null)
  for (const key of ['authValidated', 'currentTenantId', 'notificationToken']) sessionStore.set(key, null)
  clearOldCookies()
}

/** Email of the last sign-in in this tab; a password is never stored. */
export const lastSignInEmail = (): string | null =>
  readJson(sessionStore, 'lastLogin', z.object({ email: z.string() }))?.email ?? null
export const rememberSignInEmail = (email: string | null): void =>
  sessionStore.set('lastLogin', email && JSON.stringify({ email }))

/** The cached list of organizations; null if there is none, 'unreadable' if it cannot be parsed. */
export const readAvailableTenants = (): TenantSummary[] | null | 'unreadable' => {
  const stored = localStore.get('availableTenants')
  if (stored === null) return null
  try {
    const list: unknown = JSON.parse(stored)
    if (!Array.isArray(list)) return 'unreadable'
    return list.filter(
      (item): item is TenantSummary => typeof item?.tenantId === 'string' && typeof item.name === 'string',
    )
  } catch {
    return 'unreadable'
  }
}
export const storeAvailableTenants = (tenants: readonly TenantSummary[]): void =>
  localStore.set('availableTenants', JSON.stringify(tenants.map(({ tenantId, name }) => ({ tenantId, name }))))

/** Kinds of data that local storage holds for one user in one organization, and deletes when either changes. */
export type KeptKind = 'notifications' | 'outbox'
const kinds: readonly KeptKind[] = ['notifications', 'outbox']

/** The storage key for this user in this organization; null if either is missing. */
export const keptKey = (kind: KeptKind, { tenantId, userId }: Pick<SessionFacts, 'tenantId' | 'userId'>) =>
  tenantId !== null && userId !== null ? `${kind}:${tenantId}:${userId}` : null

/** Called when the organization is switched; a logout clears local storage anyway. */
export const clearKept = (): void => {
  for (const key of localStore.keys()) if (kinds.some((kind) => key.startsWith(`${kind}:`))) localStore.set(key, null)
}
