import { useSession } from '#web/stores/session.ts'

/**
 * Address of a file to download. It names the organization of this tab, as the header of every other call does, so that
 * the server refuses it after a switch in another tab instead of sending a file of another organization.
 */
export const fileHref = (path: string, query: Readonly<Record<string, unknown>>): string => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...query, tenantId: useSession.getState().tenantId })) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item != null && item !== '') search.append(name, String(item))
    }
  }
  return `/api${path}?${search}`
}
