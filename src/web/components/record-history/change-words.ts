import { z } from 'zod/mini'
import { Changeover } from '#contract/categories.ts'
import type { HistoryEntry } from '#contract/history.ts'
import { HolidayRule } from '#contract/holiday-rules.ts'
import { MorningPlanSettings } from '#contract/morning-plan.ts'
import { CreatedProject } from '#contract/scheduling-runs.ts'
import { ShiftVersion } from '#contract/shifts.ts'
import { ClosedDayRule, LearnedPaceUse, ProjectPhase, phaseTitles } from '#contract/vocabulary.ts'
import { storedAccessWords, storedLimitWords } from '#domain/access/access-words.ts'
import { ruleText } from '#domain/holidays/rule-text.ts'
import { type OperationFieldKind, operationFields } from '#domain/operations/fields.ts'
import { type ProjectFieldKind, projectFields } from '#domain/projects/fields.ts'
import { morningSettingsWords } from '#domain/proposals/morning-words.ts'
import { madeByWords, type RunMoves, runMovedWords } from '#domain/scheduling/moved-words.ts'
import { clockOfMinutes } from '#web/lib/day-minutes.ts'
import { changeoverText } from '#web/lib/family-name.ts'
import { type DateSettings, formatDay, formatShipDate, formatShortDateTime } from '#web/lib/format-date.ts'
import { formatHours } from '#web/lib/format-hours.ts'
import { formatCount, formatNumber, formatPercent } from '#web/lib/format-number.ts'

/** Data for describing a change: the reader's date format, and names of operations and work centers by id. */
export interface HistoryReader {
  readonly dates: DateSettings
  readonly nowMs: number
  readonly names: ReadonlyMap<string, string>
  /** The word for an id without a name: 'removed since', if all names are known. */
  readonly unknown?: string
}

export interface ChangeWords {
  readonly field: string
  readonly from: string
  readonly to: string
}

type Kind =
  | 'text'
  | 'long'
  | 'percent'
  | 'hours'
  | 'date'
  | 'dateTime'
  | 'phase'
  | 'id'
  | 'ids'
  | 'lags'
  | 'shares'
  | 'keys'
  | 'centers'
  | 'access'
  | 'limit'
  | 'yesNo'
  | 'added'
  | 'day'
  | 'minute'
  | 'rule'
  | 'changeovers'
  | 'years'
  | 'closedDays'
  | 'learnedPace'
  | 'morningPlan'
  | 'holidays'
  | 'weeks'

/** How history shows each kind of field of projects and operations; null to omit it. */
const shownAs: Record<OperationFieldKind | ProjectFieldKind, Kind | null> = {
  phase: 'phase',
  line: 'text',
  text: 'long',
  word: 'text',
  number: 'text',
  hours: 'hours',
  percent: 'percent',
  instant: 'dateTime',
  day: 'date',
  yesNo: 'yesNo',
  center: 'id',
  centers: 'centers',
  links: 'ids',
  linkHours: 'lags',
  linkShares: 'shares',
  linkUnits: 'keys',
  reasons: null,
}

const ofRecords = Object.entries({ ...projectFields, ...operationFields }).flatMap(([name, { title, kind }]) => {
  const shown = shownAs[kind]
  return shown === null ? [] : [[name, [title, shown]] as const]
})

const fields: Readonly<Record<string, readonly [label: string, kind: Kind]>> = {
  ...Object.fromEntries(ofRecords),
  changeovers: ['Changeovers', 'changeovers'],
  snoozedUntil: ['Hidden until', 'dateTime'],
  reason: ['Reason', 'text'],
  startedAt: ['Started', 'dateTime'],
  endedAt: ['Ended', 'dateTime'],
  workedHours: ['Hours worked', 'hours'],
  workerName: ['Worker', 'text'],
  good: ['Good pieces', 'text'],
  scrap: ['Scrap', 'text'],
  floorIdentification: ['Who worked, on tablets', 'text'],
  keepNamesMonths: ['Keep names on reports for (months)', 'text'],
  scrapReasons: ['Scrap reasons', 'text'],
  separatesMachineTime: ['Machine time apart from the time of people', 'yesNo'],
  floorWorker: ['Person on the floor', 'text'],
  startsAt: ['From', 'dateTime'],
  endsAt: ['To', 'dateTime'],
  units: ['Available', 'text'],
  date: ['Date', 'day'],
  rule: ['Repeats', 'rule'],
  fromMinute: ['Closed from', 'minute'],
  toMinute: ['Closed to', 'minute'],
  plannersChangeWorkingTime: ['Planners may change working time', 'yesNo'],
  plannersApplyPlans: ['Planners may apply plans for the whole shop', 'yesNo'],
  learnedPace: ['Learned times of work', 'learnedPace'],
  morningPlan: ['Morning plan', 'morningPlan'],
  keepHistoryYears: ['Keep history for', 'years'],
  closedDayRule: ['A closed day closes', 'closedDays'],
  items: ['Days', 'holidays'],
  versions: ['Weeks', 'weeks'],
  access: ['Access', 'access'],
  workCenterIds: ['Work centers', 'limit'],
  requestedAccess: ['Requested access', 'access'],
  adminRequest: ['Access request', 'text'],
  sampleShop: ['Sample shop', 'added'],
  revertedAt: ['Reverted', 'dateTime'],
  revertedOperations: ['Operations restored', 'text'],
  changedOperations: ['Operations moved', 'text'],
  lateProjects: ['Late projects', 'text'],
  reference: ['Reference', 'text'],
  showsForecast: ['Shows the forecast', 'yesNo'],
  expiresAt: ['Expires', 'dateTime'],
}

