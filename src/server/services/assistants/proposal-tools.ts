import { z } from 'zod/mini'
import type { ToolInput } from '#contract/assistant-tools.ts'
import { type ProposalDetails, ProposalInput } from '#contract/proposals.ts'
import { mayApplyWithin, type ProposedEffect } from '#domain/access/apply-limits.ts'
import type { Decision } from '#domain/access/decision.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { ForbiddenError, ValidationError } from '../../errors.ts'
import { applyProposal } from '../proposals/apply-proposal.ts'
import { decisionOf, findProposal, getProposal, type ProposalRow } from '../proposals/read-proposals.ts'
import { createProposal, deleteProposal, refreshProposal } from '../proposals/write-proposals.ts'
import { timeZoneOf } from '../records/tenant-row.ts'
import { countFrozenMoves } from '../scheduling-runs/frozen-moves.ts'
import { changesOfRemedy, proposedChange } from './planner-changes.ts'
import {
  type AssistantCaller,
  counted,
  refusal,
  shownOf,
  shownWords,
  sourceOf,
  type ToolAnswer,
} from './tool-answer.ts'

const shownProjects = 20
const shownMoves = 30

const methods = { keep_order: 'keepSequence', reschedule: 'optimize' } as const

/** Changes in words as a proposal has them, checked like the body of a request. */
const readChanges = async (
  { ctx }: AssistantCaller,
  changes: NonNullable<ToolInput<'propose'>['changes']>,
): Promise<ProposalInput['changes']> => {
  const zone = await readTenant(ctx, (tx) => timeZoneOf(tx, ctx.tenantId))
  const proposed = []
  for (const change of changes) proposed.push(await proposedChange({ ctx, zone }, change))
  const parsed = z.safeParse(ProposalInput.shape.changes, proposed)
  if (parsed.success) return parsed.data
  throw new ValidationError(parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })))
}

const becomeLateOf = ({ effect }: Pick<ProposalDetails, 'effect'>): number => effect.becameLate + effect.noDate

/** Only the owner's own proposals are changed, discarded or applied, also where the owner is an admin. */
const requireOwn = ({ ctx }: AssistantCaller, { createdByUserId }: ProposalRow): void => {
  if (createdByUserId !== ctx.userId) throw new ForbiddenError('This is a proposal of someone else.')
}

const readOwn = async (caller: AssistantCaller, proposalId: string): Promise<ProposalRow> => {
  const row = await readTenant(caller.ctx, (tx) => findProposal(caller.ctx, tx, proposalId))
  requireOwn(caller, row)
  return row
}

/** Whether this token may apply a proposal as it is computed. The freeze window is looked at when it is applied. */
const decisionFor = async (caller: AssistantCaller, details: ProposalDetails): Promise<Decision> => {
  const { ctx, token } = caller
  if (token.scope === 'read') return { ok: false, reason: 'This API token can only read.' }
  const { row, rights } = await readTenant(ctx, async (tx) => {
    const row = await findProposal(ctx, tx, details.proposalId)
    return { row, rights: await decisionOf(ctx, tx, row) }
  })
  if (row.createdByUserId !== ctx.userId) return { ok: false, reason: 'This is a proposal of someone else.' }
  if (!rights.ok) return rights
  const effect: ProposedEffect = {
    changes: details.changes,
    becomeLate: becomeLateOf(details),
    moved: details.movedOperations,
    frozen: 0,
  }
  return mayApplyWithin(token, effect)
}

const effectWords = (details: ProposalDetails): string => {
  const { lateProjectsBefore, lateProjects, lateDaysBefore, lateDays, movedOperations, effect } = details
  const late = `Late projects ${lateProjectsBefore} before, ${lateProjects} after`
  const days = `late days ${lateDaysBefore} before, ${lateDays} after`
  return `${late}; ${days}; ${counted(movedOperations, 'operation')} would move; ${counted(effect.becameLate, 'project')} would become late.`
}

/** A proposal with its consequences, as an answer. */
const present = async (caller: AssistantCaller, details: ProposalDetails, done: string): Promise<ToolAnswer> => {
  const { proposalId, projects, moves, names } = details
  const decision = await decisionFor(caller, details)
  const listed = shownOf(projects, shownProjects)
  const listedMoves = shownOf(moves, shownMoves)
  const inNames = new Set([
    ...details.changes.flatMap((change) => Object.values(change)),
    ...listed.rows.map(({ projectId }) => projectId),
    ...listedMoves.rows.map(({ operationId }) => operationId),
  ])
  const path = `/proposals/${proposalId}`
  const applies = decision.ok ? 'This token may apply it.' : decision.reason
  return {
    text: `${done} ${effectWords(details)} ${applies}${shownWords(listed)}`,
    proposalId,
    data: {
      ...sourceOf(caller, [`GET /api/proposals/${proposalId}`], path),
      proposalId,
      version: details.version,
      state: details.state,
      createdBy: details.createdBy,
      changes: details.changes,
      method: details.method,
      lateProjectsBefore: details.lateProjectsBefore,
      lateProjects: details.lateProjects,
      lateDaysBefore: details.lateDaysBefore,
      lateDays: details.lateDays,
      effect: details.effect,
      movedOperations: details.movedOperations,
      unplacedOperations: details.unplacedOperations,
      helped: details.helped,
      gainsNothing: details.gainsNothing,
      mayApply: decision.ok ? { allowed: true, reason: null } : { allowed: false, reason: decision.reason },
      projectsInAll: listed.total,
      projects: listed.rows,
      movesInAll: listedMoves.total,
      moves: listedMoves.rows,
      names: Object.fromEntries(Object.entries(names).filter(([id]) => inNames.has(id))),
    },
  }
}

