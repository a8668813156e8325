import { and, count, eq, isNotNull, ne } from 'drizzle-orm'
import type { ProposalDetails } from '#contract/proposals.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { proposals } from '../../db/tables/proposals.table.ts'
import { ForbiddenError, RuleError } from '../../errors.ts'
import { type Write, writeTenant } from '../records/write-tenant.ts'
import { requireCurrent } from './apply-proposal.ts'
import { findDeciders } from './deciders.ts'
import {
  decisionOf,
  findProposal,
  type ProposalRow,
  presentDetails,
  requireOpen,
  requireVersion,
} from './read-proposals.ts'
import { noRequest, requestKey } from './request-fields.ts'

const mostOpen = 50

/** Open requests keep their proposals from being pruned, so there is a bound. */
const requireRoom = async ({ tenantId }: TenantContext, tx: Tx, proposalId: string): Promise<void> => {
  const [others] = await tx
    .select({ count: count() })
    .from(proposals)
    .where(and(eq(proposals.tenantId, tenantId), isNotNull(proposals.askedAt), ne(proposals.proposalId, proposalId)))
  if ((others?.count ?? 0) >= mostOpen) throw new RuleError(`${mostOpen} proposals wait for an answer already.`)
}

const update = async (
  { ctx, tx, record }: Write,
  proposalId: string,
  fields: Partial<typeof proposals.$inferInsert>,
): Promise<ProposalRow> => {
  const [row] = await tx
    .update(proposals)
    .set(fields)
    .where(and(eq(proposals.tenantId, ctx.tenantId), eq(proposals.proposalId, proposalId)))
    .returning()
  if (!row) throw new Error('A locked proposal vanished')
  record.changed('proposals', { id: proposalId })
  return row
}

interface Asked {
  readonly proposalId: string
  readonly note: string
  /** The version that the caller has seen. */
  readonly expectedVersion: number | null
}

/**
 * Asks those who may apply a proposal to do it. They are notified of what it moves. 404; 409 and 412 as applying it; 422 when the caller
 * may apply it, it was applied, or a colleague has asked already.
 */
export const askForProposal = (
  ctx: TenantContext,
  { proposalId, note, expectedVersion }: Asked,
): Promise<ProposalDetails> =>
  writeTenant(ctx, async (write) => {
    const { tx, record } = write
    const before = await findProposal(ctx, tx, proposalId, 'forUpdate')
    requireVersion(before, expectedVersion)
    requireOpen(before)
    if ((await decisionOf(ctx, tx, before)).ok) throw new RuleError('You may apply this proposal yourself.')
    if (before.askedByUserId !== null && before.askedByUserId !== ctx.userId) {
      throw new RuleError(`${before.askedBy} has asked to apply this proposal already.`)
    }
    await requireCurrent(ctx, tx, before)
    await requireRoom(ctx, tx, proposalId)
    const asked = { askedBy: ctx.userName, askedByUserId: ctx.userId, askedAt: ctx.app.now(), askNote: note }
    const row = await update(write, proposalId, { ...noRequest, ...asked })
    const details = await presentDetails(ctx, tx, row)
    const deciders = await findDeciders(ctx, tx, row, details.reach)
    const { becameLate, recovered } = details.effect
    record.notify({
      to: { users: deciders.map(({ userId }) => userId) },
      cause: {
        code: 'planAsked',
        proposalId,
        name: row.name || row.title,
        askedBy: ctx.userName,
        note,
        movedOperations: row.movedOperations,
        movedProjects: details.reach?.projects ?? 0,
        becameLate,
        recovered,
        ...(details.movedAsForecast !== undefined && { movedAsForecast: details.movedAsForecast }),
      },
      subject: { kind: 'proposal', proposalId },
      key: requestKey(proposalId),
    })
    return details
  })

/** Declines the request to apply a proposal, with a reason that the person who asked reads. 403 when the caller may not apply it, 404, 422. */
export const declineProposal = (
  ctx: TenantContext,
  { proposalId, word }: { readonly proposalId: string; readonly word: string },
): Promise<ProposalDetails> =>
  writeTenant(ctx, async (write) => {
    const { tx, record } = write
    const before = await findProposal(ctx, tx, proposalId, 'forUpdate')
    const decision = await decisionOf(ctx, tx, before)
    if (!decision.ok) throw new ForbiddenError(decision.reason)
    if (before.askedByUserId === null) throw new RuleError('No request to apply this proposal is open.')
    const declined = { declinedBy: ctx.userName, declinedAt: ctx.app.now(), declineWord: word }
    const row = await update(write, proposalId, { ...noRequest, ...declined })
    record.withdraw({ key: requestKey(proposalId) })
    record.notify({
      to: { users: [before.askedByUserId] },
      cause: { code: 'planDeclined', proposalId, name: row.name || row.title, declinedBy: ctx.userName, word },
      subject: { kind: 'proposal', proposalId },
    })
    return presentDetails(ctx, tx, row)
  })