const nothing = 'none'

export const closedDayRuleWords: Record<ClosedDayRule, string> = {
  shift: 'the shifts that begin on it',
  midnight: 'from midnight to midnight',
}

export const learnedPaceWords: Record<LearnedPaceUse, string> = {
  shown: 'Shown only',
  forecast: 'Used in the forecast',
  plan: 'Used in plans and promise dates',
}

const joined = (words: readonly string[]): string => words.join(', ') || nothing

const minutesOf = (spans: ShiftVersion['periods']): number =>
  spans.reduce((sum, { fromMinute, toMinute }) => sum + toMinute - fromMinute, 0)

const weekWords = ({ effectiveFrom, periods, breaks }: ShiftVersion, dates: DateSettings): string => {
  const from = effectiveFrom ? `from ${formatDay(effectiveFrom, dates)}: ` : ''
  const hours = formatHours((minutesOf(periods) - minutesOf(breaks)) / 60)
  return `${from}${hours} in ${formatCount(periods.length, 'period')}`
}

const exact = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 })

/** Hours without rounding, because two values that look the same would not appear as a change. */
const exactHours = (hours: number): string => `${exact.format(hours)} h`

const valueWords = (
  value: unknown,
  kind: Kind,
  { dates, nowMs, names, unknown = 'removed since' }: HistoryReader,
): string => {
  const named = (id: string) => names.get(id) ?? unknown
  if (kind === 'limit' && value === null) return storedLimitWords(value, named)
  if (kind === 'years') return value === null ? 'forever' : formatCount(Number(value), 'year')
  if (value === null || value === undefined || value === '') return nothing
  switch (kind) {
    case 'percent':
      return formatPercent(Number(value))
    case 'hours':
      return exactHours(Number(value))
    case 'date':
      return formatShipDate(String(value), dates, nowMs)
    case 'dateTime':
      return formatShortDateTime(String(value), dates, nowMs)
    case 'phase': {
      const phase = ProjectPhase.safeParse(value)
      return phase.success ? phaseTitles[phase.data] : String(value)
    }
    case 'id':
      return named(String(value))
    case 'access':
      return storedAccessWords(value)
    case 'limit':
      return storedLimitWords(value, named) || nothing
    case 'ids':
      return joined((Array.isArray(value) ? value : []).map((id) => named(String(id))))
    case 'keys':
      return joined(Object.keys(value).map(named))
    case 'centers':
      return joined(
        z
          .catch(z.array(z.object({ categoryId: z.string(), durationHours: z.number() })), [])
          .parse(value)
          .map(({ categoryId, durationHours }) => `${named(categoryId)} ${exactHours(durationHours)}`),
      )
    case 'lags':
      return joined(Object.entries(value).map(([id, hours]) => `${named(id)} ${exactHours(Number(hours))}`))
    case 'shares':
      return joined(Object.entries(value).map(([id, percent]) => `${named(id)} ${formatNumber(Number(percent))} %`))
    case 'day':
      return formatDay(String(value), dates, nowMs)
    case 'minute':
      return clockOfMinutes(Number(value), dates.timeFormat)
    case 'rule': {
      const rule = HolidayRule.safeParse(value)
      return rule.success ? ruleText(rule.data) : nothing
    }
    case 'changeovers': {
      const list = z.array(Changeover).safeParse(value)
      return joined((list.data ?? []).map(changeoverText))
    }
    case 'holidays':
      return formatCount(Array.isArray(value) ? value.length : 0, 'holiday')
    case 'weeks':
      return joined(
        z
          .catch(z.array(ShiftVersion), [])
          .parse(value)
          .map((week) => weekWords(week, dates)),
      )
    case 'closedDays': {
      const rule = ClosedDayRule.safeParse(value)
      return rule.success ? closedDayRuleWords[rule.data] : String(value)
    }
    case 'learnedPace': {
      const use = LearnedPaceUse.safeParse(value)
      return use.success ? learnedPaceWords[use.data] : String(value)
    }
    case 'morningPlan': {
      const settings = MorningPlanSettings.safeParse(value)
      return settings.success ? morningSettingsWords(settings.data) : nothing
    }
    case 'added':
      return 'added'
    case 'yesNo':
      return value ? 'yes' : 'no'
    case 'long':
      return String(value).length > 80 ? `${String(value).slice(0, 80)}…` : String(value)
    case 'text':
      return String(value)
  }
}

