import type { TenantContext } from '#server/context.ts'
import { orderedId } from '#server/db/ordered-id.ts'

/** A note from the caller to all other members of the organization, in the form that `record.note` expects. */
export const aNote = (ctx: TenantContext, title: string) => ({
  id: orderedId(),
  to: 'members' as const,
  cause: { code: 'note' as const, fromUserId: ctx.userId, fromName: ctx.userName },
  type: 'info' as const,
  category: 'User' as const,
  priority: 'low' as const,
  title,
  message: '',
  actions: [],
})
