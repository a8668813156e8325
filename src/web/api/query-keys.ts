import type { LiveResource } from '#contract/live-events.ts'
import { useSession } from '#web/stores/session.ts'

/**
 * Key of data of an organization. It begins with user and organization, so that no data can be read in another
 * organization, and a late answer is stored under the key of its request. Live events invalidate `tenantKey(resource)`.
 */
export const tenantKey = (resource: LiveResource, ...parts: readonly unknown[]) => {
  const { userId, tenantId } = useSession.getState()
  return ['tenant', tenantId, userId, resource, ...parts] as const
}

/** The common prefix of all keys of the organization, for changes that may affect any of its data. */
export const tenantScope = () => tenantKey('projects').slice(0, 3)

/** Key of data that belongs to the signed-in user, independent of the organization. */
export const userKey = (...parts: readonly unknown[]) => ['user', useSession.getState().userId, ...parts] as const
