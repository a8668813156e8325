import type { Proposal, ProposalChange, ProposalDetails } from '#contract/proposals.ts'
import { changedProjects } from '#domain/proposals/proposal-gain.ts'
import { movedWords } from '#domain/scheduling/moved-words.ts'
import { formatCount } from '#web/lib/format-number.ts'

type Outcome = Pick<Proposal, 'effect' | 'movedOperations' | 'movedAsForecast'>

/** The outcome of a change that adopts no new plan, such as a holiday. It does not move work behind plan any further. */
export const withoutForecast = <P extends Outcome>(proposal: P): P => ({
  ...proposal,
  movedOperations: proposal.movedOperations - (proposal.movedAsForecast ?? 0),
  movedAsForecast: 0,
})

export const changesNothing = ({ effect, movedOperations }: Pick<Outcome, 'effect' | 'movedOperations'>): boolean =>
  movedOperations === 0 && Object.values(effect).every((count) => count === 0)

/** The sentence for screen readers, and the first line of the effects. */
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

type Gainless = Outcome & Pick<ProposalDetails, 'changes' | 'gainsNothing' | 'method' | 'names' | 'projects' | 'state'>

const mostNamed = 3

/** '#1031', '#1031 and #1036', or a collective name. */
const whoWords = ({ changes, names }: Gainless): string => {
  const named = [...changedProjects(changes)].map((id) => names[id]?.split(' ')[0] ?? '')
  const isShort = named.length <= mostNamed && named.every((name) => name.startsWith('#'))
  return isShort ? named.join(' and ') : 'what it changes'
}

/** Whether a change affects a project's priority and nothing else. */
const isPriority = (change: ProposalChange): boolean =>
  change.kind === 'project' && Object.keys(change.fields).join() === 'priority'

const msOf = (instant: string | null): number => (instant === null ? Infinity : Date.parse(instant))

/** Explains a higher priority if the shop gains by scheduling again but the project does not; otherwise null. */
const elsewhereWords = (proposal: Gainless): string | null => {
  const { changes, method, projects } = proposal
  const isAboutPriority = changes.every(isPriority)
  if (method !== 'optimize' || changes.length === 0 || !isAboutPriority) return null
  const changed = changedProjects(changes)
  const gains = projects.some(
    ({ projectId, completionBefore, completionAfter }) =>
      changed.has(projectId) && msOf(completionAfter) < msOf(completionBefore),
  )
  return gains ? null : `${whoWords(proposal)} would not end earlier; the rest comes from scheduling everything again.`
}

/** 'It would gain nothing: #1031 cannot end earlier.'; null if it gains something, or is applied. */
export const gainlessWords = (proposal: Gainless): string | null => {
  const { effect, movedOperations: moved, movedAsForecast = 0, method, gainsNothing, state } = proposal
  if (state === 'applied') return null
  if (!gainsNothing) return elsewhereWords(proposal)
  const isStill = changesNothing({ effect, movedOperations: moved - movedAsForecast })
  if (!isStill) return 'Scheduling again would gain nothing more, so the work centers keep their order.'
  const who = whoWords(proposal)
  if (method === 'optimize') return `It would gain nothing: ${who} cannot end earlier.`
  return `It would gain nothing: ${who} cannot end earlier while the work centers keep their order.`
}
