import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import type { TenantSummary } from '#contract/tenants.ts'
import { putMyTenant } from '#contract/users.ts'
import { callForAnswer } from '#web/api/client.ts'
import { clearDrafts } from '#web/stores/drafts.ts'
import { notifyOtherTabs } from '#web/stores/other-tabs.ts'
import { setTenant, useSession } from '#web/stores/session.ts'

/** Header text as this client sends it: percent-encoded unless it is Latin. */
const decoded = (text: string | null): string | null => {
  try {
    return text && decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Selects the organization: first in the server's session, then in storage, caches and the other tabs. The answer's
 * headers x-tenant-id and x-tenant-name are stored.
 */
export const chooseTenantMutation = (queryClient: QueryClient) =>
  mutationOptions({
    meta: { handled: true },
    mutationFn: async ({ tenantId, name }: TenantSummary) => {
      // The session gets a new id, so an answer to the old id would report that it has ended.
      await queryClient.cancelQueries()
      const { headers } = await callForAnswer(putMyTenant, { body: { tenantId } })
      const chosen = {
        tenantId: headers.get('x-tenant-id') ?? tenantId,
        name: decoded(headers.get('x-tenant-name')) ?? name,
      }
      const { userId, tenantId: before } = useSession.getState()
      if (before !== null && before !== chosen.tenantId) clearDrafts()
      queryClient.clear()
      setTenant(chosen)
      if (userId) notifyOtherTabs({ type: 'switched', userId, ...chosen })
      return chosen
    },
  })
