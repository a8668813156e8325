import type { Proposal } from '#contract/proposals.ts'
import { formatCount } from '#web/lib/format-number.ts'

type Outcome = Pick<Proposal, 'effect' | 'movedOperations'>

export const changesNothing = ({ effect, movedOperations }: Outcome): boolean =>
  movedOperations === 0 && Object.values(effect).every((count) => count === 0)

/** The sentence for screen readers, and the first line of the consequences. */
export const outcomeWords = ({ effect, movedOperations }: Outcome): string => {
  if (changesNothing({ effect, movedOperations })) return 'Nothing would change.'
  const parts = [
    effect.becameLate > 0 && `${formatCount(effect.becameLate, 'project')} would become late`,
    effect.recovered > 0 && `${formatCount(effect.recovered, 'project')} would recover`,
    effect.later > 0 && `${formatCount(effect.later, 'project')} would finish later`,
    effect.earlier > 0 && `${formatCount(effect.earlier, 'project')} would finish earlier`,
    effect.noDate > 0 &&
      `${formatCount(effect.noDate, 'project')} would lose ${effect.noDate === 1 ? 'its date' : 'their dates'}`,
    effect.newDate > 0 && `${formatCount(effect.newDate, 'project')} would get a date`,
    `${formatCount(movedOperations, 'operation')} would move`,
  ].filter((part) => part !== false)
  return `${parts.join(', ')}.`
}
