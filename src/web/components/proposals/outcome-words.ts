import type { Proposal } from '#contract/proposals.ts'
import { movedWords } from '#domain/scheduling/moved-words.ts'
import { formatCount } from '#web/lib/format-number.ts'

type Outcome = Pick<Proposal, 'effect' | 'movedOperations' | 'movedAsForecast'>

/**
 * What a change does that takes over no plan, such as a new holiday: work behind plan, which the forecast has moved already, does not move
 * because of it.
 */
export const withoutForecast = <P extends Outcome>(proposal: P): P => ({
  ...proposal,
  movedOperations: proposal.movedOperations - (proposal.movedAsForecast ?? 0),
  movedAsForecast: 0,
})

export const changesNothing = ({ effect, movedOperations }: Pick<Outcome, 'effect' | 'movedOperations'>): boolean =>
  movedOperations === 0 && Object.values(effect).every((count) => count === 0)

/** The sentence for screen readers, and the first line of the consequences. */
export const outcomeWords = (
  { effect, movedOperations: moved, movedAsForecast: asForecast }: Outcome,
  tense: 'would' | 'did' = 'would',
): string => {
  const isDone = tense === 'did'
  if (changesNothing({ effect, movedOperations: moved })) return isDone ? 'Nothing moved.' : 'Nothing would change.'
  const verb = (would: string, did: string): string => (isDone ? did : `would ${would}`)
  const its = effect.noDate === 1 ? 'its date' : 'their dates'
  const parts = [
    effect.becameLate > 0 && `${formatCount(effect.becameLate, 'project')} ${verb('become', 'became')} late`,
    effect.recovered > 0 && `${formatCount(effect.recovered, 'project')} ${verb('recover', 'recovered')}`,
    effect.later > 0 && `${formatCount(effect.later, 'project')} ${verb('finish later', 'now finish later')}`,
    effect.earlier > 0 && `${formatCount(effect.earlier, 'project')} ${verb('finish earlier', 'now finish earlier')}`,
    effect.noDate > 0 && `${formatCount(effect.noDate, 'project')} ${verb('lose', 'lost')} ${its}`,
    effect.newDate > 0 && `${formatCount(effect.newDate, 'project')} ${verb('get', 'got')} a date`,
    movedWords({ moved, asForecast }, tense),
  ].filter((part) => part !== false)
  return `${parts.join(', ')}.`
}
