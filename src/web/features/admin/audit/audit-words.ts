import type { HistoryEntity, HistoryEntry } from '#contract/history.ts'
import { fieldWords, type HistoryReader } from '#web/components/record-history/change-words.ts'

/** The kinds of record, as a reader calls them. */
export const entityWords: Record<HistoryEntity, string> = {
  project: 'project',
  operation: 'operation',
  category: 'work center',
  shift: 'shift pattern',
  holiday: 'holiday',
  holidayTemplate: 'holiday template',
  calendarException: 'overtime or downtime',
  organisation: 'organization',
  user: 'user',
  schedulingRun: 'scheduling run',
  operationSnooze: 'snooze',
  savedView: 'saved view',
}

const verbs = { create: 'Added', update: 'Changed', delete: 'Removed' } as const

/** 'plannedShipDate' as 'Planned ship date'. */
export const plainField = (field: string): string => {
  const words = field.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const plainValue = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}

/** One changed field in words, whether or not it is one that readers see elsewhere. */
export const auditChange = (
  { field, from, to }: HistoryEntry['changes'][number],
  reader: HistoryReader,
): { label: string; from: string; to: string } => ({
  label: fieldWords(field, from, reader)?.label ?? plainField(field),
  from: fieldWords(field, from, reader)?.text ?? plainValue(from),
  to: fieldWords(field, to, reader)?.text ?? plainValue(to),
})

const nameFields = ['projectNumber', 'projectName', 'name', 'email']

/** What the record was called, as far as the entry tells: its name, else the first 8 characters of its id. */
export const auditSubject = ({ changes, entityId }: HistoryEntry): string => {
  for (const wanted of nameFields) {
    const found = changes.find(({ field }) => field === wanted)
    const value = found?.to ?? found?.from
    if (typeof value === 'string' && value !== '') return wanted === 'projectNumber' ? `#${value}` : value
  }
  return entityId.slice(0, 8)
}

/** 'Added project'. */
export const auditAction = ({ action, entity }: HistoryEntry): string => `${verbs[action]} ${entityWords[entity]}`
