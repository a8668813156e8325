import type { Proposal, ProposalChange, ProposalDetails } from '#contract/proposals.ts'
import type { ProposedWorkingTime } from '#contract/working-time.ts'
import { closedDayRuleWords, fieldWords, type HistoryReader } from '#web/components/record-history/change-words.ts'
import { formatShipDate, formatShortDateTime, formatTime } from '#web/lib/format-date.ts'
import { formatCount, formatNumber } from '#web/lib/format-number.ts'

export interface ChangeLine {
  /** '#1042 Cut' */
  readonly subject: string
  /** 'Duration 12 h, On hold yes' */
  readonly words: string
  /** The change in one phrase: '#1042 priority 99' */
  readonly title: string
  readonly change: ProposalChange
}

type Line = Omit<ChangeLine, 'change' | 'title'> & { readonly title?: string }

type Reader = Pick<HistoryReader, 'dates' | 'nowMs'>

/** Fields and values in words: 'Duration 12 h, On hold yes'. */
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

/** 'Sun 11/29, 6:00 AM to 12:00 PM', 'from Wed 11/25 6:00 AM to Fri 11/27 12:00 PM' */
const spanWords = (startsAt: string, endsAt: string | null | undefined, { dates, nowMs }: Reader): string => {
  const from = formatShortDateTime(startsAt, dates, nowMs)
  if (!endsAt) return `from ${from} until further notice`
  const day = formatShipDate(startsAt, dates, nowMs)
  return day === formatShipDate(endsAt, dates, nowMs)
    ? `${day}, ${formatTime(startsAt, dates)} to ${formatTime(endsAt, dates)}`
    : `from ${from} to ${formatShortDateTime(endsAt, dates, nowMs)}`
}

const plainNames: readonly string[] = ['Overtime', 'Downtime', 'Capacity']

type Exception = NonNullable<Extract<ProposedWorkingTime, { kind: 'exception' }>['exception']>

/** 'Assembly open Sun 11/29, 6:00 AM to 12:00 PM' */
const exceptionLine = (exception: Exception, where: string, reader: Reader): Line => {
  const { name, startsAt, endsAt } = exception
  const span = spanWords(startsAt, endsAt, reader)
  const open = exception.kind === 'overtime' ? 'open' : 'closed'
  const state = exception.kind === 'capacity' ? `capacity ${formatNumber(exception.units)}` : open
  const words = `${where} ${state} ${span}`
  return { subject: name, words, title: plainNames.includes(name) ? words : name }
}

const workingTimeWords = (
  change: ProposedWorkingTime,
  reader: HistoryReader,
  capacitiesBefore: ProposalDetails['capacitiesBefore'],
): Line => {
  const nameOf = (id: string | null | undefined) => reader.names.get(id ?? '') ?? 'Since deleted'
  const said = (words: readonly (string | false)[]) => words.filter((each) => each !== false).join(', ')
  switch (change.kind) {
    case 'shift':
      return { subject: nameOf(change.shiftId), words: 'Working hours changed' }
    case 'organisation': {
      const { timeZone, freezeWorkingDays: freeze, defaultShiftId, closedDayRule } = change
      const shift = defaultShiftId === null ? 'none: 24/7' : nameOf(defaultShiftId)
      const words = said([
        timeZone !== undefined && `Time zone ${timeZone}`,
        freeze !== undefined && `Freeze window ${formatCount(freeze, 'day')}`,
        defaultShiftId !== undefined && `Default shift ${shift}`,
        closedDayRule !== undefined && `A closed day closes ${closedDayRuleWords[closedDayRule]}`,
      ])
      return { subject: 'Organization', words }
    }
    case 'category': {
      const { categoryId, capacity, shiftId, outside } = change
      const shift = shiftId === null ? 'organization default' : nameOf(shiftId)
      const words = said([
        capacity !== undefined && capacityWords(capacity, capacitiesBefore[categoryId]),
        shiftId !== undefined && `Shift pattern ${shift}`,
        outside !== undefined && (outside ? 'Done outside' : 'Done in house'),
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
      return exceptionLine(exception, exception.categoryId ? nameOf(exception.categoryId) : 'All work centers', reader)
    }
  }
}

type Changed = Pick<ProposalDetails, 'changes' | 'names' | 'capacitiesBefore' | 'moves'>

/** 'Moves from Wed 12/16 7:00 AM to Mon 11/30 7:00 AM', and the other fields of an operation that is moved by hand. */
const moveWords = (
  { operationId, fields }: Extract<ProposalChange, { kind: 'operation' }>,
  reader: HistoryReader,
  moves: Changed['moves'],
): string => {
  const { scheduledStartDate: start, scheduledEndDate: _, pinned, ...others } = fields
  const at = (instant: string) => formatShortDateTime(instant, reader.dates, reader.nowMs)
  const before = moves.find((move) => move.operationId === operationId)?.startBefore
  const rest = wordsOf({ ...others, pinned: pinned || undefined }, reader)
  return [`Moves ${before ? `from ${at(before)} ` : ''}to ${at(start ?? '')}`, rest].filter(Boolean).join(', ')
}

const lineOf = (change: ProposalChange, reader: HistoryReader, { capacitiesBefore, moves }: Changed): Line => {
  if (!('projectId' in change)) return workingTimeWords(change, reader, capacitiesBefore)
  const subject = reader.names.get('operationId' in change ? change.operationId : change.projectId) ?? 'Since deleted'
  if (change.kind === 'operation' && change.fields.scheduledStartDate)
    return { subject, words: moveWords(change, reader, moves) }
  return { subject, words: 'fields' in change ? wordsOf(change.fields, reader) : 'Removed' }
}

/** Why a reader cannot change, rename or discard a proposal. */
export const notMine = 'Only its author and admins can do this'

/** The changes of a proposal in the reader's words. */
export const changeLines = (changed: Changed, reader: Reader): ChangeLine[] => {
  const named = { ...reader, names: new Map(Object.entries(changed.names)) }
  return changed.changes.map((change) => {
    const line = lineOf(change, named, changed)
    return { title: phraseOf(change, line), ...line, change }
  })
}

/** '#1042 priority 99', '#1042 Cut duration 12 h', 'Saw: parallel capacity 3 instead of 1' */
const phraseOf = (change: ProposalChange, { subject, words }: Line): string => {
  const isOfProject = change.kind === 'project' || change.kind === 'projectGone'
  const short = isOfProject && subject.startsWith('#') ? (subject.split(' ')[0] ?? subject) : subject
  return `${short}${'projectId' in change ? '' : ':'} ${words.charAt(0).toLowerCase()}${words.slice(1)}`
}

/** The method of the plan, shown under the title. */
export const methodWords: Record<Proposal['method'], string> = {
  keepSequence: 'Work centers keep their order. Only operations that have to move are moved.',
  optimize: 'Everything is scheduled again, as with "Schedule all".',
}

const previewTitle = 'Preview of "Schedule all"'

/** The title of a proposal in a list, where the names of the changed records are not loaded. */
export const listedTitle = ({ name, title, changes }: Pick<Proposal, 'name' | 'title' | 'changes'>): string =>
  name || title || (changes.length === 0 ? previewTitle : formatCount(changes.length, 'change'))

/** The title of a proposal: its name, its subject, or its changes. */
export const proposalTitle = (proposal: Changed & Pick<Proposal, 'name' | 'title'>, reader: Reader): string => {
  const { name, title } = proposal
  if (name || title) return name || title
  const [first, ...others] = changeLines(proposal, reader)
  if (!first) return previewTitle
  return others.length === 0 ? first.title : `${first.title} and ${formatCount(others.length, 'more change')}`
}
