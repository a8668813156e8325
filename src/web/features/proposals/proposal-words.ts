import type { Proposal, ProposalChange, ProposalDetails } from '#contract/proposals.ts'
import { fieldWords, type HistoryReader } from '#web/components/record-history/change-words.ts'
import { formatCount } from '#web/lib/format-number.ts'

export interface ChangeLine {
  /** '#1042 Cut' */
  readonly subject: string
  /** 'Duration 12 h, On hold yes' */
  readonly words: string
  readonly change: ProposalChange
}

/** The changes of a proposal in the reader's words. */
export const changeLines = (
  { changes, names }: Pick<ProposalDetails, 'changes' | 'names'>,
  reader: Pick<HistoryReader, 'dates' | 'nowMs'>,
): ChangeLine[] =>
  changes.map((change) => {
    const id = change.kind === 'operation' ? change.operationId : change.projectId
    const known = { ...reader, names: new Map(Object.entries(names)) }
    const words = Object.entries(change.fields).flatMap(([field, value]) => {
      const said = fieldWords(field, value, known)
      return said ? [`${said.label} ${said.text}`] : []
    })
    return { subject: names[id] ?? 'Deleted since', words: words.join(', '), change }
  })

/** What kind of plan it is, under the title. */
export const methodWords: Record<Proposal['method'], string> = {
  keepSequence: 'Work centers keep their order. Only what must move, moves.',
  optimize: 'Everything is scheduled again, as "Schedule all" does.',
}

/** The title of a proposal: its name, or what it is about. */
export const proposalTitle = ({ name, changes }: Pick<Proposal, 'name' | 'changes'>): string =>
  name ||
  (changes.length === 0 ? 'Preview of "Schedule all"' : `Proposal with ${formatCount(changes.length, 'change')}`)

/** The sentence for screen readers, and the first line of the consequences. */
export const outcomeWords = ({ effect, movedOperations }: Pick<Proposal, 'effect' | 'movedOperations'>): string => {
  if (movedOperations === 0 && Object.values(effect).every((count) => count === 0)) return 'Nothing would change.'
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
