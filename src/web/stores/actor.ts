import { useMemo } from 'react'
import type { Action } from '#contract/actions.ts'
import { actorOf } from '#domain/access/member-actor.ts'
import { type About, type Actor, may } from '#domain/access/rights.ts'
import { useSession } from './session.ts'

/** The signed-in person in the current organization, for code outside React. */
export const currentActor = (): Actor => actorOf(useSession.getState())

/** The signed-in person in the current organization, for display only: the server checks access against its own session. */
export const useActor = (): Actor => {
  const session = useSession()
  return useMemo(() => actorOf(session), [session])
}

/** Why a person may not perform an action; null if they may. Without `about`, checks whether they may perform it anywhere. */
export const refusalOf = (actor: Actor, action: Action, about?: About): string | null => {
  const decision = may(actor, action, about)
  return decision.ok ? null : decision.reason
}

/** `refusalOf` for the signed-in person. */
export const useRefusal = (action: Action, about?: About): string | null => refusalOf(useActor(), action, about)