/** 'plannedShipDate' as 'Planned ship', or words made from its name if the field appears nowhere else on screen. */
export const fieldLabel = (field: string): string => {
  const words = field.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase()
  return fields[field]?.[0] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

/** A field's label and its value in the reader's words; null for a field that is not shown to readers. */
export const fieldWords = (
  field: string,
  value: unknown,
  reader: HistoryReader,
): { label: string; text: string } | null => {
  const known = fields[field]
  return known ? { label: known[0], text: valueWords(value, known[1], reader) } : null
}

/** The changes of an entry field by field, without fields that are not shown to readers. */
export const changeWords = ({ changes }: HistoryEntry, reader: HistoryReader): ChangeWords[] =>
  changes.flatMap(({ field, from, to }) => {
    const [before, after] = [fieldWords(field, from, reader), fieldWords(field, to, reader)]
    if (!before || !after || before.text === after.text) return []
    return [{ field: before.label, from: before.text, to: after.text }]
  })

/** The title of the changed record at that time. */
const subjectOf = ({ entity, entityId, changes }: HistoryEntry, names: HistoryReader['names']): string => {
  if (entity === 'project') return 'the project'
  const own = changes.find(({ field }) => field === 'name')
  return names.get(entityId) ?? String(own?.to ?? own?.from ?? 'a deleted operation')
}

const actions = { create: 'Added', update: 'Changed', delete: 'Removed' } as const

const addedTo = ({ changes }: HistoryEntry, wanted: string): unknown =>
  changes.find(({ field }) => field === wanted)?.to

const numberOf = (entry: HistoryEntry, wanted: string): number | null => {
  const to = addedTo(entry, wanted)
  return typeof to === 'number' ? to : null
}

const movesOf = (entry: HistoryEntry): RunMoves => ({
  changedOperations: numberOf(entry, 'changedOperations'),
  movedAsForecast: numberOf(entry, 'movedAsForecast') ?? undefined,
  madeBy: z.enum(['proposal', 'promiseDate']).safeParse(addedTo(entry, 'madeBy')).data,
  created: CreatedProject.safeParse(addedTo(entry, 'created')).data,
})

/** 'Schedule all: 150 operations moved, 5 projects late', 'Project #1071 created as promised: ...'; null for other entries. */
export const runWords = (entry: HistoryEntry): string | null => {
  if (entry.entity !== 'schedulingRun') return null
  const moves = movesOf(entry)
  const title = madeByWords(moves, entry.projectId === null ? 'Schedule all' : 'Schedule project')
  const restored = numberOf(entry, 'revertedOperations')
  if (restored !== null)
    return `${title}${moves.madeBy ? ',' : ''} reverted: ${formatCount(restored, 'operation')} restored`
  const late = numberOf(entry, 'lateProjects')
  const apart = moves.created || moves.movedAsForecast ? ';' : ','
  return `${title}: ${runMovedWords(moves)}${late === null ? '' : `${apart} ${formatCount(late, 'project')} late`}`
}

/** 'Created a status link'; null for other entries. */
export const statusLinkWords = ({ entity, action }: HistoryEntry): string | null => {
  if (entity !== 'statusLink') return null
  return action === 'create' ? 'Created a status link' : 'Revoked a status link'
}

/** 'Added Weld frame', 'Changed the project', 'Schedule all: 150 operations moved, 5 projects late'. */
export const actionWords = (entry: HistoryEntry, names: HistoryReader['names']): string =>
  runWords(entry) ?? statusLinkWords(entry) ?? `${actions[entry.action]} ${subjectOf(entry, names)}`

/** The source of a change in words. */
export const sourceWords: Record<HistoryEntry['source'], string> = {
  screen: 'on screen',
  drag: 'by drag and drop',
  bulk: 'in bulk',
  run: 'by the scheduler',
  import: 'by import',
  api: 'through the API',
  assistant: 'by an assistant',
  floor: 'on the shop floor',
  undo: 'by undo',
  system: 'by the system',
}
