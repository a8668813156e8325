import { useQuery } from '@tanstack/react-query'
import type { ProposalDetails } from '#contract/proposals.ts'
import { concernsWholeShop, mayApply } from '#domain/access/proposed-changes.ts'
import { tenantSettingsQuery } from '#web/api/tenants/tenant-settings.queries.ts'
import { useActor, useRefusal } from '#web/stores/actor.ts'

/** Used until the rights of the organization are known. The server checks access in any case. */
const usualRights = { plannersChangeWorkingTime: true, plannersApplyPlans: true }

type Judged = Pick<ProposalDetails, 'changes' | 'reach'>

/** Why the signed-in person may not apply a proposal, and why they may not undo it afterwards; null if they may. */
export const useProposalRights = (proposal: Judged): { toApply: string | null; toUndo: string | null } => {
  const organization = useQuery(tenantSettingsQuery()).data ?? usualRights
  const decision = mayApply(useActor(), proposal, organization)
  const toUndo = useRefusal(concernsWholeShop(proposal) ? 'planWholeShop' : 'planProjects', { organization })
  return decision.ok ? { toApply: null, toUndo: null } : { toApply: decision.reason, toUndo }
}
