import type { ChangeSummary, LeftItem, SkippedChanges, UndoAnswer, UndoRefusal } from '#contract/changes.ts'
import { fieldLabel } from '#web/components/record-history/change-words.ts'
import { countedEntity, entityWord } from '#web/components/record-history/entity-words.ts'

const within = (fields: readonly string[], known: readonly string[]): boolean =>
  fields.length > 0 && fields.every((field) => known.includes(field))

const dates = ['scheduledStartDate', 'scheduledEndDate', 'pinned']
const phase = ['currentPhase', 'status', 'actualShipDate']

const verbOf = ({ action, entity, fields }: ChangeSummary): string => {
  if (action === 'create') return entity === 'operationSnooze' ? 'hid' : 'added'
  if (action === 'delete') return entity === 'operationSnooze' ? 'showed again' : 'deleted'
  if (entity === 'operation' && within(fields, dates)) return fields[0] === 'pinned' ? 'pinned' : 'moved'
  if (within(fields, ['sequence'])) return 'reordered'
  if (entity === 'project' && within(fields, phase))
    return fields.includes('currentPhase') ? 'moved' : 'changed the status of'
  return 'changed'
}

const subjectOf = ({ entity, count, name, projectNumber }: ChangeSummary): string => {
  const number = projectNumber && `#${projectNumber}`
  if (count !== 1) return `${countedEntity(count, entity)}${number ? ` of ${number}` : ''}`
  if (entity === 'project') return ['project', number, name].filter(Boolean).join(' ')
  return `${name ?? entityWord(entity)}${entity === 'operation' && number ? ` of ${number}` : ''}`
}

/** The description of a change set, without its author: 'moved 3 operations of #1042'. */
export const summaryWords = (summary: ChangeSummary): string =>
  summary.entity === 'schedulingRun'
    ? 'the plan of a scheduling run'
    : summary.entity === 'organisation'
      ? 'changed the settings of the organization'
      : `${verbOf(summary)} ${subjectOf(summary)}`

const reasonWords = ({ reason, by }: LeftItem): string => {
  const who = by ? ` by ${by}` : ''
  switch (reason) {
    case 'changed':
      return `changed${who} since`
    case 'gone':
      return `removed${who} since`
    case 'there':
      return 'already there'
    case 'inUse':
      return 'in use by a newer record'
    case 'taken':
      return 'already used by another record'
    case 'missing':
      return 'what it refers to was deleted'
    case 'cycle':
      return 'operations would wait for each other'
    case 'full':
      return 'the project is full'
  }
}

/** 'Weld: progress (changed by Ben since)'. */
const leftWords = (item: LeftItem): string => {
  const field = item.field === null ? '' : `: ${fieldLabel(item.field).toLowerCase()}`
  return `${item.name}${field} (${reasonWords(item)})`
}

const mostNamed = 2

/** The sentence of the toast: what was undone, what was left and why. */
export const undoWords = (verb: 'undo' | 'redo', { summary, restored, left, leftCount }: UndoAnswer): string => {
  const done = verb === 'undo' ? 'Undone' : 'Redone'
  const said = restored > 0 ? `${done}: ${summaryWords(summary)}.` : `Nothing was ${done.toLowerCase()}.`
  if (leftCount === 0) return restored > 0 ? said : `Nothing to ${verb}: it is already that way.`
  const named = left.slice(0, mostNamed).map(leftWords).join('; ')
  const more = leftCount - Math.min(mostNamed, left.length)
  return `${said} Not changed: ${named}${more > 0 ? ` and ${more.toLocaleString('en-US')} more` : ''}.`
}

const refusalWords: Record<UndoRefusal, string> = {
  undone: 'already undone',
  notUndone: 'not undone',
  never: 'it cannot be undone',
  adminOnly: 'only admins can undo it',
  noRight: 'it needs more access',
  runGone: 'the run is too old to be reverted',
}

/** 'Skipped: changed Weld of #1042 (only admins can undo it) and 1 more.' */
export const skippedWords = ({ count, summary, refusal }: SkippedChanges): string => {
  const more = count > 1 ? ` and ${(count - 1).toLocaleString('en-US')} more` : ''
  return `Skipped: ${summaryWords(summary)} (${refusalWords[refusal]})${more}.`
}
