import type { LiveResource } from '#contract/live-events.ts'
import { useSession } from '#web/stores/session.ts'

/**
 * Key of everything an organization owns: it begins with user and organization, so that nothing of one can be read in
 * another, and a late answer lands under the key it was asked for. Live events invalidate `tenantKey(resource)`.
 */
export const tenantKey = (resource: LiveResource, ...parts: readonly unknown[]) => {
  const { userId, tenantId } = useSession.getState()
  return ['tenant', tenantId, userId, resource, ...parts] as const
}

/** Begins the key of everything of the organization: for what may have changed any of it. */
export const tenantScope = () => tenantKey('projects').slice(0, 3)

/** Key of what belongs to the signed-in user, in whichever organization. */
export const userKey = (...parts: readonly unknown[]) => ['user', useSession.getState().userId, ...parts] as const