/** Makes a proposal. */
export const proposeTool = async (
  caller: AssistantCaller,
  { title, changes = [], remedy, method }: ToolInput<'propose'>,
): Promise<ToolAnswer> => {
  const { ctx } = caller
  if (changes.length === 0 && !remedy && method !== 'reschedule')
    throw refusal('Name at least one change, or a remedy.')
  const helping = remedy ? await changesOfRemedy(ctx, remedy) : null
  const input: ProposalInput = {
    changes: [...(helping?.changes ?? []), ...(await readChanges(caller, changes))],
    method: method ? methods[method] : (helping?.method ?? 'keepSequence'),
    ...(title !== undefined && { title }),
    ...(helping?.helpedProjectId !== undefined && { helpedProjectId: helping.helpedProjectId }),
  }
  return present(caller, await createProposal(ctx, { input }), 'Proposal made; the plan is unchanged.')
}

/** Adds changes to a proposal of the owner. */
export const addToProposalTool = async (
  caller: AssistantCaller,
  { proposal_id: proposalId, version, changes, method }: ToolInput<'add_to_proposal'>,
): Promise<ToolAnswer> => {
  const before = await readOwn(caller, proposalId)
  const input = {
    changes: [...before.changes, ...(await readChanges(caller, changes))],
    ...(method && { method: methods[method] }),
  }
  const details = await refreshProposal(caller.ctx, { proposalId, input, expectedVersion: version })
  return present(caller, details, 'Added; the plan is unchanged.')
}

export const readProposalTool = async (
  caller: AssistantCaller,
  { proposal_id: proposalId }: ToolInput<'read_proposal'>,
): Promise<ToolAnswer> => {
  const details = await getProposal(caller.ctx, { proposalId })
  return present(caller, details, `The proposal is ${details.state}.`)
}

/** Discards a proposal of the owner, unless a person has kept it under a name. */
export const discardProposalTool = async (
  caller: AssistantCaller,
  { proposal_id: proposalId }: ToolInput<'discard_proposal'>,
): Promise<ToolAnswer> => {
  const row = await readOwn(caller, proposalId)
  if (row.name !== '') throw refusal('This proposal was given a name. A person can discard it on screen.')
  await deleteProposal(caller.ctx, { proposalId })
  return {
    text: 'Proposal discarded; the plan is unchanged.',
    proposalId,
    data: { ...sourceOf(caller, [`DELETE /api/proposals/${proposalId}`], '/proposals'), proposalId },
  }
}

/** Applies a proposal of the owner within the limits of the token, as one change set. */
export const applyProposalTool = async (
  caller: AssistantCaller,
  { proposal_id: proposalId, version }: ToolInput<'apply_proposal'>,
): Promise<ToolAnswer> => {
  const { ctx, token, origin } = caller
  const path = `/proposals/${proposalId}`
  const refuse = (decision: Decision): void => {
    if (!decision.ok) throw new ForbiddenError(`${decision.reason} ${origin}${path}`)
  }
  const row = await readOwn(caller, proposalId)
  const effectOf = ({ changes, summary, movedOperations }: ProposalRow): ProposedEffect => ({
    changes,
    becomeLate: becomeLateOf(summary),
    moved: movedOperations,
    frozen: 0,
  })
  refuse(mayApplyWithin(token, effectOf(row)))
  const { changeId, changedOperations } = await applyProposal(ctx, {
    proposalId,
    expectedVersion: version,
    require: async (tx, applying) => {
      requireOwn(caller, applying.row)
      const frozen = applying.moved > 0 ? await countFrozenMoves(ctx, tx, applying.runId) : 0
      refuse(mayApplyWithin(token, { ...effectOf(applying.row), moved: applying.moved, frozen }))
    },
  })
  return {
    text: `Applied: ${counted(changedOperations, 'operation')} moved. It can be undone as a whole in the history.`,
    proposalId,
    data: {
      ...sourceOf(caller, [`POST /api/proposals/${proposalId}/apply`], path),
      proposalId,
      changeId,
      changedOperations,
      undo: changeId === null ? null : `POST /api/changes/${changeId}/undo`,
      history: `${origin}/history`,
    },
  }
}
