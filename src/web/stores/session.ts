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

/** Data about the session of this tab, used for menus and screens; the server decides by its own session. */
export const useSession = Object.assign(useSessionPart, partOfStore('session'))

/** Calls `read` whenever the user or the organization changes. */
export const onOtherUser = (read: () => void): (() => void) =>
  useSession.subscribe((now, before) => {
    if (now.userId !== before.userId || now.tenantId !== before.tenantId) read()
  })

/** Stores the data of a user; without a user nothing is stored. */
const keep = (facts: Partial<SessionFacts>) => {
  const now = { ...useSession.getState(), ...facts }
  if (now.userId !== null) writeStoredSession(now)
}

/** Success of a login or a check: authenticated, with the user. */
export const signedIn = (facts: SessionFacts, availableTenants?: readonly TenantSummary[]): void => {
  const tenantId = validTenantId(facts.tenantId)
  const next = { ...facts, tenantId, tenantName: tenantId && facts.tenantName }
  if (availableTenants) storeAvailableTenants(availableTenants)
  keep(next)
  sessionStore.set('authValidated', 'true')
  useSession.setState({ ...next, authenticated: true, loading: false, error: null })
}

/** A login or a check begins. */
export const sessionLoading = (): void => useSession.setState({ loading: true, error: null })

/** A check could not be made; the stored data stays valid. */
export const sessionUnchecked = (): void => useSession.setState({ loading: false })

/** A check found that nobody is signed in, and why. */
export const sessionRefused = (error: string): void => useSession.setState({ loading: false, error })

/** The reader has seen why they have to sign in. */
export const forgetSessionError = (): void => useSession.setState({ error: null })

/** A failure or the end of a session: the browser keeps only drafts and the settings of the device. */
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

/** Specification 4.1: 100 ms after its start the tab takes over the organization that was chosen last, unless it has its own. */
export const restoreTenant = (): void => {
  const { tenantId, tenantName } = readStoredSession()
  if (useSession.getState().userId === null) return
  if (tenantId !== null) sessionStore.set('currentTenantId', tenantId)
  const now = useSession.getState()
  if (now.tenantId === null && tenantId !== null) useSession.setState({ tenantId, tenantName })
}

/** Reads the stored data again (after a change by another tab, and in tests). */
export const rereadSession = (): void => useSession.setState({ ...readSession(), loading: false })
