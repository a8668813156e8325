import {
  maxProposalChanges,
  type ProposalChange,
  type ProposalInput,
  proposedOperationFields,
  proposedPhases,
} from '#contract/proposals.ts'
import { sameValue } from '#domain/changes/same-value.ts'
import type { TenantContext } from '../../context.ts'
import { RuleError } from '../../errors.ts'
import type { BulkDone } from '../bulk-operations/bulk-change-operations.ts'
import { readTarget } from '../bulk-operations/bulk-target.ts'
import { tryBulk } from '../bulk-operations/try-bulk.ts'
import { withTemplateDays } from '../holidays/holiday-templates.ts'
import { presentFields } from '../operations/operation-fields.ts'
import type { Fields } from '../records/record-fields.ts'
import { renewRework, resolveRework } from './proposed-rework.ts'

type BulkChange = Extract<ProposalInput['changes'][number], { kind: 'bulk' }>

const moveFields = ['scheduledStartDate', 'scheduledEndDate'] as const

/** The changed fields of one operation. The two dates alone move and pin it, and alternatives follow from another work center. */
const changeOf = ({ before, after }: BulkDone['writes'][number]): ProposalChange => {
  const { projectId, operationId } = after.row
  const was: Fields = before ? presentFields(before) : {}
  const now: Fields = presentFields(after)
  const isChanged = (name: string): boolean => !sameValue(was[name], now[name])
  const isMoved = moveFields.some(isChanged)
  const follows = [...(isMoved ? ['pinned'] : []), ...(isChanged('categoryId') ? ['alternatives'] : [])]
  const names = proposedOperationFields.filter((name) => isChanged(name) && !follows.includes(name))
  const sent = new Set(isMoved ? [...names, ...moveFields] : names)
  const fields = Object.fromEntries([...sent].map((name) => [name, now[name]]))
  return { kind: 'operation', projectId, operationId, fields }
}

/** The changes that a bulk action would make, one for each record. */
const changesOfBulk = async (ctx: TenantContext, { target, action }: BulkChange): Promise<ProposalChange[]> => {
  const phase = proposedPhases.find((each) => action.kind === 'phase' && each === action.phase)
  if (action.kind === 'notes' || (action.kind === 'phase' && phase === undefined)) {
    throw new RuleError('Only changes of the plan can be tried.')
  }
  const wanted = await readTarget(ctx, target)
  return tryBulk(ctx, { wanted, action, now: ctx.app.now() }, (_, { answer, writes }) => {
    if (answer.versions.length === 0) throw new RuleError(answer.failures[0]?.reason ?? 'They already have this value.')
    if (action.kind !== 'priority' && action.kind !== 'phase') return writes.map(changeOf)
    const fields = action.kind === 'priority' ? { priority: action.priority } : { currentPhase: phase }
    return answer.versions.map(({ id }) => ({ kind: 'project', projectId: id, fields }))
  })
}

/** Replaces templates, bulk actions and rework by what they would change. 404, 409 and 422 as the calls that make these changes. */
export const resolveChanges = async (
  ctx: TenantContext,
  changes: ProposalInput['changes'],
): Promise<ProposalChange[]> => {
  const resolved: ProposalChange[] = []
  for (const change of changes) {
    if (change.kind === 'bulk') resolved.push(...(await changesOfBulk(ctx, change)))
    else if (change.kind === 'rework') resolved.push(await resolveRework(ctx, change))
    else resolved.push(await withTemplateDays(ctx, change))
  }
  if (resolved.length > maxProposalChanges) {
    throw new RuleError(`A proposal has at most ${maxProposalChanges} changes. These are ${resolved.length}.`)
  }
  return renewRework(ctx, resolved)
}
