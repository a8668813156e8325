import { getMorningPlan as getMorningPlanCall } from '#contract/morning-plan.ts'
import * as contract from '#contract/proposals.ts'
import { getMorningPlan } from '../../services/morning-plan/read-morning-plan.ts'
import { applyProposal } from '../../services/proposals/apply-proposal.ts'
import { askForProposal, declineProposal } from '../../services/proposals/proposal-requests.ts'
import { getProposal, listProposals } from '../../services/proposals/read-proposals.ts'
import { getSchedulingEffect } from '../../services/proposals/scheduling-effect.ts'
import {
  createProposal,
  deleteProposal,
  nameProposal,
  refreshProposal,
} from '../../services/proposals/write-proposals.ts'
import { type ServedRoute, serve } from '../serve.ts'

export const proposalsRoutes: readonly ServedRoute[] = [
  serve(contract.getSchedulingEffect, ({ ctx }) => getSchedulingEffect(ctx)),
  serve(getMorningPlanCall, ({ ctx }) => getMorningPlan(ctx)),
  serve(contract.listProposals, ({ ctx }) => listProposals(ctx)),
  serve(contract.postProposal, ({ ctx, body }) => createProposal(ctx, { input: body })),
  serve(contract.getProposal, ({ ctx, params }) => getProposal(ctx, params)),
  serve(contract.refreshProposal, ({ ctx, params, body, expectedVersion }) =>
    refreshProposal(ctx, { ...params, input: body, expectedVersion }),
  ),
  serve(contract.putProposalName, ({ ctx, params, body }) => nameProposal(ctx, { ...params, ...body })),
  serve(contract.applyProposal, ({ ctx, params, expectedVersion }) =>
    applyProposal(ctx, { ...params, expectedVersion }),
  ),
  serve(contract.askForProposal, ({ ctx, params, body, expectedVersion }) =>
    askForProposal(ctx, { ...params, ...body, expectedVersion }),
  ),
  serve(contract.declineProposal, ({ ctx, params, body }) => declineProposal(ctx, { ...params, ...body })),
  serve(contract.deleteProposal, async ({ ctx, params }) => {
    await deleteProposal(ctx, params)
    return undefined
  }),
]
