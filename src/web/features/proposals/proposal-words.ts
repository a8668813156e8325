import type { Proposal, ProposalChange, ProposalDetails } from '#contract/proposals.ts'
import type { ProposedWorkingTime } from '#contract/working-time.ts'
import { fieldWords, type HistoryReader } from '#web/components/record-history/change-words.ts'
import { formatCount, formatNumber } from '#web/lib/format-number.ts'

export interface ChangeLine {
  /** '#1042 Cut' */
  readonly subject: string
  /** 'Duration 12 h, On hold yes' */
  readonly words: string
  readonly change: ProposalChange
}

type Reader = Pick<HistoryReader, 'dates' | 'nowMs'>

/** The words of some fields: 'Duration 12 h, On hold yes'. */
const wordsOf = (fields: Readonly<Record<string, unknown>>, reader: HistoryReader): string =>
  Object.entries(fields)
    .flatMap(([field, value]) => {
      const said = value === undefined ? null : fieldWords(field, value, reader)
      return said ? [`${said.label} ${said.text}`] : []
    })
    .join(', ')

const capacityWords = (capacity: number, before: number | undefined): string => {
  const instead = before === undefined ? '' : ` instead of ${formatNumber(before)}`
  return `Parallel capacity ${formatNumber(capacity)}${instead}`
}

const exceptionTitles = { overtime: 'Overtime', downtime: 'Downtime', capacity: 'Capacity' }

const workingTimeWords = (
  change: ProposedWorkingTime,
  reader: HistoryReader,
  capacitiesBefore: ProposalDetails['capacitiesBefore'],
): Omit<ChangeLine, 'change'> => {
  const nameOf = (id: string | null | undefined) => reader.names.get(id ?? '') ?? 'Deleted since'
  const said = (words: readonly (string | false)[]) => words.filter((each) => each !== false).join(', ')
  switch (change.kind) {
    case 'shift':
      return { subject: nameOf(change.shiftId), words: 'Other working hours' }
    case 'organisation': {
      const { timeZone, freezeWorkingDays: freeze, defaultShiftId } = change
      const shift = defaultShiftId === null ? 'none: 24/7' : nameOf(defaultShiftId)
      const words = said([
        timeZone !== undefined && `Time zone ${timeZone}`,
        freeze !== undefined && `Freeze window ${formatCount(freeze, 'day')}`,
        defaultShiftId !== undefined && `Default shift ${shift}`,
      ])
      return { subject: 'Organization', words }
    }
    case 'category': {
      const { categoryId, capacity, shiftId } = change
      const shift = shiftId === null ? 'organization default' : nameOf(shiftId)
      const words = said([
        capacity !== undefined && capacityWords(capacity, capacitiesBefore[categoryId]),
        shiftId !== undefined && `Shift pattern ${shift}`,
      ])
      return { subject: nameOf(categoryId), words }
    }
    case 'categoryGone': {
      const { categoryId, reassignTo } = change
      const words = said(['Removed', reassignTo !== undefined && `its operations move to ${nameOf(reassignTo)}`])
      return { subject: nameOf(categoryId), words }
    }
    case 'holiday': {
      const { holidayId, holiday } = change
      if (!holiday) return { subject: nameOf(holidayId), words: 'Holiday removed' }
      const { name, ...fields } = holiday
      const words = wordsOf(fields, reader)
      return { subject: name, words: `${holidayId === null ? 'New holiday' : 'Changed holiday'}: ${words}` }
    }
    case 'holidays':
      return {
        subject: formatCount(change.holidays.length, 'new holiday'),
        words: change.holidays.map(({ name, date }) => `${name} ${wordsOf({ date }, reader)}`).join(', '),
      }
    case 'exception': {
      const { exceptionId, exception } = change
      if (!exception) return { subject: nameOf(exceptionId), words: 'Removed' }
      const { kind, name, startsAt, endsAt, categoryId } = exception
      const units = kind === 'capacity' ? exception.units : undefined
      const fields = { units, startsAt, endsAt: endsAt ?? undefined, categoryId: categoryId ?? undefined }
      const words = said([wordsOf(fields, reader), !endsAt && 'until further notice'])
      return { subject: name, words: `${exceptionTitles[kind]}: ${words}` }
    }
  }
}

const lineOf = (
  change: ProposalChange,
  reader: HistoryReader,
  capacitiesBefore: ProposalDetails['capacitiesBefore'],
): Omit<ChangeLine, 'change'> => {
  if (!('projectId' in change)) return workingTimeWords(change, reader, capacitiesBefore)
  const subject = reader.names.get('operationId' in change ? change.operationId : change.projectId) ?? 'Deleted since'
  return { subject, words: 'fields' in change ? wordsOf(change.fields, reader) : 'Removed' }
}

/** Why a reader cannot change, rename or discard a proposal. */
export const notMine = 'Only its author and admins can do this'

/** The changes of a proposal in the reader's words. */
export const changeLines = (
  { changes, names, capacitiesBefore }: Pick<ProposalDetails, 'changes' | 'names' | 'capacitiesBefore'>,
  reader: Reader,
): ChangeLine[] => {
  const named = { ...reader, names: new Map(Object.entries(names)) }
  return changes.map((change) => ({ ...lineOf(change, named, capacitiesBefore), change }))
}

/** What kind of plan it is, under the title. */
export const methodWords: Record<Proposal['method'], string> = {
  keepSequence: 'Work centers keep their order. Only what must move, moves.',
  optimize: 'Everything is scheduled again, as "Schedule all" does.',
}

/** The title of a proposal: its name, or what it is about. */
export const proposalTitle = ({ name, title, changes }: Pick<Proposal, 'name' | 'title' | 'changes'>): string =>
  name ||
  title ||
  (changes.length === 0 ? 'Preview of "Schedule all"' : `Proposal with ${formatCount(changes.length, 'change')}`)
