import type { TenantSummary } from '#contract/tenants.ts'
import { partOfStore, readSession, type Session, useAppStore } from './app-store.ts'
import { sessionStore } from './safe-storage.ts'
import {
  clearKept,
  clearStoredSession,
  readStoredSession,
  type SessionFacts,
  signedOut,
  storeAvailableTenants,
  validTenantId,
  writeStoredSession,
} from './stored-session.ts'

function useSessionPart(): Session
function useSessionPart<Read>(select: (session: Session) => Read): Read
function useSessionPart<Read>(select?: (session: Session) => Read): Session | Read {
  return useAppStore(({ session }) => (select ? select(session) : session))
}

/** Session data of this tab, for menus and screens. The server checks access against its own session. */
export const useSession = Object.assign(useSessionPart, partOfStore('session'))

/** Calls `read` whenever the user or the organization changes. */
export const onOtherUser = (read: () => void): (() => void) =>
  useSession.subscribe((now, before) => {
    if (now.userId !== before.userId || now.tenantId !== before.tenantId) read()
  })

/** Stores the data of a user; does nothing without a user. */
const keep = (facts: Partial<SessionFacts>) => {
  const now = { ...useSession.getState(), ...facts }
  if (now.userId !== null) writeStoredSession(now)
}

/** A login or a check has succeeded. */
export const signedIn = (facts: SessionFacts, availableTenants?: readonly TenantSummary[]): void => {
  const tenantId = validTenantId(facts.tenantId)
  const next = { ...facts, tenantId, tenantName: tenantId && facts.tenantName }
  if (availableTenants) storeAvailableTenants(availableTenants)
  keep(next)
  sessionStore.set('authValidated', 'true')
  useSession.setState({ ...next, authenticated: true, loading: false, error: null })
}

/** A login or a check has started. */
export const sessionLoading = (): void => useSession.setState({ loading: true, error: null })

/** A check could not be completed; the stored data stays valid. */
export const sessionUnchecked = (): void => useSession.setState({ loading: false })

/** A check found no signed-in user, and why. */
export const sessionRefused = (error: string): void => useSession.setState({ loading: false, error })

/** Clears the reason for the sign-in once the user has seen it. */
export const forgetSessionError = (): void => useSession.setState({ error: null })

/** Ends the session. The browser keeps only drafts and device settings. */
export const forgetSession = (error: string | null = null): void => {
  clearStoredSession()
  useSession.setState(({ ended }) => ({
    ...signedOut,
    authenticated: false,
    loading: false,
    error,
    ended: ended + 1,
  }))
}

/** Sets the organization of this tab; null clears it. */
export const setTenant = (tenant: TenantSummary | null): void => {
  const tenantId = validTenantId(tenant?.tenantId)
  const facts = { tenantId, tenantName: tenantId && (tenant?.name ?? null) }
  if (tenantId !== useSession.getState().tenantId) clearKept()
  keep(facts)
  useSession.setState(facts)
}

/** 100 ms after its start the tab adopts the last chosen organization, unless it already has one. */
export const restoreTenant = (): void => {
  const { tenantId, tenantName } = readStoredSession()
  if (useSession.getState().userId === null) return
  if (tenantId !== null) sessionStore.set('currentTenantId', tenantId)
  const now = useSession.getState()
  if (now.tenantId === null && tenantId !== null) useSession.setState({ tenantId, tenantName })
}

/** Rereads the stored data after a change by another tab (and in tests). */
export const rereadSession = (): void => useSession.setState({ ...readSession(), loading: false })
