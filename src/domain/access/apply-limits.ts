import type { ApplyLimits } from '#contract/api-tokens.ts'
import type { ProposalChange } from '#contract/proposals.ts'
import { allowed, type Decision, refused } from './decision.ts'

/** What a proposal would do, as far as a token is limited in it. */
export interface ProposedEffect {
  readonly changes: readonly ProposalChange[]
  /** Number of projects that become late or lose their date. */
  readonly becomeLate: number
  /** Number of operations that it moves. */
  readonly moved: number
  /** Number of operations that it moves inside the freeze window, or into it. */
  readonly frozen: number
}

/** Changes of working time for everyone, and deletions, are for people. */
const forPeople: ReadonlySet<ProposalChange['kind']> = new Set([
  'projectGone',
  'operationGone',
  'shift',
  'organisation',
  'category',
  'categoryGone',
  'holiday',
  'holidays',
])

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** Whether an assistant may apply a proposal with a token. The rights of its owner are checked apart from that. */
export const mayApplyWithin = (
  { mayApply, noNewLate, noFrozen, mostMoved }: ApplyLimits,
  { changes, becomeLate, moved, frozen }: ProposedEffect,
): Decision => {
  if (!mayApply) return refused('This token may not apply proposals. A person can apply it on screen.')
  if (changes.some(({ kind }) => forPeople.has(kind))) {
    return refused('It deletes records, or changes work centers or working time. Only a person can apply that.')
  }
  if (noNewLate && becomeLate > 0) {
    return refused(`It would make ${counted(becomeLate, 'project')} late, which this token may not do.`)
  }
  if (noFrozen && frozen > 0) {
    return refused(`It would move ${counted(frozen, 'operation')} in the freeze window, which this token may not do.`)
  }
  const changed = Math.max(moved, changes.length)
  if (changed > mostMoved) {
    return refused(`It would change ${counted(changed, 'operation')}; this token may change at most ${mostMoved}.`)
  }
  return allowed
}
